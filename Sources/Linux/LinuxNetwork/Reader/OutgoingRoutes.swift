extension NetworkSnapshot {
  /// Asks the kernel how packets to a public address of this family leave.
  ///
  /// The links must have been read.
  mutating func readOutgoingRoute(_ family: AddressFamily, from socket: inout NetlinkSocket) throws(NetworkError) {
    guard var route = try socket.outgoingRoute(family) else { return }
    route.entry = try socket.route(
      RouteMessage.lookup(family.publicAddress, from: route.requiredSource, transport: .udp, asEntry: true))
    // The kernel chooses one of several hops, even if its link has lost its carrier.
    if let chosen = route.hops.first, !isReady(chosen.link) {
      route.hops += route.entry?.hops.filter { $0.way != chosen.way } ?? []
    }
    outgoing.append(route)
  }

  /// Asks the kernel how the packets of the tunnels leave, if a tunnel carries outgoing packets.
  mutating func readRoutesBelowTunnels(from socket: inout NetlinkSocket) throws(NetworkError) {
    var pending = outgoing.flatMap { route in route.hops.map { (link: $0.link, destination: route.destination) } }
    var read: Set<Int32> = []
    while let (index, destination) = pending.popLast(), read.count < 16 {
      guard read.insert(index).inserted, let link = links.first(where: { $0.index == index }) else { continue }
      let kind = kind(of: link)
      guard Self.tunnelKinds.contains(kind) || kind == "tap" else { continue }
      switch try ends(of: link, kind, to: destination) {
      case .known(let ends):
        let route = try socket.route(
          RouteMessage.lookup(
            ends.remote, from: ends.local, mark: ends.mark, link: ends.link == 0 ? nil : ends.link))
        tunnelHops[index] = route?.hops ?? []
        pending += route?.hops.map { ($0.link, ends.remote) } ?? []
      case .missing: tunnelHops[index] = []
      case .unknown: if alternatives.isEmpty { try readAlternatives(from: &socket) }
      }
    }
  }

  /// Where a tunnel sends its own packets.
  private enum Ends {
    case known(TunnelEnds)
    /// Nowhere: it refuses the packet.
    case missing
    /// The kernel does not say, or their routes are in another namespace, with the tunnel's lower side.
    case unknown
  }

  /// The ends of a tunnel for packets to a destination.
  private func ends(of link: LinkMessage, _ kind: String, to destination: IPAddress) throws(NetworkError) -> Ends {
    if kind == "wireguard" { return try wireGuardEnds(of: link.index, to: destination) }
    guard let tunnel = link.tunnel, !link.lowerIsElsewhere else { return .unknown }
    return .known(tunnel)
  }

  /// The ends of a WireGuard tunnel: unknown without the capability `CAP_NET_ADMIN`.
  ///
  /// A packet that no peer accepts is refused with ENOKEY, one for a peer without an address with EDESTADDRREQ.
  private func wireGuardEnds(of link: Int32, to destination: IPAddress) throws(NetworkError) -> Ends {
    do throws(NetworkError) {
      var socket = try NetlinkSocket(.generic)
      guard let family = try socket.lookup(GenericFamily.named("wireguard"), GenericFamily.init) else {
        return .unknown
      }
      let request = WireGuardMessage.dump(family, interface: link)
      let parts = try socket.dump(request) { message, bytes throws(NetworkError) in
        WireGuardMessage(message, bytes, for: destination)
      }
      .records
      guard let device = parts.first else { return .unknown }
      let peer = parts.flatMap(\.peers).max { $0.matchedBits < $1.matchedBits }
      guard let endpoint = peer?.endpoint else { return .missing }
      // The kernel does not show whether WireGuard's packets leave from another namespace, as in a container that was
      // given the tunnel alone.
      return hasDevices ? .known(TunnelEnds(remote: endpoint, mark: device.mark)) : .unknown
    } catch  where error.meansDenied || error.code == .notFound {
      return .unknown
    }
  }

  /// Looks for routes by the devices that any default route names.
  ///
  /// The lookup follows the rules, so a table that no rule uses does not count.
  private mutating func readAlternatives(from socket: inout NetlinkSocket) throws(NetworkError) {
    var found: [RouteMessage] = []
    for family in AddressFamily.allCases {
      let candidates = Set(routes.filter { $0.isDefault && $0.family == family }.flatMap(\.hops).map(\.link))
      for index in candidates.sorted().prefix(64) where isReadyDevice(index) {
        let destination = family.publicAddress
        let entry = try socket.route(RouteMessage.lookup(destination, link: index, asEntry: true))
        let chosen = try socket.route(RouteMessage.lookup(destination, link: index))
        if let entry, isUsable(chosen?.source) { found.append(entry) }
      }
    }
    alternatives = found.sorted { $0.metric < $1.metric }.flatMap(\.hops).filter { isReadyDevice($0.link) }
  }

  private func isReady(_ index: Int32) -> Bool {
    links.contains { $0.index == index && $0.flags.isSuperset(of: .ready) }
  }

  /// Whether this link is ready, and neither a tunnel nor local.
  private func isReadyDevice(_ index: Int32) -> Bool {
    links.contains { $0.index == index && $0.flags.isSuperset(of: .ready) && isDevice($0) }
  }
}

extension NetlinkSocket {
  /// How packets to a public address of this family leave, and with which source address.
  ///
  /// `nil` if they have no route.
  mutating func outgoingRoute(_ family: AddressFamily) throws(NetworkError) -> OutgoingRoute? {
    let destination = family.publicAddress
    if let route = try self.route(RouteMessage.lookup(destination, transport: .udp)) { return OutgoingRoute(route) }
    // A route of IPv6 can be for certain source addresses only: connect() then chooses the source first.
    guard family == .ipv6, let octets = SystemCalls.sourceAddress(to: destination.octets),
      let source = IPAddress(octets)
    else { return nil }
    return try route(RouteMessage.lookup(destination, from: source, transport: .udp)).map {
      OutgoingRoute(family: family, source: source, hops: $0.hops, requiredSource: source)
    }
  }

  /// The unicast route that answers a lookup.
  ///
  /// `nil` if no route leads to the destination.
  fileprivate mutating func route(_ request: NetlinkRequest) throws(NetworkError) -> RouteMessage? {
    do throws(NetworkError) {
      return try lookup(request, RouteMessage.init).flatMap { $0.isUnicast ? $0 : nil }
    } catch  where error.meansNoRoute {
      return nil
    }
  }
}
