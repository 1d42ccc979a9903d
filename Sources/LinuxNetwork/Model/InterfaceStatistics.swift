/// What an interface has carried since it was made.
///
/// Counters of 64 bits that wrap only in theory.
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
  /// Packets that could not be sent for an error.
  public let sendErrors: UInt64
  /// Packets that arrived whole and were not kept: no room, or no use.
  public let receiveDropped: UInt64
  /// Packets dropped on their way out.
  public let sendDropped: UInt64
  /// Multicast packets received.
  public let multicast: UInt64
  /// Collisions while sending.
  public let collisions: UInt64
}
