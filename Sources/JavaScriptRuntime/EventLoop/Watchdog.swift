import CausewayConcurrency
import Dispatch
import JavaScriptEngine
import Synchronization

/// Stops a script that runs too long.
///
/// The engine's own limit counts processor time of one entry, calls back once, and cannot be armed while a script runs.
/// So a slice of 20 ms is armed up front; its callback looks at the wall clock and re-arms itself.
final class Watchdog: Sendable {
  private static let slice = 0.02

  private let limit: Duration
  private let thread: JavaScriptThread
  private let fired = Atomic<Bool>(false)
  private let stopAsked = Atomic<Bool>(false)

  init(limit: Duration, thread: JavaScriptThread) {
    self.limit = limit
    self.thread = thread
  }

  /// Whether a script was stopped.
  ///
  /// What it had left to do is lost: its realm is to be thrown away.
  var hasFired: Bool { fired.load(ordering: .relaxed) }

  /// Why a script was stopped.
  func error(_ operation: String) -> JavaScriptError {
    stopAsked.load(ordering: .relaxed)
      ? JavaScriptError(
        code: .closed, operation: operation, message: "The script was stopped because its runtime closes.")
      : JavaScriptError(
        code: .timeLimit, operation: operation,
        message: "The script ran longer than the evaluation limit (\(limit)) and was stopped.")
  }

  /// Watches the scripts of a realm.
  ///
  /// - Parameter onStop: called when the first of them is stopped, within it: the engine may return from there as if
  ///   nothing had happened.
  func arm(_ realm: JSRealm, onStop: @escaping @Sendable () -> Void) {
    realm.setTimeLimit(seconds: Watchdog.slice) { [self] in
      let ran = Duration.nanoseconds(thread.nanosecondsInTurn)
      guard hasFired || stopAsked.load(ordering: .relaxed) || ran >= limit else { return false }
      if !fired.exchange(true, ordering: .relaxed) { onStop() }
      return true
    }
  }

  func stop() { stopAsked.store(true, ordering: .relaxed) }
}
