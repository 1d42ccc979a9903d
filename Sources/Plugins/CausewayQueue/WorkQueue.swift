public import FoundationEssentials

/// A queue whose items are leased, and stay in it until they are acknowledged: in a file, or on other machines.
///
/// The same consumer works with each: ``DurableQueue``, for the processes of one machine, and `JetStreamQueue` of
/// `CausewayNATS`.
public protocol WorkQueue: Sendable {
  /// Appends an item, which is stored when this returns.
  ///
  /// - Parameter key: an item whose key the queue knows is not added again; nil for a generated key.
  /// - Returns: whether the item is new.
  @discardableResult
  func put(_ payload: Data, key: String?) async throws(QueueError) -> QueueReceipt

  /// Leases the oldest available item; nil if there is none.
  func lease() async throws(QueueError) -> Lease?
}

extension WorkQueue {
  /// Appends an item with a generated key.
  @discardableResult
  public func put(_ payload: Data) async throws(QueueError) -> QueueReceipt { try await put(payload, key: nil) }
}

/// The result of ``WorkQueue/put(_:key:)``.
public struct QueueReceipt: Sendable, Equatable {
  /// The item's key.
  public let key: String
  /// False if the queue already had the key.
  public let isNew: Bool

  package init(key: String, isNew: Bool) {
    self.key = key
    self.isNew = isNew
  }
}
