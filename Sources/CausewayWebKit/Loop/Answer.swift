import Causeway

/// What WebKit tells later by a callback, for one task that waits for it.
@GTKActor final class Answer<Value: Sendable> {
  typealias Outcome = Result<Value, BridgeError>

  private var waiting: CheckedContinuation<Outcome, Never>?

  /// Begins work and waits for its outcome; `CANCELLED` when the task is cancelled first.
  ///
  /// - Parameter begin: is given the closure that takes the outcome, whether or not somebody still waits.
  static func wait(_ begin: (@escaping @GTKActor (Outcome) -> Void) -> Void) async -> Outcome {
    let answer = Answer()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        answer.waiting = continuation
        begin { answer.end($0) }
      }
    } onCancel: {
      // Behind the lines above: they have the thread.
      GTKExecutor.shared.perform {
        GTKActor.assumeIsolated {
          answer.end(.failure(BridgeError(.cancelled, "The task that waited for the page was cancelled.")))
        }
      }
    }
  }

  /// The first outcome counts.
  private func end(_ outcome: Outcome) {
    waiting?.resume(returning: outcome)
    waiting = nil
  }
}
