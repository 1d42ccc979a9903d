extension NetworkStatus {
  /// Draws the conclusions from what the kernel gave.
  ///
  /// Pure: the same snapshot always gives the same status.
  init(_ snapshot: NetworkSnapshot) {
    let connection = snapshot.connection
    connected = connection.type != .none
    connectionType = connection.type
    underlyingConnectionType = connection.underlying
    defaultRoutes = snapshot.defaultRoutes
    dns = snapshot.dns
    interfaces = snapshot.interfaces
    source = snapshot.source
    consistent = snapshot.isConsistent
  }
}

extension NetworkSnapshot {
  /// The kind of device that traffic to the outside leaves by, and what is below it if that is a tunnel.
  var connection: (type: ConnectionType, underlying: ConnectionType?) {
    let links = Dictionary(links.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    for index in outgoingLinks {
      guard let link = links[index], link.flags.isSuperset(of: .ready) else { continue }
      let type = type(of: link, in: links)
      guard type == .vpn else { return (type, nil) }
      // A tunnel with nothing to run over carries nothing.
      if let underlying = typeBelowTunnels(in: links) { return (.vpn, underlying) }
    }
    return (.none, nil)
  }

  /// What a device is; what is virtual is what lies below it.
  ///
  /// `depth` ends a loop of links that point at each other.
  private func type(of link: LinkMessage, in links: [Int32: LinkMessage], depth: Int = 0) -> ConnectionType {
    switch kind(of: link) {
    case "wifi": return .wifi
    case "ethernet": return .ethernet
    case "cellular": return .cellular
    case "bluetooth": return .bluetooth
    case "wireguard", "tun", "ppp", "ipip", "sit", "gre", "gretap", "ip6gre", "ip6tnl", "vti", "vti6", "xfrm", "l2tp":
      return .vpn
    case "bridge", "bond", "team":
      let ports = links.values.filter { $0.master == link.index && $0.flags.isSuperset(of: .ready) }
      let types = depth < 8 ? ports.map { type(of: $0, in: links, depth: depth + 1) } : []
      // Of several ports the one that is a device of the outside world decides; machines inside hang on the others.
      return [.wifi, .cellular, .bluetooth].first(where: types.contains) ?? .ethernet
    case "vlan", "macvlan", "ipvlan", "macsec":
      guard depth < 8, !link.lowerIsElsewhere, let lower = link.lower.flatMap({ links[$0] }) else { return .ethernet }
      return type(of: lower, in: links, depth: depth + 1)
    case "veth", "tap", "dummy", "vxlan", "geneve", "vrf", "ifb", "nlmon", "macvtap", "ipvtap", "virt_wifi", "dsa":
      return .ethernet
    default: return .unknown
    }
  }

  /// The best device that a tunnel's own packets can leave by: one that is no tunnel, is ready, and has a gateway.
  private func typeBelowTunnels(in links: [Int32: LinkMessage]) -> ConnectionType? {
    let ways = routes.filter { $0.isUnicast && !$0.isCached }
      .sorted { ($0.destinationLength, $0.metric) < ($1.destinationLength, $1.metric) }
    for route in ways {
      for hop in route.hops where hop.gateway != nil || route.isDefault {
        guard let link = links[hop.link], link.flags.isSuperset(of: .ready), !link.flags.contains(.loopback) else {
          continue
        }
        let type = type(of: link, in: links)
        if type != .vpn { return type }
      }
    }
    return nil
  }
}
