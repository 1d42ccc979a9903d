import Foundation
import Testing

@testable import LinuxNetwork

@Suite struct `A recorded machine` {
  @Test(arguments: RecordedMachine.all)
  func `has the links and addresses of ip`(_ machine: RecordedMachine) throws {
    try expectAgreement(
      machine.snapshot().interfaces, with: machine.ip("addr", as: [IPCommand.Link].self), later: true)
  }

  @Test(arguments: RecordedMachine.all)
  func `has the default routes of ip`(_ machine: RecordedMachine) throws {
    let listed = try ["-4", "-6"].flatMap { try machine.ip("\($0) route show table all", as: [IPCommand.Route].self) }
    try expectAgreement(machine.snapshot().defaultRoutes, with: listed)
  }

  @Test(arguments: RecordedMachine.all)
  func `has the access point and the frequency that iw showed`(_ machine: RecordedMachine) throws {
    let status = try machine.association().map(WiFiStatus.init)
    #expect(status?.bssid == (try machine.iw("Connected to ")?.prefix(17)).map(String.init))
    #expect(status?.frequencyMHz == (try machine.iw("freq: ").flatMap { Int($0) }))
  }

  @Test(arguments: RecordedMachine.all)
  func `has the state of the radio link that iw showed`(_ machine: RecordedMachine) throws {
    guard let status = try machine.association().map(WiFiStatus.init) else { return }
    func number(_ key: String, in command: String = "station dump") throws -> Int? {
      try machine.iw(key, in: command)?.split(whereSeparator: { " .".contains($0) }).first.flatMap { Int($0) }
    }
    #expect(try status.averageSignalDbm == number("signal avg:"))
    #expect(try status.txRetries == number("tx retries:") && status.txFailures == number("tx failed:"))
    #expect(try status.beaconLosses == number("beacon loss:"))
    // The rates changed between the two tools. Those of 802.11n follow from the index and the streams.
    let rates = [6.5, 13, 19.5, 26, 39, 52, 58.5, 65]
    for (mcs, streams, bitrate) in [
      (status.txMcs, status.txStreams, status.txBitrate), (status.rxMcs, status.rxStreams, status.rxBitrate),
    ] {
      guard let mcs, let streams else { continue }
      #expect(bitrate == rates[mcs % 8] * Double(streams) && streams == mcs / 8 + 1 && status.generation == 4)
    }
    #expect(try status.widthMHz == number("width: ", in: "info"))
    #expect(try status.txPowerLimitDbm.map(Int.init) == number("txpower ", in: "info"))
    #expect(try status.authorized == (machine.iw("authorized:", in: "station dump") == "yes"))
    #expect(status.regulatoryDomain == "00" && status.mldAddress == nil)
  }

  @Test(arguments: RecordedMachine.all)
  func `has the mode of each WiFi interface, and an access point's own network`(_ machine: RecordedMachine) throws {
    let modes = ["AP": "access-point", "managed": "station", "monitor": "monitor"]
    for interface in NetworkStatus(try machine.snapshot()).interfaces where interface.wifi != nil {
      let section = try Fixture.text("\(machine.name)/iw.txt").split(separator: "$ ").first {
        $0.hasPrefix("iw dev \(interface.name) info")
      }
      guard let lines = section?.split(separator: "\n") else { continue }
      let type = lines.first { $0.contains("\ttype ") }?.split(separator: "type ").last.map(String.init)
      #expect(interface.wifi?.mode == type.flatMap { modes[$0] }, Comment(rawValue: interface.name))
      guard interface.wifi?.mode == "access-point" else { continue }
      #expect((interface.wifi?.ssidBytes != nil) == lines.contains { $0.contains("\tssid ") })
      #expect(interface.wifi?.joined == false && interface.wifi?.bssid == nil)
    }
  }

  @Test(
    arguments: [
      ([(1, [0x2c, 0x01]), (2, [15])], 300, 15, 2, 4),
      ([(1, [0xff, 0xff]), (5, [0x92, 0x21, 0, 0]), (6, [9]), (7, [2])], 8594, 9, 2, 5),
      ([(5, [1, 0, 0, 0]), (13, [11]), (14, [4])], 1, 11, 4, 6),
      ([(5, [1, 0, 0, 0]), (19, [13]), (20, [1])], 1, 13, 1, 7),
      ([(1, [10, 0])], 10, nil, nil, nil), ([(2, []), (7, [])], nil, nil, nil, nil), ([], nil, nil, nil, nil),
    ] as [([(UInt16, [UInt8])], UInt32?, Int?, Int?, Int?)])
  func `has the modulation of each WiFi generation`(
    _ attributes: [(UInt16, [UInt8])], _ bitrate: UInt32?, _ mcs: Int?, _ streams: Int?, _ generation: Int?
  ) {
    let octets = attributes.flatMap { Made.attribute($0.0, $0.1) }
    let rate = WirelessRate(0..<octets.count, NetlinkBytes(octets.span))
    #expect(rate.bitrate == bitrate && rate.mcs == mcs && rate.streams == streams && rate.generation == generation)
  }

  @Test(arguments: [
    ("k6.1-open-tricky", "it's \"\u{fc}'); alert(1)//" as String?), ("k6.1-wpa2-uid1000", "Café №5 ☕"),
    ("k6.1-binary-ssid", nil), ("k6.1-hidden-empty", "hidden one"), ("k6.1-kernel-sme", "Kernel SME"),
  ])
  func `has its network's name as text`(_ name: String, _ text: String?) throws {
    let machine = RecordedMachine(name: name)
    let association = try #require(try machine.association())
    #expect(association.ssid?.text == text)
    #expect(association.ssid?.octets == (try machine.ssidByWirelessExtensions()))
  }

  @Test(arguments: ["k6.1-not-connected", "k6.1-station-down", "k6.1-no-wifi"])
  func `without a connection has no network, and no connection`(_ name: String) throws {
    let machine = RecordedMachine(name: name)
    #expect(try machine.association().map(WiFiStatus.init) == nil)
    let status = NetworkStatus(try machine.snapshot())
    #expect(!status.connected)
    #expect(status.connectionType == .none)
  }

  @Test(arguments: RecordedMachine.all)
  func `of the other byte order has the same status`(_ machine: RecordedMachine) throws {
    var swapped = machine
    swapped.isSwapped = true
    #expect(NetworkStatus(try swapped.snapshot()) == NetworkStatus(try machine.snapshot()))
    #expect(try swapped.association().map(WiFiStatus.init) == machine.association().map(WiFiStatus.init))
    let family = { (machine: RecordedMachine) in
      try? machine.fixture("ctrl-getfamily-nl80211").replay(GenericFamily.init).records.first
    }
    #expect(family(swapped)?.id == family(machine)?.id)
    #expect(family(swapped)?.groups == family(machine)?.groups)
    // Read in this machine's byte order, the answers are invalid: the order matters.
    let datagram = try #require(try swapped.fixture("rt-getlink-dump-full").received.first)
    var messages = NetlinkMessages()
    #expect(throws: NetworkError.self) { try messages.next(in: NetlinkBytes(datagram.span)) }
  }

  @Test func `is connected by WiFi`() throws {
    let status = NetworkStatus(try RecordedMachine(name: "k6.1-open-tricky").snapshot())
    #expect(status.connected)
    #expect(status.connectionType == .wifi)
    #expect(status.interfaces.filter { $0.wifi != nil }.map(\.name) == ["wlan0", "wlan1"])
    #expect(status.interfaces.map(\.kind) == ["loopback", "wifi", "wifi", "other"])
  }

  @Test func `knows the state of its radio link`() throws {
    let machine = RecordedMachine(name: "k6.1-open-tricky")
    let status = try #require(try machine.association().map(WiFiStatus.init))
    #expect(status.signalDbm == -30)
    #expect(status.signalPercent == 100)
    #expect(status.txBitrate == 39)
    #expect(status.channel == 1)
    #expect(status.band == "2.4")
    #expect(status.interface == "wlan1")
  }

  @Test func `uses the wireless extensions only if no other source has a name`() throws {
    let machine = RecordedMachine(name: "k6.1-open-tricky")
    let interface = try #require(try machine.wirelessInterfaces().first { $0.index == RecordedMachine.station })
    let stations = try machine.fixture("nl80211-get-station-sta").replay(StationMessage.init).records
    let association = WirelessAssociation(interface: interface, accessPoints: [], stations: stations) {
      Array("old".utf8)
    }
    #expect(association?.ssid?.text == "old")
    #expect(try machine.association(wirelessExtensions: Array("old".utf8))?.ssid?.text != "old")
  }

  @Test func `has the number and the multicast groups of the WiFi family`() throws {
    let family = try #require(
      try Fixture("k6.1-events/ctrl-getfamily-nl80211").replay(GenericFamily.init).records.first)
    #expect(family.id == 32)
    #expect(family.groups["mlme"] == 12)
    #expect(family.groups["config"] == 9)
  }
}
