extension NetworkReader {
  /// The kind of device that traffic to the outside leaves by; `none` if not connected.
  ///
  /// The same as in ``status()``, by look-ups whose cost does not grow with the tables of addresses and routes, unless the
  /// device is a virtual one: then what is below it has to be found.
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
  fileprivate static func outgoing() throws(NetworkError) -> NetworkSnapshot? {
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
    for index in snapshot.outgoingLinks where !snapshot.links.contains(where: { $0.index == index }) {
      // A link that went between the two questions: the whole reading will see what is left.
      guard let link = try? socket.look(LinkMessage.look(index), LinkMessage.init), link.kind.isEmpty else {
        return nil
      }
      snapshot.links.append(link)
      guard !link.flags.contains(.loopback) else { continue }
      // Where /sys shows another namespace, only WiFi itself can tell which links are its own.
      guard let facts = DeviceFacts(of: link, withSpeed: false) else { return nil }
      snapshot.devices[index] = facts
    }
    return snapshot
  }
}
