import Causeway

/// The limits of one run.
///
/// Exceeding one ends the run with the limit's name.
public struct ProcedureLimits: Sendable {
  /// The longest time from the start of the run to its answer; 10 seconds.
  public var time = Duration.seconds(10)
  /// The largest number of rows in the result of one query; 200,000.
  ///
  /// `rows()` reads any number of rows.
  public var rows = 200_000
  /// The time to wait while another program has locked the database; 2 seconds.
  public var lockTimeout = Duration.seconds(2)

  /// Makes the default limits.
  public init() {}

  /// The bridge's limits: a message may hold a result with the largest number of rows.
  var bridge: Limits {
    var limits = Limits()
    limits.nodes = max(limits.nodes, rows * 32)
    limits.messageBytes = 256 << 20
    return limits
  }
}
