/// An event that happens once; any number of tasks wait for it.
public final class Signal: Sendable {
  private let stream = AsyncStream<Void>.makeStream()

  public init() {}

  public func fire() { stream.continuation.finish() }
  public func wait() async { for await _ in stream.stream {} }
}

/// Suspends until the task is cancelled.
public func untilCancelled() async throws {
  let (stream, _) = AsyncStream<Void>.makeStream()
  for await _ in stream {}
  throw CancellationError()
}
