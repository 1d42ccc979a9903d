extension NetworkReader {
  /// The kind of device that carries traffic to the Internet; `none` if not connected.
  ///
  /// The same value as in ``status()``, read with lookups whose cost does not grow with the address and routing tables.
  /// A bridge or a tunnel needs the complete tables.
  public func connectionType() throws(NetworkError) -> ConnectionType {
    do throws(NetworkError) {
      if let snapshot = try NetworkSnapshot.outgoing() { return snapshot.carrier?.type ?? .none }
    } catch  where error.meansDenied {}
    return try status().connectionType
  }

  /// Whether this machine is connected: see ``NetworkStatus/connected`` for the meaning and the limits of this.
  public func isConnected() throws(NetworkError) -> Bool { try connectionType() != .none }
}

extension NetworkSnapshot {
  /// Reads only the device that packets for a public address leave by.
  ///
  /// `nil` if this does not suffice to decide its kind.
  static func outgoing() throws(NetworkError) -> NetworkSnapshot? {
    var snapshot = NetworkSnapshot()
    var socket = try NetlinkSocket(.route)
    for family in AddressFamily.allCases {
      guard let route = try socket.outgoingRoute(family) else { continue }
      for hop in route.hops {
        guard try snapshot.readLink(hop.link, from: &socket) else { return nil }
      }
      if let source = route.source, source.reachesBeyondLink {
        guard try snapshot.readAddress(source, of: route, from: &socket) else { return nil }
      }
      snapshot.outgoing.append(route)
      if snapshot.carrier != nil { break }
    }
    return snapshot
  }

  /// Reads the properties of a source address.
  ///
  /// Returns false if an IPv4 address belongs to another link than the outgoing one: the kernel finds addresses of IPv4
  /// by their link only.
  private mutating func readAddress(
    _ source: IPAddress, of route: OutgoingRoute, from socket: inout NetlinkSocket
  ) throws(NetworkError) -> Bool {
    if route.family == .ipv6 {
      if let address = try? socket.lookup(AddressMessage.lookup(source), AddressMessage.init) {
        addresses.append(address)
      }
      return true
    }
    guard let link = route.hops.first?.link else { return true }
    let found = try socket.dump(AddressMessage.dumpIPv4(of: link), AddressMessage.init).records
    addresses += found.filter { $0.address == source }
    return !addresses.isEmpty
  }

  /// Reads a link, and the links below it that decide its kind.
  ///
  /// Returns false if the links below cannot be followed one by one: the ports of a bridge, the carrier of a tunnel or
  /// of PPP, the other hops beside one that is not ready, or a link that disappeared between two requests.
  private mutating func readLink(_ index: Int32, from socket: inout NetlinkSocket) throws(NetworkError) -> Bool {
    guard !links.contains(where: { $0.index == index }) else { return true }
    guard let link = try? socket.lookup(LinkMessage.lookup(index), LinkMessage.init) else { return false }
    guard link.flags.isSuperset(of: .ready), link.hardwareType != LinkMessage.HardwareType.ppp else { return false }
    links.append(link)
    switch String(kernelText: link.kind) {
    case "" where link.flags.contains(.loopback): return true
    case "":
      // If /sys shows another namespace, only nl80211 knows which links are WiFi.
      devices[index] = DeviceFacts(of: link, withSpeed: false)
      return devices[index] != nil
    case let kind where Self.transparentKinds.contains(kind):
      guard let lower = link.lower, !link.lowerIsElsewhere else { return true }
      return try readLink(lower, from: &socket)
    case let kind: return Self.ethernetLikeKinds.contains(kind) || Self.sinkKinds.contains(kind)
    }
  }
}
