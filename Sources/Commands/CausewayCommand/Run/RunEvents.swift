import Synchronization

/// Collects the events that can end a run, from any thread: the first one counts.
final class RunEvents: Sendable {
  private let endings: AsyncStream<ScriptRun.Ending>
  private let hasEnded = Atomic<Bool>(false)
  private let continuation: AsyncStream<ScriptRun.Ending>.Continuation

  init() {
    (endings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
  }

  /// Ends the run; false if it had ended.
  @discardableResult
  func end(_ ending: ScriptRun.Ending) -> Bool {
    guard !hasEnded.exchange(true, ordering: .relaxed) else { return false }
    continuation.yield(ending)
    return true
  }

  /// Waits for the end.
  func first() async -> ScriptRun.Ending {
    for await ending in endings { return ending }
    return .interrupted()  // The stream ends without an element only if the wait is cancelled.
  }
}
