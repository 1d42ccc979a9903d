extension NetworkSnapshot {
  /// Asks the kernel how packets to a public address of this family leave.
  ///
  /// The links must have been read.
  mutating func readOutgoingRoute(_ family: AddressFamily, from socket: inout NetlinkSocket) throws(NetworkError) {
    guard var route = try socket.outgoingRoute(family) else { return }
    route.entry = try socket.route(
      RouteMessage.lookup(family.publicAddress, from: route.requiredSource, asEntry: true))
    // The kernel chooses one of several hops, even if its link has lost its carrier.
    if let chosen = route.hops.first, !isReady(chosen.link) {
      route.hops += route.entry?.hops.filter { !$0.leads(as: chosen) } ?? []
    }
    outgoing.append(route)
  }

  /// Asks the kernel how the packets of the tunnels leave, if a tunnel carries outgoing packets.
  mutating func readRoutesBelowTunnels(from socket: inout NetlinkSocket) throws(NetworkError) {
    var pending = outgoing.flatMap(\.hops).map(\.link)
    var read: Set<Int32> = []
    while let index = pending.popLast(), read.count < 16 {
      guard read.insert(index).inserted, let link = links.first(where: { $0.index == index }) else { continue }
      let kind = kind(of: link)
      guard Self.tunnelKinds.contains(kind) || kind == "tap" else { continue }
      // The ends of a tunnel whose lower side is in another namespace have their routes there.
      if let ends = link.tunnel, !link.lowerIsElsewhere {
        let route = try socket.route(
          RouteMessage.lookup(
            ends.remote, from: ends.local, mark: ends.mark, link: ends.link == 0 ? nil : ends.link))
        tunnelHops[index] = route?.hops ?? []
        pending += route?.hops.map(\.link) ?? []
      } else if alternatives.isEmpty {
        try readAlternatives(from: &socket)
      }
    }
  }

  /// Looks for routes by the devices that any default route names.
  ///
  /// The lookup follows the rules, so a table that no rule uses does not count.
  private mutating func readAlternatives(from socket: inout NetlinkSocket) throws(NetworkError) {
    var found: [RouteMessage] = []
    for family in AddressFamily.allCases {
      let candidates = Set(routes.filter { $0.isDefault && $0.family == family }.flatMap(\.hops).map(\.link))
      for index in candidates.sorted().prefix(64) where isDevice(index) {
        let destination = family.publicAddress
        let entry = try socket.route(RouteMessage.lookup(destination, link: index, asEntry: true))
        let chosen = try socket.route(RouteMessage.lookup(destination, link: index))
        if let entry, isUsable(chosen?.source) { found.append(entry) }
      }
    }
    alternatives = found.sorted { $0.metric < $1.metric }.flatMap(\.hops).filter { isDevice($0.link) }
  }

  private func isReady(_ index: Int32) -> Bool {
    links.contains { $0.index == index && $0.flags.isSuperset(of: .ready) }
  }

  /// Whether this link is ready, and neither a tunnel nor local.
  private func isDevice(_ index: Int32) -> Bool {
    links.contains { link in
      let kind = kind(of: link)
      return link.index == index && link.flags.isSuperset(of: .ready) && !Self.tunnelKinds.contains(kind)
        && !["loopback", "tap"].contains(kind)
    }
  }
}

extension NetlinkSocket {
  /// How packets to a public address of this family leave, and with which source address.
  ///
  /// `nil` if they have no route.
  mutating func outgoingRoute(_ family: AddressFamily) throws(NetworkError) -> OutgoingRoute? {
    let destination = family.publicAddress
    if let route = try self.route(RouteMessage.lookup(destination)) { return OutgoingRoute(route) }
    // A route of IPv6 can be for certain source addresses only: connect() then chooses the source first.
    guard family == .ipv6, let octets = SystemCalls.sourceAddress(to: destination.octets),
      let source = IPAddress(octets)
    else { return nil }
    return try route(RouteMessage.lookup(destination, from: source)).map {
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
