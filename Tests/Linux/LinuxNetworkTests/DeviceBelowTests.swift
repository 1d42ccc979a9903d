import Testing

@testable import LinuxNetwork

@Suite struct `A virtual link` {
  private let eth0 = Made.link(2, "eth0", master: 9)
  private let wlan0 = Made.link(3, "wlan0", master: 9)

  private func type(
    of link: LinkMessage, _ others: LinkMessage..., change: (inout NetworkSnapshot) -> Void = { _ in }
  ) -> ConnectionType {
    var snapshot = NetworkSnapshot(links: [link] + others, outgoing: Made.outgoing(9))
    change(&snapshot)
    return NetworkStatus(snapshot).connectionType
  }

  /// `enum nl80211_iftype`: 2 is a station, 3 an access point, 6 a monitor, 7 a point of a mesh.
  private func wireless(_ type: UInt32) -> (inout NetworkSnapshot) -> Void {
    { snapshot in
      snapshot.wirelessLinks = [3]
      snapshot.wirelessInterfaces[3] = Made.wirelessInterface(3, type: type)
    }
  }

  @Test(
    arguments: [(2, .wifi), (3, .ethernet), (4, .ethernet), (6, .ethernet), (7, .ethernet)]
      as [(UInt32, ConnectionType)])
  func `that joins a wire and WiFi has the kind of the port that leads out`(_ mode: UInt32, _ expected: ConnectionType)
  {
    let bridge = Made.link(9, "br0", kind: "bridge")
    #expect(type(of: bridge, eth0, wlan0, change: wireless(mode)) == expected)
  }

  @Test func `of which the only port is an access point is no connection`() {
    #expect(type(of: Made.link(9, "br0", kind: "bridge"), wlan0, change: wireless(3)) == .none)
  }

  @Test(arguments: [(1, 2, .ethernet), (1, 3, .wifi), (5, 2, .wifi)] as [(UInt8, Int32, ConnectionType)])
  func `that is a bond has the kind of its active port, if only that one is used`(
    _ mode: UInt8, _ active: Int32, _ expected: ConnectionType
  ) {
    let data = Made.attribute(1, [mode]) + Made.attribute(2, active.octets)
    let info = Made.attribute(1, Array("bond".utf8) + [0]) + Made.attribute(2, data)
    #expect(type(of: Made.link(9, "bond0", more: [(18, info)]), eth0, wlan0, change: wireless(2)) == expected)
  }

  @Test func `of an unknown kind has the kind of the devices below`() {
    let mesh = Made.link(9, "bat0", kind: "batadv")
    #expect(type(of: mesh, wlan0, change: wireless(2)) == .wifi)
    #expect(type(of: mesh, Made.link(2, "eth0", flags: [.up], master: 9)) == .none)
    let above = Made.link(9, "x0", kind: "novel", lower: 4)
    #expect(type(of: above, Made.link(4, "eth1")) == .ethernet)
    #expect(type(of: above, Made.link(4, "eth1", flags: [.up])) == .none)
  }

  @Test func `of an unknown kind with nothing below is unknown, and no connection beside dead devices`() {
    let tunnel = Made.link(9, "ovpn0", kind: "ovpn", hardwareType: 65534)
    #expect(type(of: tunnel, Made.link(2, "eth0")) == .unknown)
    #expect(type(of: tunnel) == .unknown)
    #expect(type(of: tunnel, Made.link(2, "eth0", flags: [.up])) == .none)
  }

  @Test(arguments: ["macvtap", "ipvtap"]) func `on another device has the kind of that one`(_ kind: String) {
    let tap = Made.link(9, "tap9", kind: kind, lower: 4)
    #expect(type(of: tap, Made.link(4, "wwan0")) { $0.devices[4] = DeviceFacts(type: "wwan") } == .cellular)
  }

  @Test(
    arguments: [
      ("vxlan", 2, [192, 0, 2, 9]), ("vxlan", 16, [0x20, 0x01] + [UInt8](repeating: 0, count: 13) + [9]),
      ("geneve", 2, [192, 0, 2, 9]), ("geneve", 7, [0x20, 0x01] + [UInt8](repeating: 0, count: 13) + [9]),
    ] as [(String, UInt16, [UInt8])])
  func `with a remote end is followed to the device that its packets leave by`(
    _ kind: String, _ attribute: UInt16, _ remote: [UInt8]
  ) {
    let data = Made.attribute(1, UInt32(77).octets) + Made.attribute(attribute, remote)
    let info = Made.attribute(1, Array(kind.utf8) + [0]) + Made.attribute(2, data)
    let tunnel = Made.link(9, "t0", more: [(18, info)])
    #expect(tunnel.tunnel?.remote == IPAddress(remote) && tunnel.tunnel?.link == 0)
    #expect(type(of: tunnel, eth0) { $0.tunnelHops[9] = [Made.hop(2)] } == .vpn)
    #expect(type(of: tunnel, eth0) { $0.tunnelHops[9] = [] } == .none)
  }
}
