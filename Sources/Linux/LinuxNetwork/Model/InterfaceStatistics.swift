/// The traffic counters of an interface since its creation.
///
/// The counters have 64 bits and wrap only in theory.
///
/// Source: `struct rtnl_link_stats64`, include/uapi/linux/if_link.h.
public struct InterfaceStatistics: Sendable, Hashable, Codable {
  /// Packets received.
  public let receivedPackets: UInt64
  /// Packets sent.
  public let sentPackets: UInt64
  /// Octets received.
  public let receivedBytes: UInt64
  /// Octets sent.
  public let sentBytes: UInt64
  /// Packets that arrived damaged.
  public let receiveErrors: UInt64
  /// Packets that were not sent because of an error.
  public let sendErrors: UInt64
  /// Packets that arrived intact and were dropped: no buffer, or no receiver.
  public let receiveDropped: UInt64
  /// Outgoing packets that were dropped.
  public let sendDropped: UInt64
  /// Multicast packets received.
  public let multicast: UInt64
  /// Collisions while sending.
  public let collisions: UInt64
}
