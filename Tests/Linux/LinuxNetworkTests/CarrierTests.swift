import Testing

@testable import LinuxNetwork

@Suite struct `A VPN` {
  private let eth0 = Made.link(2, "eth0")
  private let wg0 = Made.link(3, "wg0", kind: "wireguard", hardwareType: 65534)

  private func status(_ links: LinkMessage..., change: (inout NetworkSnapshot) -> Void = { _ in }) -> NetworkStatus {
    var snapshot = NetworkSnapshot(links: links, outgoing: Made.outgoing(3))
    change(&snapshot)
    return NetworkStatus(snapshot)
  }

  @Test func `has the underlying type of the best route that leaves by a device`() {
    let status = status(eth0, wg0) { $0.alternatives = [Made.hop(2)] }
    #expect(status.connectionType == .vpn && status.underlyingConnectionType == .ethernet)
  }

  @Test func `in a namespace without devices is a connection over something unknown`() {
    let status = status(wg0, Made.link(1, "lo", flags: [.ready, .loopback]))
    #expect(status.connectionType == .vpn && status.underlyingConnectionType == .unknown)
  }

  @Test func `beside devices that are not ready is no connection`() {
    #expect(!status(wg0, Made.link(2, "eth0", flags: [.up])).connected)
    #expect(!status(wg0, Made.link(2, "d0", kind: "dummy"), Made.link(1, "lo", flags: [.ready, .loopback])).connected)
  }

  @Test func `to a server on the local subnet is a connection over something unknown`() {
    let status = status(eth0, wg0)
    #expect(status.connectionType == .vpn && status.underlyingConnectionType == .unknown)
  }

  @Test func `is metered as the device is that its own packets leave by`() {
    func metered(_ hop: Int32) -> Bool? {
      status(eth0, wg0, Made.link(4, "usb0")) {
        $0.devices[4] = DeviceFacts(type: "wwan")
        $0.alternatives = [Made.hop(hop)]
      }.metered
    }
    #expect(metered(4) == true)
    #expect(metered(2) == nil)
  }

  @Test func `whose remote end has no route is no connection, whatever other routes there are`() {
    let gre = Made.link(3, "gre1", kind: "gre", hardwareType: 778)
    let without = status(eth0, gre) {
      $0.tunnelHops[3] = []
      $0.alternatives = [Made.hop(2)]
    }
    #expect(!without.connected)
    let with = status(eth0, gre) { $0.tunnelHops[3] = [Made.hop(2)] }
    #expect(with.connected && with.underlyingConnectionType == .ethernet)
  }

  @Test func `inside another VPN has the type of the device below both`() {
    let status = status(
      eth0, Made.link(3, "ipip1", kind: "ipip", hardwareType: 768), Made.link(4, "wg0", kind: "wireguard")
    ) {
      $0.tunnelHops[3] = [Made.hop(4)]
      $0.tunnelHops[4] = [Made.hop(2)]
    }
    #expect(status.connectionType == .vpn && status.underlyingConnectionType == .ethernet)
  }

  @Test func `whose packets would take the VPN itself is no connection`() {
    let gre = Made.link(3, "gre1", kind: "gre", hardwareType: 778)
    #expect(!status(eth0, gre) { $0.tunnelHops[3] = [Made.hop(3)] }.connected)
  }

  @Test(arguments: [
    "erspan", "ip6erspan", "ip6gretap", "ip6gre", "gretap", "vti6", "xfrm", "ip6tnl", "sit",
  ]) func `may be any kind of tunnel`(_ kind: String) {
    let status = status(eth0, Made.link(3, "t0", kind: kind)) { $0.alternatives = [Made.hop(2)] }
    #expect(status.connectionType == .vpn)
  }

  @Test func `may be a tap, which is Ethernet where no other route leads out`() {
    let tap = Made.link(3, "tap0", kind: "tun")
    #expect(status(eth0, tap) { $0.alternatives = [Made.hop(2)] }.connectionType == .vpn)
    #expect(status(tap).connectionType == .ethernet)
  }
}

@Suite struct `A link that is no VPN` {
  private let eth0 = Made.link(2, "eth0")

  @Test func `is PPP over Ethernet, connected by the device of its session`() {
    let ppp = Made.link(3, "ppp0", kind: "ppp", hardwareType: LinkMessage.HardwareType.ppp)
    var snapshot = NetworkSnapshot(links: [eth0, ppp], outgoing: Made.outgoing(3))
    #expect(NetworkStatus(snapshot).connected && NetworkStatus(snapshot).connectionType == .unknown)
    snapshot.sessionDevices = [Array("eth0".utf8)]
    #expect(NetworkStatus(snapshot).connectionType == .ethernet)
    #expect(NetworkStatus(snapshot).underlyingConnectionType == nil)
  }

  @Test func `is a translator from IPv4 to IPv6, which has the type of IPv6's route`() {
    let clat = Made.link(3, "clat", kind: "tun", hardwareType: 65534)
    let ipv6 = Made.outgoing(2, source: [0x20, 0x01, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 11) + [7])
    let snapshot = NetworkSnapshot(links: [eth0, clat], outgoing: Made.outgoing(3, source: [192, 0, 0, 1]) + ipv6)
    #expect(NetworkStatus(snapshot).connectionType == .ethernet)
  }

  @Test(arguments: ["dummy", "ifb", "nlmon", "bridge", "bond"])
  func `drops every packet, as a bridge without ports does, is no connection`(_ kind: String) {
    #expect(
      !NetworkStatus(NetworkSnapshot(links: [Made.link(2, "x0", kind: kind)], outgoing: Made.outgoing(2))).connected)
  }

  @Test func `is the loopback device, which is no connection`() {
    let lo = Made.link(1, "lo", flags: [.ready, .loopback], hardwareType: LinkMessage.HardwareType.loopback)
    #expect(!NetworkStatus(NetworkSnapshot(links: [lo], outgoing: Made.outgoing(1))).connected)
  }

  @Test func `is netkit, which counts as Ethernet`() {
    let snapshot = NetworkSnapshot(links: [Made.link(2, "nk0", kind: "netkit")], outgoing: Made.outgoing(2))
    #expect(NetworkStatus(snapshot).connectionType == .ethernet)
  }
}

@Suite struct `A route to a public address` {
  private func isConnected(_ source: [UInt8]?, addresses: [AddressMessage] = []) -> Bool {
    let outgoing = Made.outgoing(2, source: source)
    return NetworkStatus(NetworkSnapshot(links: [Made.link(2, "eth0")], addresses: addresses, outgoing: outgoing))
      .connected
  }

  private static let zeros = [UInt8](repeating: 0, count: 11)

  @Test(
    arguments: [
      nil, [0, 0, 0, 0], [127, 0, 0, 1], [169, 254, 7, 7], [UInt8](repeating: 0, count: 16),
      [0xfe, 0x80, 0, 0] + zeros + [7], [0, 0, 0, 0] + zeros + [1],
    ] as [[UInt8]?])
  func `needs a source address that is valid beyond its link`(_ source: [UInt8]?) {
    #expect(!isConnected(source))
  }

  @Test(arguments: [[10, 0, 0, 1], [0xfd, 0, 0, 0] + zeros + [7]] as [[UInt8]])
  func `may have a private source address`(_ source: [UInt8]) {
    #expect(isConnected(source))
  }

  @Test(
    arguments: [(0x40, false), (0x08, false), (0x48, false), (0x44, true), (0, true), (0x20, true)] as [(UInt8, Bool)])
  func `needs a source address that is checked for duplicates`(_ flags: UInt8, _ connects: Bool) {
    let octets: [UInt8] = [0x20, 0x01, 0x0d, 0xb8] + Self.zeros + [7]
    let address = Made.address([(1, octets)], family: 10, flags: flags)
    #expect(isConnected(octets, addresses: [address]) == connects)
  }

  @Test(arguments: [(0, true), (42, true), (200, true), (253, false), (254, false), (255, false)] as [(UInt8, Bool)])
  func `needs a source address that is not restricted to a link or this machine`(_ scope: UInt8, _ connects: Bool) {
    let address = Made.address([(2, [10, 0, 0, 1])], scope: scope)
    #expect(isConnected([10, 0, 0, 1], addresses: [address]) == connects)
  }

  @Test func `over several links needs only one of them`() {
    let links = [Made.link(2, "eth0", flags: [.up]), Made.link(3, "eth1")]
    var outgoing = Made.outgoing(2)
    #expect(!NetworkStatus(NetworkSnapshot(links: links, outgoing: outgoing)).connected)
    outgoing[0].hops.append(Made.hop(3))
    #expect(NetworkStatus(NetworkSnapshot(links: links, outgoing: outgoing)).connected)
  }
}

@Suite struct `A connection by one version of IP` {
  private let eth0 = Made.link(2, "eth0")
  private let own = Made.address([(2, [192, 0, 2, 7])])

  @Test func `is routed if a packet to a public address has a source and a carrier`() {
    var outgoing = Made.outgoing(2)
    outgoing[0].hops[0].gateway = IPAddress([192, 0, 2, 1])
    let status = NetworkStatus(NetworkSnapshot(links: [eth0], addresses: [own], outgoing: outgoing))
    #expect(status.ipv4.reachable && status.ipv4.grade == .routed && status.ipv4.interface == "eth0")
    #expect(status.ipv4.gateway == "192.0.2.1" && status.ipv4.source == "192.0.2.7")
    #expect(!status.ipv6.reachable && status.ipv6.grade == .none && status.ipv6.interface == nil)
  }

  @Test func `is local without a route, if a link with a carrier has an address`() {
    func grade(_ link: LinkMessage, _ address: AddressMessage) -> IPConnection.Grade {
      NetworkStatus(NetworkSnapshot(links: [link], addresses: [address])).ipv4.grade
    }
    #expect(grade(eth0, own) == .local)
    #expect(grade(eth0, Made.address([(2, [169, 254, 7, 7])])) == .local)
    #expect(grade(Made.link(2, "eth0", flags: [.up]), own) == .none)
    #expect(grade(Made.link(2, "d0", kind: "dummy"), own) == .none)
    #expect(grade(Made.link(2, "lo", flags: [.ready, .loopback]), own) == .none)
  }

  @Test func `withholds addresses that contain a hardware address`() {
    let octets: [UInt8] = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 2, 0, 0x5e, 0xff, 0xfe, 0, 0x53, 0xaf]
    let links = [Made.link(2, "enx02005e1000ff")]
    let status = NetworkStatus(NetworkSnapshot(links: links, outgoing: Made.outgoing(2, source: octets)))
    #expect(status.ipv6.source == "2001:db8::200:5eff:fe00:53af")
    let shown = status.withholdingIdentity(because: "no").ipv6
    #expect(shown.reachable && shown.source == nil && shown.interface == "enx…")
  }
}

@Suite struct `A tunnel's message` {
  @Test func `has its ends and its mark`() throws {
    let local: [UInt8] = [192, 0, 2, 7]
    let remote: [UInt8] = [192, 0, 2, 9]
    let data =
      Made.attribute(1, Int32(5).octets) + Made.attribute(6, local) + Made.attribute(7, remote)
      + Made.attribute(20, UInt32(77).octets)
    let read = TunnelEnds(kind: "gre", 0..<data.count, NetlinkBytes(data.span))
    let ends = try #require(read)
    #expect(ends.link == 5 && ends.local == IPAddress(local) && ends.remote == IPAddress(remote) && ends.mark == 77)
    for length in 0..<data.count { _ = TunnelEnds(kind: "gre", 0..<length, NetlinkBytes(data.span)) }
  }

  @Test func `without a fixed remote end has no ends`() {
    let data = Made.attribute(2, [192, 0, 2, 7]) + Made.attribute(3, [0, 0, 0, 0])
    for kind in ["ipip", "wireguard"] {
      let ends = TunnelEnds(kind: kind, 0..<data.count, NetlinkBytes(data.span))
      #expect(ends == nil)
    }
  }
}
