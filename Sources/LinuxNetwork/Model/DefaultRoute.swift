/// A route for every destination that has no better one.
public struct DefaultRoute: Sendable, Hashable {
  /// The IP version of the packets that use the route.
  public let family: AddressFamily

  /// The next router.
  ///
  /// `nil` if the destinations are on the link itself, as in most tunnels.
  ///
  /// An IPv6 address is possible for IPv4 packets too (RFC 5549).
  public internal(set) var gateway: String?

  /// The name of the outgoing interface.
  public internal(set) var interface: String

  /// The priority of the route: lower is better.
  ///
  /// Source: `RTA_PRIORITY`, include/uapi/linux/rtnetlink.h.
  public let metric: Int
}

extension DefaultRoute: Codable {
  /// Encodes every property: a missing gateway is `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(family, forKey: .family)
    try container.encode(gateway, forKey: .gateway)
    try container.encode(interface, forKey: .interface)
    try container.encode(metric, forKey: .metric)
  }
}
