/// An event that happens once; any number of tasks wait for it.
public final class Signal: Sendable {
  private let stream = AsyncStream<Void>.makeStream()

  /// Creates an event that has not happened.
  public init() {}

  /// Ends every wait, now and later.
  public func fire() { stream.continuation.finish() }
  /// Waits for the event.
  public func wait() async { for await _ in stream.stream {} }
}

/// Suspends until the task is cancelled.
public func untilCancelled() async throws {
  let (stream, _) = AsyncStream<Void>.makeStream()
  for await _ in stream {}
  throw CancellationError()
}
