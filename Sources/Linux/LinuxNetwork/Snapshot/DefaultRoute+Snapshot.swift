extension NetworkSnapshot {
  /// The default routes, one for each hop.
  ///
  /// IPv4 before IPv6; then the route in use, the main table and the other tables; then by metric, and in the kernel's
  /// order.
  var defaultRoutes: [DefaultRoute] {
    let names = names
    let found = outgoing.compactMap(FoundRoute.init)
    let routes = routes.filter(\.isDefault).map { route in (route, isInUse: found.contains { $0.selects(route) }) }
    return routes.enumerated().sorted { left, right in
      let (before, after) = (left.element, right.element)
      return (before.0.family.rawValue, before.isInUse ? 0 : 1, before.0.tableRank, before.0.metric, left.offset)
        < (after.0.family.rawValue, after.isInUse ? 0 : 1, after.0.tableRank, after.0.metric, right.offset)
    }
    .flatMap { _, entry in
      entry.0.hops.map { hop in
        DefaultRoute(
          entry.0, hop, interface: names[hop.link] ?? "#\(hop.link)",
          isInUse: entry.isInUse && found.contains { $0.uses(hop, of: entry.0) })
      }
    }
  }
}

/// The entry of a routing table that the kernel's look-up found.
private struct FoundRoute {
  private let entry: RouteMessage
  /// Empty if the route refers to a nexthop object: then the entry names no hops.
  private let ways: Set<RouteMessage.Way>

  init?(_ route: OutgoingRoute) {
    guard let entry = route.entry else { return nil }
    self.entry = entry
    ways = Set(entry.hops.map(\.way))
  }

  /// Whether the look-up found this route.
  func selects(_ route: RouteMessage) -> Bool {
    entry.isDefault && entry.family == route.family && entry.table == route.table && entry.metric == route.metric
      && entry.allowedSources == route.allowedSources && (ways.isEmpty || route.hops.contains { uses($0, of: route) })
  }

  func uses(_ hop: RouteMessage.Hop, of route: RouteMessage) -> Bool {
    entry.family == route.family && !hop.flags.contains(.dead) && (ways.isEmpty || ways.contains(hop.way))
  }
}

extension RouteMessage {
  /// The main table first.
  fileprivate var tableRank: UInt32 { table == Self.mainTable ? 0 : table }
}

extension DefaultRoute {
  fileprivate init(_ route: RouteMessage, _ hop: RouteMessage.Hop, interface: String, isInUse: Bool) {
    family = route.family
    gateway = hop.gateway?.description
    self.interface = interface
    metric = Int(route.metric)
    table = Int(route.table)
    inUse = isInUse
    origin = route.origin.map(Self.name(ofOrigin:))
    preferredSource = route.source?.description
    from = route.allowedSources.map { "\($0.address)/\($0.length)" }
    preference = route.preference.flatMap { [0: "medium", 1: "high", 3: "low"][$0] }
    weight = hop.weight
    mtu = route.mtu.map(Int.init)
    onLink = hop.flags.contains(.onLink)
    dead = hop.flags.contains(.dead)
    linkDown = hop.flags.contains(.linkDown)
  }

  /// `RTPROT_*`, include/uapi/linux/rtnetlink.h.
  private static func name(ofOrigin number: UInt8) -> String {
    switch number {
    case 1: "redirect"
    case 2: "kernel"
    case 3: "boot"
    case 4: "static"
    case 8: "gated"
    case 9: "ra"
    case 10: "mrt"
    case 11: "zebra"
    case 12: "bird"
    case 13: "dnrouted"
    case 14: "xorp"
    case 15: "ntk"
    case 16: "dhcp"
    case 17: "mrouted"
    case 18: "keepalived"
    case 42: "babel"
    case 186: "bgp"
    case 187: "isis"
    case 188: "ospf"
    case 189: "rip"
    case 192: "eigrp"
    default: String(number)
    }
  }
}
