extension NetworkStatus {
  /// Draws the conclusions from what the kernel gave.
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
  /// The kind of device that traffic to the outside leaves by, what is below it if that is a tunnel, and the link at the
  /// bottom of it all.
  var connection: (type: ConnectionType, underlying: ConnectionType?, device: Int32?) {
    let links = Dictionary(links.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    for index in outgoingLinks {
      guard let link = links[index], link.flags.isSuperset(of: .ready) else { continue }
      let carrier = carrier(of: link, in: links)
      guard carrier.type == .vpn else { return (carrier.type, nil, carrier.link) }
      // A tunnel with nothing to run over carries nothing.
      if let below = carrierBelowTunnels(in: links) { return (.vpn, below.type, below.link) }
    }
    return (.none, nil, nil)
  }

  /// Whether somebody says what traffic over this link costs.
  func isMetered(_ link: Int32) -> Bool? {
    if links.contains(where: { $0.index == link && kind(of: $0) == "cellular" }) { return true }
    return associations[link]?.accessPoint?.facts?.isMetered
  }

  /// Virtual links that are what the one link below them is.
  static let shadows: Set<String> = ["vlan", "macvlan", "ipvlan", "macsec"]

  /// Virtual links that pass for a cable, whatever carries them.
  static let cables: Set<String> = [
    "veth", "dummy", "vxlan", "geneve", "vrf", "ifb", "nlmon", "macvtap", "ipvtap", "virt_wifi", "dsa",
  ]

  private typealias Carrier = (type: ConnectionType, link: Int32)

  /// What a device is; what is virtual is what lies below it.
  ///
  /// `depth` ends a loop of links that point at each other.
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
      // Of several ports the one that is a device of the outside world decides; machines inside hang on the others.
      let outside = [ConnectionType.wifi, .cellular, .bluetooth].lazy.compactMap { type in
        carriers.first { $0.type == type }
      }
      return outside.first ?? (.ethernet, link.index)
    case let kind where Self.shadows.contains(kind):
      guard depth < 8, !link.lowerIsElsewhere, let lower = link.lower.flatMap({ links[$0] }) else {
        return (.ethernet, link.index)
      }
      return carrier(of: lower, in: links, depth: depth + 1)
    case "tap": return (.ethernet, link.index)
    case let kind where Self.cables.contains(kind): return (.ethernet, link.index)
    default: return (.unknown, link.index)
    }
  }

  /// The best device that a tunnel's own packets can leave by: one that is no tunnel, is ready, and has a gateway.
  private func carrierBelowTunnels(in links: [Int32: LinkMessage]) -> Carrier? {
    let ways = routes.filter { $0.isUnicast && !$0.isCached }
      .sorted { ($0.destinationLength, $0.metric) < ($1.destinationLength, $1.metric) }
    for route in ways {
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
