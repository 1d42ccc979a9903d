import Synchronization

/// What could end a run, from whichever thread it comes: the first counts.
final class RunEvents: Sendable {
  private let endings: AsyncStream<ScriptRun.Ending>
  private let continuation: AsyncStream<ScriptRun.Ending>.Continuation

  init() {
    (endings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
  }

  /// Ends the run, unless something else did before.
  func end(_ ending: ScriptRun.Ending) { continuation.yield(ending) }

  /// Waits for the end.
  func first() async -> ScriptRun.Ending {
    for await ending in endings {
      // Later ones are dropped: the run is over.
      continuation.finish()
      return ending
    }
    return .interrupted  // Only a cancelled wait ends without an element.
  }
}
