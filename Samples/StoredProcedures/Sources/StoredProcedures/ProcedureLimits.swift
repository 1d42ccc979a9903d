import Causeway

/// What one run of a procedure may take; whatever goes over ends it with the limit's name.
public struct ProcedureLimits: Sendable {
  /// The longest time from the moment that a worker begins to the answer; 10 seconds.
  public var time = Duration.seconds(10)
  /// Rows in the result of one query; 200,000.
  ///
  /// `rows()` reads any number.
  public var rows = 200_000
  /// How long a database that another program has locked is waited for; 2 seconds.
  public var patience = Duration.seconds(2)

  /// The defaults.
  public init() {}

  /// What the bridge takes in one message: as much as a result of so many rows needs.
  var bridge: Limits {
    var limits = Limits()
    limits.nodes = max(limits.nodes, rows * 32)
    limits.messageBytes = 256 << 20
    return limits
  }
}
