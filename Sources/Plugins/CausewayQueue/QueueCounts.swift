/// The number of items in a queue, by state.
public struct QueueCounts: Sendable, Equatable {
  /// Available items, including those with an expired lease.
  public var ready = 0
  /// Items in a delay after a failure.
  public var delayed = 0
  /// Leased.
  public var leased = 0
  /// Dead letters.
  public var dead = 0
  /// Acknowledged items whose keys are still stored.
  public var done = 0

  /// No items.
  public init() {}
}
