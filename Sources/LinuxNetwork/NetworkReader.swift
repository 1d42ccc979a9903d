/// Reads the state of this machine's network from the kernel, without a daemon and without privileges.
///
/// Reads block, for tens of microseconds on a small machine. They see the network namespace of the calling thread.
/// ```swift
/// let reader = NetworkReader()
/// print(try reader.status().connectionType, try reader.currentSSID()?.text ?? "not on WiFi")
/// ```
public struct NetworkReader: Sendable {
  /// Makes a reader.
  ///
  /// It holds nothing: sockets live as long as one reading.
  public init() {}

  /// How this machine is connected, now.
  ///
  /// Being offline is no error, and neither is a sandbox that denies netlink: then /proc is read. Throws when the kernel refuses or breaks off an answer.
  public func status() throws(NetworkError) -> NetworkStatus {
    do throws(NetworkError) {
      return NetworkStatus(try snapshot())
    } catch  where error.meansDenied {
      return NetworkStatus(.withoutNetlink())
    }
  }

  /// The interfaces alone, by index: without routes and name servers.
  ///
  /// Throws as ``status()`` does.
  public func interfaces() throws(NetworkError) -> [NetworkInterface] {
    do throws(NetworkError) {
      var snapshot = NetworkSnapshot()
      var socket = try NetlinkSocket(.route)
      try snapshot.readLinks(from: &socket)
      try snapshot.readWirelessLinks()
      snapshot.readDevices()
      return snapshot.interfaces
    } catch  where error.meansDenied {
      return NetworkSnapshot.withoutNetlink().interfaces
    }
  }

  private func snapshot() throws(NetworkError) -> NetworkSnapshot {
    var snapshot = NetworkSnapshot()
    var socket = try NetlinkSocket(.route)
    try snapshot.readLinks(from: &socket)
    try snapshot.readRoutes(from: &socket)
    try snapshot.readWirelessLinks()
    snapshot.readDevices()
    snapshot.dns = .system
    return snapshot
  }
}

extension NetworkSnapshot {
  fileprivate mutating func readLinks(from socket: inout NetlinkSocket) throws(NetworkError) {
    links = try take(socket.dump(LinkMessage.dump, LinkMessage.init))
    addresses = try take(socket.dump(AddressMessage.dump, AddressMessage.init))
  }

  fileprivate mutating func readRoutes(from socket: inout NetlinkSocket) throws(NetworkError) {
    for family in AddressFamily.allCases {
      do throws(NetworkError) {
        routes += try take(
          socket.dump(RouteMessage.dump(family)) { message, bytes throws(NetworkError) in
            RouteMessage(message, bytes).flatMap { $0.leadsOut ? $0 : nil }
          })
      } catch  where error.meansNoTable {}
      do throws(NetworkError) {
        let route = try socket.look(RouteMessage.look(family), RouteMessage.init)
        if let route, route.isUnicast { outgoingLinks += route.hops.map(\.link) }
      } catch  where error.meansNoRoute {}
    }
  }

  /// Which links are WiFi.
  ///
  /// A kernel without WiFi has none; that is no error.
  fileprivate mutating func readWirelessLinks() throws(NetworkError) {
    guard var wireless = try WirelessSocket.open() else { return }
    wirelessLinks = Set(try take(wireless.interfaces()).map(\.index))
  }

  fileprivate mutating func readDevices() {
    for link in links where link.kind.isEmpty && !link.flags.contains(.loopback) {
      devices[link.index] = DeviceFacts(of: link)
    }
  }

  private mutating func take<Record>(_ dump: Dump<Record>) -> [Record] {
    if !dump.isConsistent { isConsistent = false }
    return dump.records
  }
}
