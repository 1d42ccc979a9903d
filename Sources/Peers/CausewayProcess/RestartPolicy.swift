/// The restarts of a ``JavaScriptSupervisor``, and the behaviour of calls in the meantime.
public struct RestartPolicy: Sendable, Equatable {
  /// The behaviour of a call while no child runs.
  public enum CallBehavior: Sendable, Equatable {
    /// The call waits for the next child, within its timeout.
    case wait
    /// The call fails with `UNAVAILABLE`, with the reason why the last child ended.
    case fail
  }

  /// The delay after the first failure; 100 milliseconds.
  ///
  /// Each further failure in a row doubles it.
  public var initialDelay = Duration.milliseconds(100)
  /// The maximum delay; 30 seconds.
  public var maximumDelay = Duration.seconds(30)
  /// The random part of a delay, as a fraction; 0.5.
  ///
  /// It prevents programs that failed together from restarting together.
  public var jitter = 0.5
  /// A child that has run this long resets the failure count; 10 seconds.
  public var stableAfter = Duration.seconds(10)
  /// The maximum number of failures in a row; 10, nil for no maximum.
  public var maximumFailures: Int? = 10
  /// The behaviour of calls while no child runs.
  ///
  /// At most 10,000 of them wait; further ones fail with `RESOURCE_EXHAUSTED` (`data.limit` is `waiters`).
  public var callsWhileDown = CallBehavior.wait

  /// Creates the default policy.
  public init() {}

  /// The delay after this number of failures in a row.
  ///
  /// - Parameter chance: a random number from 0 to 1; 1 gives the full delay.
  func delay(after failures: Int, chance: Double) -> Duration {
    var delay = min(initialDelay, maximumDelay)
    for _ in 1..<min(max(failures, 1), 32) where delay < maximumDelay { delay = min(delay * 2, maximumDelay) }
    return delay * (1 - jitter * (1 - chance))
  }
}
