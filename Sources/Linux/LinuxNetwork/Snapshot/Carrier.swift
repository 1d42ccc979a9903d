/// The kind of device that carries packets, and the device itself.
struct Carrier: Equatable {
  let type: ConnectionType
  /// The kind of device below a tunnel, `unknown` if only the tunnel's program knows it.
  ///
  /// `nil` for everything else.
  var underlying: ConnectionType?
  /// The lowest device that is known.
  var device: Int32?
}

extension NetworkSnapshot {
  /// The carrier of the traffic to the Internet.
  ///
  /// `nil` if there is none.
  var carrier: Carrier? {
    let carriers = Carriers(self)
    return usableRoutes.lazy.compactMap(carriers.carrier(of:)).first
  }

  /// The devices that carry traffic to the Internet, by family.
  var carrierDevices: [Int32] {
    let carriers = Carriers(self)
    return usableRoutes.compactMap { carriers.carrier(of: $0)?.device }
  }

  /// Virtual links that have the kind of the link below them.
  static let transparentKinds: Set<String> = ["vlan", "macvlan", "macvtap", "ipvlan", "ipvtap", "macsec"]

  /// Virtual links that count as Ethernet, whatever carries them.
  static let ethernetLikeKinds: Set<String> = [
    "veth", "netkit", "vrf", "virt_wifi", "dsa",
  ]

  /// Virtual links that drop or copy every packet.
  static let sinkKinds: Set<String> = ["dummy", "ifb", "nlmon"]

  /// Links whose packets travel inside other packets.
  static let tunnelKinds: Set<String> = [
    "wireguard", "tun", "ipip", "sit", "gre", "gretap", "ip6gre", "ip6gretap", "erspan", "ip6erspan", "ip6tnl", "vti",
    "vti6", "xfrm", "l2tp", "vxlan", "geneve",
  ]

  /// Whether this namespace has a link, ready or not, that is neither a tunnel nor local.
  var hasDevices: Bool { links.contains(where: isDevice) }

  func isDevice(_ link: LinkMessage) -> Bool {
    let kind = kind(of: link)
    if !link.kind.isEmpty, kind == String(kernelText: link.kind) { return Self.virtualDevices.contains(kind) }
    return !["loopback", "tap", "tun"].contains(kind)
  }

  /// Virtual links that stand for devices; any other kind, also one that is not known here, may be a tunnel.
  private static let virtualDevices = transparentKinds.union(ethernetLikeKinds).union(sinkKinds).union([
    "bridge", "bond", "team", "ppp", "rmnet", "wwan",
  ])
}

/// Follows links down to the devices that carry their packets.
struct Carriers {
  private let snapshot: NetworkSnapshot
  private let links: [Int32: LinkMessage]
  /// The ready ports of each bridge, bond or team, by index.
  private let ports: [Int32: [LinkMessage]]
  /// The devices that carry sessions of PPP over Ethernet, by index.
  private let sessionDevices: [LinkMessage]
  private let results = Results()

  /// The results so far: links can refer to each other in many ways.
  private final class Results {
    var carriers: [Place: Carrier?] = [:]
    /// The carrier of all sessions by depth, nil if it is unknown.
    var sessions: [Int: Carrier?] = [:]
    var alternatives: [Int: Carrier?] = [:]
    /// Whether a tunnel whose remote end is unknown can have a carrier.
    var canCarryTunnels: Bool?
  }

  private struct Place: Hashable {
    let link: Int32
    let depth: Int
  }

  init(_ snapshot: NetworkSnapshot) {
    self.snapshot = snapshot
    links = Dictionary(snapshot.links.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    let ports = links.values.filter { $0.master != nil && $0.flags.isSuperset(of: .ready) }
    self.ports = Dictionary(grouping: ports.sorted { $0.index < $1.index }) { $0.master ?? 0 }
    sessionDevices = links.values.filter { snapshot.sessionDevices.contains($0.name) }.sorted { $0.index < $1.index }
  }

  /// The carrier of a route's packets: that of its first hop that has one.
  func carrier(of route: OutgoingRoute) -> Carrier? {
    // A translator to IPv6 looks like a tunnel, but its packets leave by the route of IPv6.
    if route.source?.isTranslated == true, let native = snapshot.usableRoutes.first(where: { $0.family == .ipv6 }),
      route.hops.contains(where: { links[$0.link].map(snapshot.kind) == "tun" })
    {
      return carrier(of: native.hops)
    }
    return carrier(of: route.hops)
  }

  /// The first hop of a route that has a carrier; for a translator to IPv6, the first hop that is ready.
  func workingHop(of route: OutgoingRoute) -> RouteMessage.Hop? {
    route.hops.first { carrier(of: [$0]) != nil }
      ?? route.hops.first { links[$0.link]?.flags.isSuperset(of: .ready) == true }
  }

  /// `depth` bounds a loop of links that point at each other.
  private func carrier(of hops: [RouteMessage.Hop], depth: Int = 0) -> Carrier? {
    hops.lazy.compactMap { hop in
      guard let link = links[hop.link], link.flags.isSuperset(of: .ready) else { return nil }
      return carrier(of: link, depth: depth)
    }.first
  }

  private func carrier(of link: LinkMessage, depth: Int) -> Carrier? {
    let place = Place(link: link.index, depth: depth)
    if let known = results.carriers[place] { return known }
    let carrier = findCarrier(of: link, depth: depth)
    results.carriers[place] = .some(carrier)
    return carrier
  }

  private func findCarrier(of link: LinkMessage, depth: Int) -> Carrier? {
    let kind = snapshot.kind(of: link)
    switch kind {
    case "loopback": return nil
    case _ where NetworkSnapshot.sinkKinds.contains(kind): return nil
    case "wifi": return Carrier(type: .wifi, device: link.index)
    case "ethernet": return Carrier(type: .ethernet, device: link.index)
    case "cellular": return Carrier(type: .cellular, device: link.index)
    case "bluetooth": return Carrier(type: .bluetooth, device: link.index)
    case "bridge", "bond", "team": return carrier(ofPortsOf: link, depth: depth)
    case "ppp": return carrier(ofSessionOn: link, depth: depth)
    // A VPN program's, unless it is a port of a bridge, or the only way out, as in a container.
    case "tap" where depth == 0 && !snapshot.alternatives.isEmpty: return carrier(ofTunnel: link, depth: depth)
    case "tap": return Carrier(type: .ethernet, device: link.index)
    case _ where NetworkSnapshot.tunnelKinds.contains(kind): return carrier(ofTunnel: link, depth: depth)
    case _ where NetworkSnapshot.transparentKinds.contains(kind):
      guard depth < 8, !link.lowerIsElsewhere, let lower = link.lower.flatMap({ links[$0] }) else {
        return Carrier(type: .ethernet, device: link.index)
      }
      return carrier(of: lower, depth: depth + 1)
    case _ where NetworkSnapshot.ethernetLikeKinds.contains(kind): return Carrier(type: .ethernet, device: link.index)
    default: return carrier(ofUnknown: link, depth: depth)
    }
  }

  /// A virtual link of a kind that has no name here: the devices below decide.
  ///
  /// If the kernel names none, its packets leave as those of a tunnel whose remote end is unknown.
  private func carrier(ofUnknown link: LinkMessage, depth: Int) -> Carrier? {
    guard depth < 8, !link.kind.isEmpty else { return Carrier(type: .unknown, device: link.index) }
    if let lower = link.lower, lower != link.index, !link.lowerIsElsewhere {
      return carrier(of: [RouteMessage.Hop(link: lower, gateway: nil)], depth: depth + 1)
    }
    if snapshot.links.contains(where: { $0.master == link.index }) { return carrier(ofPortsOf: link, depth: depth) }
    return canCarryTunnels ? Carrier(type: .unknown, device: link.index) : nil
  }

  /// Of several ports, an external device decides; the other ports belong to local virtual machines, and those of WiFi
  /// that are no stations to its clients.
  ///
  /// `nil` if no port is ready.
  private func carrier(ofPortsOf link: LinkMessage, depth: Int) -> Carrier? {
    guard depth < 8 else { return Carrier(type: .ethernet, device: link.index) }
    let carriers = (ports[link.index] ?? []).filter { port in
      (link.activePort == nil || link.activePort == port.index)
        && snapshot.wirelessInterfaces[port.index]?.isClient != false
    }
    .compactMap { carrier(of: $0, depth: depth + 1) }
    let outside = [ConnectionType.wifi, .cellular, .bluetooth].lazy.compactMap { type in
      carriers.first { $0.type == type }
    }
    return outside.first ?? (carriers.isEmpty ? nil : Carrier(type: .ethernet, device: link.index))
  }

  /// A PPP link: its PPPoE session names the device below.
  ///
  /// Other sessions run over a serial modem or a VPN program's connection; the kernel does not show which.
  private func carrier(ofSessionOn link: LinkMessage, depth: Int) -> Carrier? {
    (depth < 8 ? carrierOfSessions(depth: depth) : nil) ?? Carrier(type: .unknown, device: link.index)
  }

  private func carrierOfSessions(depth: Int) -> Carrier? {
    if let known = results.sessions[depth] { return known }
    let carriers = sessionDevices.compactMap { carrier(of: $0, depth: depth + 1) }
    let first = carriers.first.flatMap { first in carriers.allSatisfy { $0.type == first.type } ? first : nil }
    results.sessions[depth] = .some(first)
    return first
  }

  /// A tunnel: the device that its own packets leave by.
  ///
  /// `nil` if they have no route, or if this namespace has devices, and none of them is ready. In a namespace without
  /// devices, the tunnel's packets leave from another one.
  private func carrier(ofTunnel link: LinkMessage, depth: Int) -> Carrier? {
    let below: Carrier?
    if let hops = snapshot.tunnelHops[link.index] {
      guard depth < 8 else { return nil }
      below = carrier(of: hops.filter { $0.link != link.index }, depth: depth + 1)
      if below == nil { return nil }
    } else {
      // The remote end is unknown. Its packets take the best route to a public address that leaves by a device.
      below = depth < 8 ? carrierOfAlternatives(depth: depth) : nil
    }
    if let below { return Carrier(type: .vpn, underlying: below.underlying ?? below.type, device: below.device) }
    return canCarryTunnels ? Carrier(type: .vpn, underlying: .unknown) : nil
  }

  private func carrierOfAlternatives(depth: Int) -> Carrier? {
    if let known = results.alternatives[depth] { return known }
    let found = carrier(of: snapshot.alternatives, depth: depth + 1)
    results.alternatives[depth] = .some(found)
    return found
  }

  /// Whether a device is ready, or this namespace has none.
  private var canCarryTunnels: Bool {
    if let known = results.canCarryTunnels { return known }
    let canCarry =
      !snapshot.hasDevices
      || links.values.contains { link in
        snapshot.isDevice(link) && link.flags.isSuperset(of: .ready)
          && !NetworkSnapshot.sinkKinds.contains(snapshot.kind(of: link))
      }
    results.canCarryTunnels = canCarry
    return canCarry
  }
}
