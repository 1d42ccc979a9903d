import Testing

@testable import LinuxNetwork

@Suite struct `A connection` {
  private let gateway: (UInt16, [UInt8]) = (5, [192, 0, 2, 1])

  private func status(_ links: [LinkMessage], out: Int32?, routes: [RouteMessage] = []) -> NetworkStatus {
    NetworkStatus(NetworkSnapshot(links: links, routes: routes, outgoing: out.map { Made.outgoing($0) } ?? []))
  }

  private func way(_ link: Int32) -> (UInt16, [UInt8]) { (4, link.octets) }

  @Test(arguments: [[.up, .running], [.up, .lowerUp], [.running, .lowerUp]] as [LinkMessage.Flags])
  func `requires a device that is up, running and has a carrier`(_ flags: LinkMessage.Flags) {
    let status = status([Made.link(2, "eth0", flags: flags)], out: 2)
    #expect(!status.connected)
    #expect(status.connectionType == .none)
  }

  @Test func `is not read as one state if a route or an address names a link that is missing`() {
    let eth0 = Made.link(2, "eth0")
    #expect(NetworkSnapshot(links: [eth0], routes: [Made.route([gateway, way(2)])]).namesOnlyItsLinks)
    #expect(!NetworkSnapshot(links: [eth0], routes: [Made.route([gateway, way(3)])]).namesOnlyItsLinks)
    #expect(!NetworkSnapshot(addresses: [Made.address([(1, [192, 0, 2, 7])])]).namesOnlyItsLinks)
  }

  @Test func `may share its traffic by weights of sixteen bits`() {
    let member = UInt32(1).octets + [0x2b, 0x01, 0, 0]
    #expect(Made.nexthop([(1, UInt32(9).octets), (2, member)]).members.map(\.weight) == [300])
  }

  @Test func `needs a route`() {
    #expect(!status([Made.link(2, "eth0")], out: nil).connected)
    #expect(!status([Made.link(2, "eth0")], out: 7).connected)
  }

  @Test func `through a bridge has the type of its port`() {
    let links = [
      Made.link(2, "br0", kind: "bridge"), Made.link(3, "wlan0", master: 2),
      Made.link(4, "veth0", kind: "veth", master: 2),
    ]
    var snapshot = NetworkSnapshot(links: links, outgoing: Made.outgoing(2))
    #expect(NetworkStatus(snapshot).connectionType == .ethernet)
    snapshot.wirelessLinks = [3]
    #expect(NetworkStatus(snapshot).connectionType == .wifi)
    #expect(NetworkStatus(snapshot).interfaces.map(\.master) == [nil, "br0", "br0"])
  }

  @Test func `through a VLAN has the type of the link below`() {
    var snapshot = NetworkSnapshot(
      links: [Made.link(2, "usb0"), Made.link(3, "usb0.7", kind: "vlan", lower: 2)], outgoing: Made.outgoing(3))
    snapshot.devices[2] = DeviceFacts(type: "wwan")
    #expect(NetworkStatus(snapshot).connectionType == .cellular)
  }

  @Test func `through links that point at each other ends`() {
    let links = [
      Made.link(2, "a", kind: "vlan", lower: 3), Made.link(3, "b", kind: "vlan", lower: 2),
      Made.link(4, "c", kind: "bridge", master: 4),
    ]
    #expect(status(links, out: 2).connectionType == .ethernet)
    #expect(status(links, out: 4).connectionType == .ethernet)
  }

  @Test(arguments: [("wwan", "cellular"), ("bluetooth", "bluetooth"), ("wlan", "wifi"), ("", "ethernet")])
  func `is of the type that the device's uevent names`(_ uevent: String, _ type: String) {
    var snapshot = NetworkSnapshot(links: [Made.link(2, "dev0")], outgoing: Made.outgoing(2))
    snapshot.devices[2] = DeviceFacts(type: uevent)
    #expect(NetworkStatus(snapshot).connectionType.rawValue == type)
  }
}

@Suite struct `A default route` {
  private func routes(_ routes: RouteMessage...) -> [DefaultRoute] {
    NetworkSnapshot(links: [Made.link(2, "eth0"), Made.link(3, "eth1")], routes: routes).defaultRoutes
  }

  private let eth0: (UInt16, [UInt8]) = (4, Int32(2).octets)

  @Test func `may lead over several hops`() {
    func hop(_ link: Int32, _ gateway: [UInt8]) -> [UInt8] {
      let attributes = Made.attribute(5, gateway)
      return UInt16(8 + attributes.count).octets + [0, 0] + link.octets + attributes
    }
    let found = routes(Made.route([(9, hop(2, [192, 0, 2, 1]) + hop(3, [198, 51, 100, 1])), (6, UInt32(20).octets)]))
    #expect(found.map(\.interface) == ["eth0", "eth1"])
    #expect(found.map(\.gateway) == ["192.0.2.1", "198.51.100.1"])
    #expect(found.map(\.metric) == [20, 20])
  }

  @Test func `for IPv4 may have an IPv6 gateway`() {
    let gateway = [UInt8](repeating: 0, count: 15) + [1]
    #expect(routes(Made.route([eth0, (18, UInt16(10).octets + gateway)])).first?.gateway == "::1")
  }

  @Test func `may name a nexthop object instead of its hops`() {
    let gateway = Made.nexthop([(1, UInt32(7).octets), (5, Int32(2).octets), (6, [192, 0, 2, 1])])
    let link = Made.nexthop([(1, UInt32(8).octets), (5, Int32(3).octets)])
    let refusal = Made.nexthop([(1, UInt32(9).octets), (4, [])])
    let group = Made.nexthop([
      (1, UInt32(10).octets), (2, UInt32(7).octets + [0, 0, 0, 0] + UInt32(8).octets + [0, 0, 0, 0]),
    ])
    func hops(_ number: UInt32) -> [String] {
      var route = Made.route([(30, number.octets)])
      #expect(route.lacksHops && route.leadsOut)
      route.resolve(Nexthops([gateway, link, refusal, group]))
      return routes(route).map { "\($0.gateway ?? "-") \($0.interface)" }
    }
    #expect(hops(7) == ["192.0.2.1 eth0"])
    #expect(hops(8) == ["- eth1"])
    #expect(hops(9).isEmpty && hops(11).isEmpty)
    #expect(hops(10) == ["192.0.2.1 eth0", "- eth1"])
  }

  @Test func `may have no gateway`() {
    let found = routes(Made.route([eth0]))
    #expect(found.map(\.interface) == ["eth0"] && found.map(\.gateway) == [nil] && found.map(\.metric) == [0])
  }

  @Test func `has the properties of its message`() throws {
    let network: [UInt8] = [0x20, 0x01, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 12)
    let found = try #require(
      routes(
        Made.route(
          [
            eth0, (2, network), (7, network.dropLast() + [7]), (8, Made.attribute(2, UInt32(1400).octets)), (20, [3]),
            (15, UInt32(51820).octets),
          ], family: 10, sourceLength: 64, flags: 0x15)
      ).first)
    #expect(found.from == "2001:db8::/64" && found.preferredSource == "2001:db8::7" && found.mtu == 1400)
    #expect(found.preference == "low" && found.table == 51820 && found.origin == "boot" && found.weight == 1)
    #expect(found.onLink && found.dead && found.linkDown && !found.inUse)
  }

  @Test func `is in use if the kernel's look-up selects its entry`() throws {
    let (main, other) = (Made.route([eth0]), Made.route([eth0, (15, UInt32(7).octets)]))
    var snapshot = NetworkSnapshot(links: [Made.link(2, "eth0")], routes: [main, other], outgoing: Made.outgoing(2))
    #expect(snapshot.defaultRoutes.allSatisfy { !$0.inUse } && snapshot.defaultRoutes.map(\.table) == [254, 7])
    snapshot.outgoing[0].entry = other
    #expect(snapshot.defaultRoutes.map(\.table) == [7, 254] && snapshot.defaultRoutes.map(\.inUse) == [true, false])
    // A VPN's route for half of all addresses.
    snapshot.outgoing[0].entry = Made.route([eth0], destinationLength: 1)
    #expect(snapshot.defaultRoutes.allSatisfy { !$0.inUse })
  }

  @Test func `may be in a table above 255`() {
    #expect(routes(Made.route([eth0, (15, UInt32(51820).octets)], table: 252)).count == 1)
  }

  @Test(arguments: [6, 7, 8, 2] as [UInt8]) func `that refuses packets is ignored`(_ type: UInt8) {
    #expect(routes(Made.route([eth0], type: type)).isEmpty)
  }

  @Test func `matches every destination, and is no cached exception`() {
    #expect(routes(Made.route([eth0], destinationLength: 1)).isEmpty)
    #expect(routes(Made.route([eth0], flags: 0x200)).isEmpty)
  }

  @Test func `may be in the table local, which the kernel looks up first`() {
    #expect(routes(Made.route([eth0], table: 255)).map(\.table) == [255])
  }

  @Test func `is sorted by family and metric`() {
    let found = routes(
      Made.route([eth0, (6, UInt32(9).octets)], family: 10), Made.route([eth0, (6, UInt32(100).octets)]),
      Made.route([eth0, (6, UInt32(5).octets)]))
    #expect(found.map(\.metric) == [5, 100, 9])
  }
}

@Suite struct `An address` {
  @Test func `that is link-local has the number of its link`() {
    let local: [UInt8] = [0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [1]
    let global: [UInt8] = [0x20, 0x01] + [UInt8](repeating: 0, count: 13) + [1]
    #expect(InterfaceAddress(Made.address([(1, local)], family: 10)).scopeId == 2)
    #expect(InterfaceAddress(Made.address([(1, global)], family: 10)).scopeId == nil)
    #expect(InterfaceAddress(Made.address([(2, [169, 254, 0, 1])])).scopeId == nil)
  }

  @Test func `is this machine's, not the peer's`() {
    let address = Made.address([(1, [10, 0, 0, 2]), (2, [10, 0, 0, 1])])
    #expect(InterfaceAddress(address).address == "10.0.0.1")
  }

  @Test func `has 32 bits of flags, which include the old 8`() {
    let octets: [UInt8] = [0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [1]
    let address = InterfaceAddress(Made.address([(1, octets), (8, UInt32(0x121).octets)], family: 10, flags: 0x40))
    #expect(address.temporary && address.deprecated && !address.tentative)
  }

  @Test func `that is a duplicate is not usable`() {
    let address = InterfaceAddress(Made.address([(2, [10, 0, 0, 1])], flags: 0x08))
    #expect(address.tentative && address.dadFailed)
  }

  @Test func `has the properties of its message`() {
    let times = UInt32(5).octets + UInt32.max.octets + UInt32(0).octets + UInt32(0).octets
    let address = InterfaceAddress(
      Made.address([
        (1, [10, 0, 0, 2]), (2, [10, 0, 0, 1]), (3, Array("eth0:1".utf8) + [0]), (4, [10, 0, 0, 255]), (6, times),
      ]))
    #expect(address.peer == "10.0.0.2" && address.broadcast == "10.0.0.255" && address.label == "eth0:1")
    #expect(address.preferredSeconds == 5 && address.validSeconds == nil && address.dynamic == true)
    #expect(InterfaceAddress(Made.address([(2, [10, 0, 0, 1])], flags: 0x80)).dynamic == false)
    // Cut off within the lifetimes.
    #expect(InterfaceAddress(Made.address([(2, [10, 0, 0, 1]), (6, Array(times.prefix(6)))])).validSeconds == nil)
  }

  @Test func `of IPv4 is never temporary, though secondary has the same bit`() {
    #expect(!InterfaceAddress(Made.address([(2, [10, 0, 0, 1])], flags: 0x01)).temporary)
  }
}

@Suite struct `A link` {
  private func interface(_ link: LinkMessage) throws -> NetworkInterface {
    try #require(NetworkSnapshot(links: [link, Made.link(9, "eth9")]).interfaces.first { $0.index == 2 })
  }

  @Test func `has the properties of its message`() throws {
    let names = ["uplink", "enp0s31f6"].flatMap { Made.attribute(53, Array($0.utf8) + [0]) }
    let found = try interface(
      Made.link(
        2, "eth0", lower: 9,
        more: [
          (20, Array("to the cellar".utf8) + [0]), (30, UInt32(2).octets), (52, names), (54, [2, 0, 0, 0, 0, 7]),
          (56, Array("0000:00:1f.6".utf8) + [0]),
        ]))
    #expect(found.alias == "to the cellar" && found.promiscuous && found.alternativeNames == ["uplink", "enp0s31f6"])
    #expect(found.permanentMac == "02:00:00:00:00:07" && found.parentDevice == "0000:00:1f.6")
    #expect(found.link == "eth9" && found.linkNamespace == nil && found.vlanId == nil && found.tunnel == nil)
  }

  @Test func `in another namespace is not one of this namespace with the same index`() throws {
    let found = try interface(Made.link(2, "eth0", lower: 9, more: [(37, Int32(3).octets)]))
    #expect(found.link == nil && found.linkNamespace == 3)
    #expect(try interface(Made.link(2, "eth0", lower: 9, more: [(37, Int32(-1).octets)])).linkNamespace == nil)
    #expect(try interface(Made.link(2, "eth0", lower: 9, more: [(37, [])])).link == nil)
  }

  @Test func `has the number of its VLAN, or the ends of its tunnel`() throws {
    func information(_ kind: String, _ data: [UInt8]) -> [(UInt16, [UInt8])] {
      [(18, Made.attribute(1, Array(kind.utf8) + [0]) + Made.attribute(2, data))]
    }
    let vlan = Made.attribute(1, UInt16(7).octets)
    #expect(try interface(Made.link(2, "eth0.7", more: information("vlan", vlan))).vlanId == 7)
    #expect(try interface(Made.link(2, "mac0", more: information("macvlan", vlan))).vlanId == nil)
    let ends = Made.attribute(6, [192, 0, 2, 7]) + Made.attribute(7, [192, 0, 2, 8])
    let tunnel = try interface(Made.link(2, "gre7", more: information("gre", ends))).tunnel
    #expect(tunnel?.local == "192.0.2.7" && tunnel?.remote == "192.0.2.8")
  }
}
