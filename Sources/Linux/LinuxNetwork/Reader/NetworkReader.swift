/// Reads the state of this machine's network from the kernel, without a daemon and without privileges.
///
/// Reads block, for tens of microseconds on a small machine. They see the network namespace of the calling thread.
/// ```swift
/// let reader = NetworkReader()
/// print(try reader.status().connectionType, try reader.currentSSID()?.text ?? "not on WiFi")
/// ```
public struct NetworkReader: Sendable {
  let resolver: ResolverFiles
  /// The probe that finds out the grades `full` and `captive`; `nil` if nothing may be sent.
  public let probe: ConnectivityProbe?

  /// Makes a reader.
  ///
  /// It holds no resources: each read opens and closes its own sockets.
  public init() { self.init(resolver: ResolverFiles()) }

  /// Makes a reader whose grades say whether packets get beyond the network: see ``gradedStatus()``.
  public init(probe: ConnectivityProbe) { self.init(resolver: ResolverFiles(), probe: probe) }

  init(resolver: ResolverFiles, probe: ConnectivityProbe? = nil) {
    self.resolver = resolver
    self.probe = probe
  }

  /// The current status of the network, with the grades of the reader's probe.
  ///
  /// Sends the probe's request unless an earlier verdict about the same connection is valid; waits for it for at most twice
  /// the probe's time limit. Without a probe, and where it proves nothing, the grades are those of ``status()``. Throws as
  /// ``status()`` does.
  public func gradedStatus() async throws(NetworkError) -> NetworkStatus {
    let status = try status()
    return await probe?.grade(status) ?? status
  }

  /// The current status of the network.
  ///
  /// Sends nothing: with a probe, its earlier verdicts are used as long as they are valid.
  ///
  /// Being offline is not an error. If a sandbox denies netlink, the status comes from /proc. Throws if the kernel
  /// refuses a request or stops before the end of an answer.
  public func status() throws(NetworkError) -> NetworkStatus {
    let status = NetworkStatus(try anySnapshot())
    return probe?.applied(to: status) ?? status
  }

  private func anySnapshot() throws(NetworkError) -> NetworkSnapshot {
    do throws(NetworkError) {
      return try snapshot()
    } catch  where error.meansDenied {
      var snapshot = NetworkSnapshot.withoutNetlink()
      snapshot.dns = resolver.configuration
      return snapshot
    }
  }

  /// The interfaces alone, sorted by index: without routes and name servers.
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

  func snapshot() throws(NetworkError) -> NetworkSnapshot {
    var socket = try NetlinkSocket(.route)
    var snapshot = try tables(from: &socket)
    try snapshot.readWirelessLinks()
    snapshot.readDevices()
    snapshot.readSessionDevices()
    try snapshot.readRoutesBelowTunnels(from: &socket)
    snapshot.dns = resolver.configuration
    return snapshot
  }
}

extension NetworkReader {
  /// Links, addresses and routes, which are read anew if a later table names a link that the first one lacks.
  private func tables(from socket: inout NetlinkSocket) throws(NetworkError) -> NetworkSnapshot {
    var snapshot = NetworkSnapshot()
    for _ in 0..<5 {
      snapshot = NetworkSnapshot()
      try snapshot.readLinks(from: &socket)
      try snapshot.readRoutes(from: &socket)
      if snapshot.namesOnlyItsLinks { return snapshot }
    }
    snapshot.isConsistent = false
    return snapshot
  }
}

extension NetworkSnapshot {
  /// Whether every address and every hop belongs to a link of this snapshot.
  var namesOnlyItsLinks: Bool {
    let known = Set(links.map(\.index))
    return addresses.allSatisfy { known.contains($0.link) }
      && routes.allSatisfy { $0.hops.allSatisfy { known.contains($0.link) } }
  }

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
      try readOutgoingRoute(family, from: &socket)
    }
    guard routes.contains(where: \.lacksHops) else { return }
    let nexthops = Nexthops(try take(socket.dump(NexthopMessage.dump, NexthopMessage.init)))
    for index in routes.indices { routes[index].resolve(nexthops) }
  }

  /// Reads which links are WiFi, and the networks that they are members of.
  ///
  /// A kernel without WiFi has none; that is not an error. If generic netlink is denied, the wireless extensions are
  /// read.
  fileprivate mutating func readWirelessLinks() throws(NetworkError) {
    do throws(NetworkError) {
      guard var wireless = try WirelessSocket.open() else { return }
      let interfaces = try take(wireless.interfaces())
      wirelessLinks = Set(interfaces.map(\.index))
      wirelessInterfaces = Dictionary(interfaces.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
      for interface in interfaces where interface.isClient {
        associations[interface.index] = try wireless.association(of: interface, detailed: false)
      }
    } catch  where error.meansDenied {
      readWirelessExtensions()
    }
  }

  private mutating func take<Record>(_ dump: Dump<Record>) -> [Record] {
    if !dump.isConsistent { isConsistent = false }
    return dump.records
  }
}
