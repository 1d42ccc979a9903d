/// When a ``JavaScriptSupervisor`` starts another child, and what calls do until it is there.
public struct RestartPolicy: Sendable, Equatable {
  /// What becomes of a call while no child runs.
  public enum WhileDown: Sendable, Equatable {
    /// It waits for the next child, as long as its timeout allows.
    case wait
    /// It fails with `UNAVAILABLE`, saying why the last child ended.
    case fail
  }

  /// The rest after the first failure; 100 milliseconds.
  ///
  /// Each further one in a row doubles it.
  public var firstRest = Duration.milliseconds(100)
  /// The longest rest; 30 seconds.
  public var longestRest = Duration.seconds(30)
  /// How much of a rest is left to chance; 0.5 is half of it.
  ///
  /// Programs that fail together then do not come back together.
  public var jitter = 0.5
  /// A child that has run for so long was no failure to start: the next rest is the first again; 10 seconds.
  public var stableAfter = Duration.seconds(10)
  /// After so many failures in a row no other child is started; 10, nil for never giving up.
  public var maximumFailures: Int? = 10
  /// What calls do while no child runs.
  public var whileDown = WhileDown.wait

  /// The defaults.
  public init() {}

  /// The rest after so many failures in a row.
  ///
  /// - Parameter chance: from 0 to 1; 1 gives the whole rest.
  func rest(after failures: Int, chance: Double) -> Duration {
    var whole = min(firstRest, longestRest)
    for _ in 1..<min(max(failures, 1), 32) where whole < longestRest { whole = min(whole * 2, longestRest) }
    return whole * (1 - jitter * (1 - chance))
  }
}
