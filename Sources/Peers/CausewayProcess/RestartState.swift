import Causeway
import CausewayConcurrency

/// Decides what to do after the end of a child.
///
/// It uses no child and no clock: the caller passes both.
struct RestartState {
  enum Decision: Equatable {
    /// Start another child after this delay.
    case restart(after: Duration)
    /// Start no further child: calls fail with this error.
    case giveUp(BridgeError)
  }

  let policy: RestartPolicy
  private(set) var failures = 0
  private var runningSince: Instant?

  init(policy: RestartPolicy) { self.policy = policy }

  /// A child has started and is ready.
  mutating func started(at now: Instant) { runningSince = now }

  /// A child has done its work: the failures before it are over.
  mutating func recovered() { failures = 0 }

  /// A child has ended, or its start has failed.
  mutating func ended(_ reason: BridgeError, at now: Instant, chance: Double) -> Decision {
    if let since = runningSince, since.duration(to: now) >= policy.stableAfter { failures = 0 }
    runningSince = nil
    failures += 1
    if let maximum = policy.maximumFailures, failures >= maximum {
      let count = failures == 1 ? "once" : "\(failures) times in a row"
      var error = BridgeError(
        .failedPrecondition,
        "The JavaScript process failed \(count) and is not restarted; the last failure: \(reason.message)",
        data: reason.data)
      error.causes = [reason]
      return .giveUp(error)
    }
    return .restart(after: policy.delay(after: failures, chance: chance))
  }
}
