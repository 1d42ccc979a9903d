extension NetworkStatus {
  /// Derives the status from a snapshot.
  ///
  /// Pure: the same snapshot always gives the same status.
  init(_ snapshot: NetworkSnapshot) {
    let connection = snapshot.connection
    connected = connection.type != .none
    connectionType = connection.type
    underlyingConnectionType = connection.underlying
    metered = connection.device.flatMap(snapshot.isMetered)
    defaultRoutes = snapshot.defaultRoutes
    dns = snapshot.dns
    interfaces = snapshot.interfaces
    source = snapshot.source
    consistent = snapshot.isConsistent
  }
}

extension NetworkSnapshot {
  /// The kind of device that carries traffic to the Internet, the kind below it if that is a tunnel, and the link of
  /// the lowest device.
  var connection: (type: ConnectionType, underlying: ConnectionType?, device: Int32?) {
    let links = Dictionary(links.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    for index in outgoingLinks {
      guard let link = links[index], link.flags.isSuperset(of: .ready) else { continue }
      let carrier = carrier(of: link, in: links)
      guard carrier.type == .vpn else { return (carrier.type, nil, carrier.link) }
      // A tunnel without a carrier is not connected.
      if let below = carrierBelowTunnels(in: links) { return (.vpn, below.type, below.link) }
    }
    return (.none, nil, nil)
  }

  /// Whether traffic over this link is metered; `nil` if unknown.
  func isMetered(_ link: Int32) -> Bool? {
    if links.contains(where: { $0.index == link && kind(of: $0) == "cellular" }) { return true }
    return associations[link]?.accessPoint?.facts?.isMetered
  }

  /// Virtual links that have the kind of the link below them.
  static let transparentKinds: Set<String> = ["vlan", "macvlan", "ipvlan", "macsec"]

  /// Virtual links that count as Ethernet, whatever carries them.
  static let ethernetLikeKinds: Set<String> = [
    "veth", "dummy", "vxlan", "geneve", "vrf", "ifb", "nlmon", "macvtap", "ipvtap", "virt_wifi", "dsa",
  ]

  private typealias Carrier = (type: ConnectionType, link: Int32)

  /// The kind of a device; a virtual device has the kind of the device below it.
  ///
  /// `depth` bounds a loop of links that point at each other.
  private func carrier(of link: LinkMessage, in links: [Int32: LinkMessage], depth: Int = 0) -> Carrier {
    switch kind(of: link) {
    case "wifi": return (.wifi, link.index)
    case "ethernet": return (.ethernet, link.index)
    case "cellular": return (.cellular, link.index)
    case "bluetooth": return (.bluetooth, link.index)
    case "wireguard", "tun", "ppp", "ipip", "sit", "gre", "gretap", "ip6gre", "ip6tnl", "vti", "vti6", "xfrm", "l2tp":
      return (.vpn, link.index)
    case "bridge", "bond", "team":
      let ports = links.values.filter { $0.master == link.index && $0.flags.isSuperset(of: .ready) }
      let carriers = depth < 8 ? ports.map { carrier(of: $0, in: links, depth: depth + 1) } : []
      // Of several ports, an external device decides; the other ports belong to local virtual machines.
      let outside = [ConnectionType.wifi, .cellular, .bluetooth].lazy.compactMap { type in
        carriers.first { $0.type == type }
      }
      return outside.first ?? (.ethernet, link.index)
    case let kind where Self.transparentKinds.contains(kind):
      guard depth < 8, !link.lowerIsElsewhere, let lower = link.lower.flatMap({ links[$0] }) else {
        return (.ethernet, link.index)
      }
      return carrier(of: lower, in: links, depth: depth + 1)
    case "tap": return (.ethernet, link.index)
    case let kind where Self.ethernetLikeKinds.contains(kind): return (.ethernet, link.index)
    default: return (.unknown, link.index)
    }
  }

  /// The best device for a tunnel's own packets: no tunnel itself, ready, and with a gateway.
  private func carrierBelowTunnels(in links: [Int32: LinkMessage]) -> Carrier? {
    let candidates = routes.filter { $0.isUnicast && !$0.isCached }
      .sorted { ($0.destinationLength, $0.metric) < ($1.destinationLength, $1.metric) }
    for route in candidates {
      for hop in route.hops where hop.gateway != nil || route.isDefault {
        guard let link = links[hop.link], link.flags.isSuperset(of: .ready), !link.flags.contains(.loopback) else {
          continue
        }
        let carrier = carrier(of: link, in: links)
        if carrier.type != .vpn { return carrier }
      }
    }
    return nil
  }
}
