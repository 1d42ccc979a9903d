import Causeway
import CausewayConcurrency

/// Decides what follows the end of a child.
///
/// Knows no child and no clock: it is told of both.
struct Supervision {
  enum Decision: Equatable {
    /// Start another one after this time.
    case rest(Duration)
    /// Start none any more: this is what calls are told.
    case giveUp(BridgeError)
  }

  let policy: RestartPolicy
  private(set) var failures = 0
  private var runningSince: Instant?

  init(policy: RestartPolicy) { self.policy = policy }

  /// A child has started and is ready.
  mutating func started(at now: Instant) { runningSince = now }

  /// A child has ended, or could not be started.
  mutating func ended(_ reason: BridgeError, at now: Instant, chance: Double) -> Decision {
    if let since = runningSince, since.duration(to: now) >= policy.stableAfter { failures = 0 }
    runningSince = nil
    failures += 1
    if let maximum = policy.maximumFailures, failures >= maximum {
      var error = BridgeError(
        .failedPrecondition,
        "The JavaScript process failed \(failures) times in a row and is not started again; the last time: "
          + reason.message, data: reason.data)
      error.causes = [reason]
      return .giveUp(error)
    }
    return .rest(policy.rest(after: failures, chance: chance))
  }
}
