extension IPConnection {
  init(_ family: AddressFamily, in snapshot: NetworkSnapshot) {
    let carriers = Carriers(snapshot)
    let route = snapshot.usableRoutes.first { $0.family == family && carriers.carrier(of: $0) != nil }
    let hop = route.flatMap(carriers.workingHop)
    reachable = route != nil
    grade = reachable ? .routed : snapshot.hasNeighbours(family) ? .local : .none
    interface = hop.map { hop in
      snapshot.links.first { $0.index == hop.link }.map { String(kernelText: $0.name) } ?? "#\(hop.link)"
    }
    gateway = hop?.gateway?.description
    source = route?.source?.description
  }
}

extension NetworkSnapshot {
  /// Whether a link with a carrier has an address of this family that can be used, if only on the link.
  fileprivate func hasNeighbours(_ family: AddressFamily) -> Bool {
    let links = Dictionary(links.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    return addresses.contains { address in
      guard address.address.family == family, address.isUsable, !address.address.isLoopback,
        let link = links[address.link]
      else { return false }
      return link.flags.isSuperset(of: .ready) && !link.flags.contains(.loopback)
        && !Self.sinkKinds.contains(kind(of: link))
    }
  }
}
