extension NetworkSnapshot {
  /// A snapshot from /proc and interface requests, used if netlink is denied.
  ///
  /// These report one IPv4 address for each interface, and only the main routing table.
  static func withoutNetlink() -> NetworkSnapshot {
    let files = ProcFiles.system
    var snapshot = NetworkSnapshot(files, describe: InterfaceRequests()?.facts(of:) ?? { _ in nil }) {
      SystemCalls.sourceAddress(to: $0.publicAddress.octets).flatMap { IPAddress($0) }
    }
    snapshot.readKinds()
    snapshot.readDevices()
    snapshot.associations = Self.associations(files, snapshot.links)
    snapshot.readSessionDevices()
    return snapshot
  }

  /// Reads WiFi properties from the wireless extensions, used if only generic netlink is denied.
  mutating func readWirelessExtensions() {
    let files = ProcFiles.system
    let names = Set(files.wirelessNames)
    wirelessLinks = Set(links.filter { names.contains($0.name) }.map(\.index))
    associations = Self.associations(files, links)
  }

  /// Reads which devices carry PPPoE sessions, if there is a PPP link.
  mutating func readSessionDevices() {
    guard links.contains(where: { $0.hardwareType == LinkMessage.HardwareType.ppp }) else { return }
    sessionDevices = ProcFiles.system.sessionDevices
  }

  private static func associations(_ files: ProcFiles, _ links: [LinkMessage]) -> [Int32: WirelessAssociation] {
    guard let requests = InterfaceRequests() else { return [:] }
    var associations: [Int32: WirelessAssociation] = [:]
    for (name, signal) in files.wirelessSignals {
      guard let link = links.first(where: { $0.name == name }) else { continue }
      associations[link.index] = requests.association(of: name, link.index, signal: signal)
    }
    return associations
  }

  /// Combines the files with the properties that `describe` returns for each interface name, and the source address
  /// that `choose` returns for packets to a public address.
  init(
    _ files: ProcFiles, describe: ([UInt8]) -> InterfaceRequests.Facts?, source choose: (AddressFamily) -> IPAddress?
  ) {
    source = .proc
    var indexes: [[UInt8]: Int32] = [:]
    for (name, statistics) in files.interfaces {
      guard let facts = describe(name) else { continue }
      indexes[name] = facts.index
      links.append(LinkMessage(name: name, facts, statistics))
      if let address = facts.address { addresses.append(address) }
    }
    addresses += files.ipv6Addresses
    routes = files.routes(indexes)
    wirelessLinks = Set(files.wirelessNames.compactMap { indexes[$0] })
    // Without a route lookup, the best default route that does not refuse packets is used.
    let best = routes.filter(\.isDefault).sorted { $0.metric < $1.metric }
    outgoing = AddressFamily.allCases.map { family in
      let candidates = best.filter { $0.family == family }
      let source = choose(family)
      return OutgoingRoute(
        family: family, source: source, hops: candidates.flatMap(\.hops),
        entry: source == nil ? nil : candidates.first)
    }
  }
}

extension ProcFiles {
  fileprivate static var system: ProcFiles {
    // The thread's namespace: /proc/net is the namespace of the process's first thread.
    let file = { (name: String) in
      SystemCalls.contents(ofFile: Array("/proc/thread-self/net/\(name)".utf8), limit: 1 << 24) ?? []
    }
    return ProcFiles(
      dev: file("dev"), route: file("route"), ipv6Route: file("ipv6_route"), ifInet6: file("if_inet6"),
      wireless: file("wireless"), pppoe: file("pppoe"))
  }
}

extension LinkMessage {
  fileprivate init(name: [UInt8], _ facts: InterfaceRequests.Facts, _ statistics: InterfaceStatistics?) {
    // These 16 bits of flags lack the carrier; but no interface is running without one.
    let flags = Flags(rawValue: UInt32(facts.flags))
    self.init(
      index: facts.index, hardwareType: facts.hardwareType,
      flags: flags.contains(.running) ? flags.union(.lowerUp) : flags)
    self.name = name
    self.statistics = statistics
    mac = facts.mac
    mtu = facts.mtu
    operationalState = flags.contains(.loopback) ? 0 : flags.contains(.running) ? 6 : 2
  }
}
