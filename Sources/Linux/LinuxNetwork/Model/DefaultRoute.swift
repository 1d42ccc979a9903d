/// A route for every destination that has no more specific route.
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

  /// The number of the routing table: 254 is the main table.
  ///
  /// Rules decide which packets use the other tables.
  ///
  /// Source: `RTA_TABLE`.
  public let table: Int

  /// Whether the kernel selects this route for a packet to a public address.
  ///
  /// True for each hop of a route that shares the traffic among several, unless the hop is dead. False for every
  /// default route if a more specific route is selected, as with many VPNs.
  ///
  /// Source: `RTM_GETROUTE` with `RTM_F_FIB_MATCH`.
  public let inUse: Bool

  /// The origin of the route: `kernel`, `boot`, `static`, `dhcp`, `ra` and so on, or a number without a known name.
  ///
  /// `nil` if netlink is denied.
  ///
  /// Source: `rtm_protocol`.
  public let origin: String?

  /// The source address that the kernel prefers for packets of this route.
  ///
  /// `nil` if the route has none.
  ///
  /// Source: `RTA_PREFSRC`.
  public internal(set) var preferredSource: String?

  /// The network that a packet's source address must belong to: `2001:db8::/64`.
  ///
  /// `nil` for any source; always for IPv4.
  ///
  /// Source: `RTA_SRC`.
  public internal(set) var from: String?

  /// The preference that the router announces: `low`, `medium` or `high` (RFC 4191).
  ///
  /// `nil` for IPv4, and if netlink is denied.
  ///
  /// Source: `RTA_PREF`.
  public let preference: String?

  /// The share of this hop in the traffic, relative to the other hops of the same route; 1 without others.
  public let weight: Int

  /// The longest packet that this route carries, in octets.
  ///
  /// `nil` if only the interface limits it.
  ///
  /// Source: `RTAX_MTU`.
  public let mtu: Int?

  /// The gateway is treated as a neighbour, even if it matches no address of the interface.
  ///
  /// Source: `RTNH_F_ONLINK`.
  public let onLink: Bool

  /// The interface is down: the kernel does not use this hop.
  ///
  /// Source: `RTNH_F_DEAD`.
  public let dead: Bool

  /// The interface has no carrier.
  ///
  /// Source: `RTNH_F_LINKDOWN`.
  public let linkDown: Bool
}

extension DefaultRoute: Codable {
  /// Encodes every property: one that does not apply is `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(family, forKey: .family)
    try container.encode(gateway, forKey: .gateway)
    try container.encode(interface, forKey: .interface)
    try container.encode(metric, forKey: .metric)
    try container.encode(table, forKey: .table)
    try container.encode(inUse, forKey: .inUse)
    try container.encode(origin, forKey: .origin)
    try container.encode(preferredSource, forKey: .preferredSource)
    try container.encode(from, forKey: .from)
    try container.encode(preference, forKey: .preference)
    try container.encode(weight, forKey: .weight)
    try container.encode(mtu, forKey: .mtu)
    try container.encode(onLink, forKey: .onLink)
    try container.encode(dead, forKey: .dead)
    try container.encode(linkDown, forKey: .linkDown)
  }
}
