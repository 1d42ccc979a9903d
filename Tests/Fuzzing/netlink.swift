/// Parses arbitrary bytes as messages of the kernel, and derives a status and its texts.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let octets = Array(UnsafeBufferPointer(start: start, count: count))
  for isForeign in [false, true] {
    let bytes = NetlinkBytes(octets.span, isForeign: isForeign)
    _ = ChangeFilter.isRelevant(route: bytes)
    _ = ChangeFilter.isRelevant(generic: bytes)
    _ = ChangeFilter.changesFamilies(generic: bytes)
    _ = ScanEnd(bytes, interface: 3)
    read(bytes)
  }
  _ = DNSConfiguration(resolvConf: octets)
  return 0
}

/// Parses an answer, and derives a status from it.
private func read(_ bytes: NetlinkBytes) {
  var snapshot = NetworkSnapshot()
  var interfaces: [WirelessInterface] = []
  var points: [AccessPointMessage] = []
  var stations: [StationMessage] = []
  var nexthops: [NexthopMessage] = []
  var reply = NetlinkReply(
    to: "fuzzing", sequence: bytes.uint32(at: 8) ?? 0, port: bytes.uint32(at: 12) ?? 0, isDump: true)
  do throws(NetworkError) {
    try reply.consume(bytes, from: 0) { message, bytes throws(NetworkError) in
      if let link = LinkMessage(message, bytes) { snapshot.links.append(link) }
      if let address = AddressMessage(message, bytes) { snapshot.addresses.append(address) }
      if let route = RouteMessage(message, bytes) {
        snapshot.routes.append(route)
        var way = OutgoingRoute(route)
        way.entry = route
        snapshot.outgoing.append(way)
        snapshot.alternatives += route.hops
        snapshot.tunnelHops[Int32(snapshot.routes.count)] = route.hops
      }
      _ = GenericFamily(message, bytes)
      if let interface = WirelessInterface(message, bytes) { interfaces.append(interface) }
      if let point = AccessPointMessage(message, bytes) { points.append(point) }
      if let station = StationMessage(message, bytes) { stations.append(station) }
      _ = RadioSettings.powerSave(message, bytes)
      _ = RadioSettings.country(message, bytes)
      if let nexthop = NexthopMessage(message, bytes) { nexthops.append(nexthop) }
    }
  } catch {
    _ = error.description
  }
  for index in snapshot.routes.indices { snapshot.routes[index].resolve(Nexthops(nexthops)) }
  for interface in interfaces.prefix(4) {
    let association = WirelessAssociation(
      interface: interface, accessPoints: points, stations: stations, wirelessExtensions: { interface.name })
    if let association {
      snapshot.associations[interface.index] = association
      snapshot.wirelessLinks.insert(interface.index)
      _ = WiFiStatus(association)
    }
  }
  _ = points.map { WiFiAccessPoint($0, interface: []) }.withoutHiddenDuplicates
  let status = NetworkStatus(snapshot)
  precondition(
    !ObservableStatus(status).differs(from: ObservableStatus(NetworkStatus(snapshot))),
    "the same bytes gave another status")
}
