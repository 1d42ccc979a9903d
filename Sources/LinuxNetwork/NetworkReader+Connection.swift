extension NetworkReader {
  /// The kind of device that traffic to the outside leaves by; `none` if not connected.
  ///
  /// The same as in ``status()``, by look-ups whose cost does not grow with the tables of addresses and routes, unless the
  /// device is a bridge or a tunnel: then what is below it has to be found.
  public func connectionType() throws(NetworkError) -> ConnectionType {
    do throws(NetworkError) {
      if let snapshot = try NetworkSnapshot.outgoing() { return snapshot.connection.type }
    } catch  where error.meansDenied {}
    return try status().connectionType
  }

  /// Whether this machine is connected: see ``NetworkStatus/connected`` for what that means, and what it cannot prove.
  public func isConnected() throws(NetworkError) -> Bool { try connectionType() != .none }
}

extension NetworkSnapshot {
  /// Only the devices that packets for a public address would leave by.
  ///
  /// `nil` if that is not enough to tell what they are.
  static func outgoing() throws(NetworkError) -> NetworkSnapshot? {
    var snapshot = NetworkSnapshot()
    var socket = try NetlinkSocket(.route)
    for family in AddressFamily.allCases {
      do throws(NetworkError) {
        guard let route = try socket.look(RouteMessage.look(family), RouteMessage.init) else { continue }
        // Without an address to send from, the other addresses decide whether it counts.
        guard route.hasSource else { return nil }
        snapshot.outgoingLinks += route.hops.map(\.link)
      } catch  where error.meansNoRoute {}
    }
    for index in snapshot.outgoingLinks {
      guard try snapshot.readLink(index, from: &socket) else { return nil }
    }
    return snapshot
  }

  /// Reads a link, and those below it that decide what it is.
  ///
  /// Returns false if that is more than can be followed from one link to the next: the ports of a bridge, what a tunnel
  /// runs over, a link that went between two questions.
  private mutating func readLink(_ index: Int32, from socket: inout NetlinkSocket) throws(NetworkError) -> Bool {
    guard !links.contains(where: { $0.index == index }) else { return true }
    guard let link = try? socket.look(LinkMessage.look(index), LinkMessage.init) else { return false }
    links.append(link)
    switch String(kernelText: link.kind) {
    case "" where link.flags.contains(.loopback): return true
    case "":
      // Where /sys shows another namespace, only WiFi itself can tell which links are its own.
      devices[index] = DeviceFacts(of: link, withSpeed: false)
      return devices[index] != nil
    case let kind where Self.shadows.contains(kind):
      guard let lower = link.lower, !link.lowerIsElsewhere else { return true }
      return try readLink(lower, from: &socket)
    case let kind: return Self.cables.contains(kind)
    }
  }
}
