import CausewayClock
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

  var message: String {
    stopAsked.load(ordering: .relaxed)
      ? "The script was stopped because its runtime closes."
      : "The script ran longer than the evaluation limit (\(limit)) and was stopped."
  }

  func arm(_ realm: JSRealm) {
    realm.setTimeLimit(seconds: Watchdog.slice) { [self] in
      let ran = Duration.nanoseconds(thread.nanosecondsInTurn)
      guard stopAsked.load(ordering: .relaxed) || ran >= limit else { return false }
      fired.store(true, ordering: .relaxed)
      return true
    }
  }

  func stop() { stopAsked.store(true, ordering: .relaxed) }
}
