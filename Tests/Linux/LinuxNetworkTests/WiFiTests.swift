import Testing

@testable import LinuxNetwork

@Suite struct `A broadcast element` {
  private func facts(_ elements: [UInt8]) -> BroadcastFacts {
    BroadcastFacts(in: 0..<elements.count, NetlinkBytes(elements.span))
  }

  /// An RSN element with these authentication methods.
  private func robust(_ types: [UInt8], capabilities: [UInt8] = [0, 0]) -> [UInt8] {
    var value: [UInt8] = [1, 0, 0x00, 0x0f, 0xac, 4, 1, 0, 0x00, 0x0f, 0xac, 4]
    value += [UInt8(types.count), 0]
    for type in types { value += [0x00, 0x0f, 0xac, type] }
    return Made.element(48, value + capabilities)
  }

  @Test(
    arguments: [
      ([2], ["wpa2-personal"]), ([2, 8], ["wpa2-personal", "wpa3-personal"]), ([8, 24], ["wpa3-personal"]),
      ([1], ["wpa2-enterprise"]), ([5], ["wpa2-enterprise"]), ([12], ["wpa3-enterprise"]), ([18], ["owe"]),
      ([4, 9], ["wpa2-personal", "wpa3-personal"]), ([99], ["unknown"]), ([14], ["wpa2-enterprise"]),
      ([15, 16, 17], ["wpa2-enterprise"]), ([22, 23], ["wpa3-enterprise"]),
    ] as [([UInt8], [String])])
  func `lists the methods to join`(_ types: [UInt8], _ names: [String]) {
    #expect(facts(robust(types)).security.map(\.rawValue) == names)
  }

  @Test func `means WPA3 enterprise if management frames must be protected`() {
    #expect(facts(robust([5], capabilities: [0xc0, 0])).security == [.wpa3Enterprise])
  }

  @Test(arguments: [0x29, 0x2a] as [UInt8]) func `may be overridden for stations that know WPA3`(_ type: UInt8) {
    let override = Made.element(221, [0x50, 0x6f, 0x9a, type] + robust([8], capabilities: [0xc0, 0]).dropFirst(2))
    #expect(facts(robust([2]) + override).security == [.wpa2Personal, .wpa3Personal])
    #expect(facts(robust([2]) + override).choices.onlyMethod(isProtected: false) == "psk")
  }

  @Test func `of FILS tells the key management`() {
    let names = ([14, 15, 16, 17] as [UInt8]).map { facts(robust([$0])).choices.onlyMethod(isProtected: nil) }
    #expect(names == ["fils-sha256", "fils-sha384", "ft-fils-sha256", "ft-fils-sha384"])
  }

  @Test func `means 802.1X if it lists no method`() {
    #expect(facts(Made.element(48, [1, 0])).security == [.wpa2Enterprise])
  }

  @Test func `may offer WPA in addition to WPA2`() {
    let first = Made.element(
      221, [0x00, 0x50, 0xf2, 1, 1, 0, 0x00, 0x50, 0xf2, 2, 1, 0, 0x00, 0x50, 0xf2, 2, 1, 0, 0x00, 0x50, 0xf2, 2])
    #expect(facts(first + robust([2])).security == [.wpaPersonal, .wpa2Personal])
  }

  @Test func `tells the cipher and the key management if there is no choice`() {
    let choices = facts(robust([2])).choices
    #expect(choices.onlyCipher == "ccmp" && choices.onlyMethod(isProtected: nil) == "psk")
    #expect(facts(robust([99])).choices.onlyMethod(isProtected: nil) == "00-0f-ac:99")
    #expect(facts(Made.element(48, [1, 0])).choices.onlyCipher == "ccmp")
    #expect(facts(Made.element(48, [1, 0])).choices.onlyMethod(isProtected: true) == "802.1x")
    #expect(facts(Made.element(0, [])).choices.onlyCipher == nil)
  }

  @Test func `with a choice tells the key management if the frames' protection excludes the other`() {
    let choices = facts(robust([2, 8])).choices
    #expect(choices.onlyMethod(isProtected: false) == "psk")
    #expect(choices.onlyMethod(isProtected: true) == nil && choices.onlyMethod(isProtected: nil) == nil)
    #expect(choices.onlyCipher == "ccmp")
  }

  @Test func `of WPA with TKIP and WPA2 with CCMP tells no cipher`() {
    let first = Made.element(
      221, [0x00, 0x50, 0xf2, 1, 1, 0, 0x00, 0x50, 0xf2, 2, 1, 0, 0x00, 0x50, 0xf2, 2, 1, 0, 0x00, 0x50, 0xf2, 2])
    let choices = facts(first + robust([2])).choices
    #expect(choices.onlyCipher == nil && choices.onlyMethod(isProtected: nil) == "psk")
  }

  @Test func `with a truncated list has the elements that are present`() {
    let element = robust([2, 8]).dropFirst(2).dropLast(5)
    #expect(facts(Made.element(48, Array(element))).security == [.wpa2Personal])
    #expect(facts(robust([2]).dropLast(4)).security.isEmpty)
  }

  @Test(arguments: [(0, nil), (1, false), (2, true), (4, true), (9, nil)] as [(UInt8, Bool?)])
  func `may declare the cost of traffic`(_ level: UInt8, _ isMetered: Bool?) {
    #expect(facts(Made.element(221, [0x00, 0x50, 0xf2, 17, level, 0, 2, 0])).isMetered == isMetered)
  }

  @Test func `counts once as a network name, with at most 32 octets`() {
    #expect(facts(Made.element(0, Array("one".utf8)) + Made.element(0, Array("two".utf8))).ssid == Array("one".utf8))
    #expect(facts(Made.element(0, [UInt8](repeating: 0x41, count: 32))).ssid?.count == 32)
    #expect(facts(Made.element(0, [UInt8](repeating: 0x41, count: 33))).ssid == nil)
    #expect(facts(Made.element(1, [0x82])).ssid == nil)
    #expect(facts([0, 9, 0x41]).ssid == nil)
  }

  @Test func `never makes a parser read outside of its bytes`() {
    var elements = Made.element(0, Array("name".utf8)) + robust([2, 8, 18]) + Made.element(221, [0x00, 0x50, 0xf2, 1])
    func expectName(in elements: [UInt8]) { #expect(facts(elements).ssid?.count ?? 0 <= elements.count) }
    for length in 0...elements.count { expectName(in: Array(elements.prefix(length))) }
    for index in elements.indices {
      let before = elements[index]
      for value: UInt8 in [0, 1, 0x7f, 0xff] {
        elements[index] = value
        expectName(in: elements)
      }
      elements[index] = before
    }
  }
}

@Suite struct `An access point` {
  private let mac: [UInt8] = [2, 0, 0, 0, 0, 1]
  private let name = Made.element(0, Array("name".utf8))

  @Test(arguments: [(0x401, "open"), (0x411, "wep")] as [(UInt16, String)])
  func `without a security element is open or uses WEP`(_ capabilities: UInt16, _ security: String) {
    let point = Made.accessPoint([(1, mac), (5, capabilities.octets), (6, name)])
    #expect(point.security?.map(\.rawValue) == [security])
  }

  @Test(arguments: [
    Made.element(68, [1, 0, 1, 0, 0x00, 0x14, 0x72, 2]), Made.element(221, [0x50, 0x6f, 0x9a, 0x12, 1]),
  ])
  func `with WAPI or OSEN does not use WEP`(_ element: [UInt8]) {
    let point = Made.accessPoint([(1, mac), (5, UInt16(0x411).octets), (6, name + element)])
    #expect(point.security == [.unknown])
  }

  @Test func `without broadcast elements has unknown security`() {
    #expect(Made.accessPoint([(1, mac), (5, UInt16(0x411).octets)]).security == nil)
  }

  @Test func `is described by its beacon if it never answered a probe`() {
    #expect(Made.accessPoint([(1, mac), (11, name)]).ssid == Array("name".utf8))
  }

  @Test func `has the kernel's properties in a scan`() {
    let point = WiFiAccessPoint(
      Made.accessPoint([
        (1, mac), (2, UInt32(5180).octets), (5, UInt16(1).octets), (6, name), (7, Int32(-6150).octets),
        (9, UInt32(1).octets), (10, UInt32(350).octets),
      ]), interface: Array("wlan0".utf8))
    #expect(point.interface == "wlan0" && point.ssid == "name" && point.bssid == "02:00:00:00:00:01")
    #expect(point.channel == 36 && point.band == "5" && point.signalDbm == -61 && point.signalPercent == 78)
    #expect(point.joined && point.ageMilliseconds == 350 && point.security == [.open])
  }

  @Test func `with a hidden name is omitted if another entry has the name`() {
    let hidden = WiFiAccessPoint(Made.accessPoint([(1, mac), (6, Made.element(0, []))]), interface: [])
    let named = WiFiAccessPoint(Made.accessPoint([(1, mac), (6, name)]), interface: [])
    let other = WiFiAccessPoint(Made.accessPoint([(1, [2, 0, 0, 0, 0, 9])]), interface: [])
    #expect([hidden, named, other].withoutHiddenDuplicates == [named, other])
  }

  @Test(arguments: [
    ("k6.1-open-tricky", ["open"]), ("k6.1-wpa2-uid1000", ["wpa2-personal"]), ("k6.1-hidden-empty", ["open"]),
  ])
  func `of a recorded machine has the security that iw showed`(_ name: String, _ security: [String]) throws {
    let status = try #require(try RecordedMachine(name: name).association().map(WiFiStatus.init))
    #expect(status.security?.map(\.rawValue) == security)
    #expect(status.cipher == (security == ["open"] ? nil : "ccmp"))
    #expect(status.keyManagement == (security == ["open"] ? nil : "psk"))
    #expect(try Fixture.text("\(name)/iw.txt").contains("Authentication suites: PSK") == (security != ["open"]))
  }
}

@Suite struct `A membership` {
  private let interface = WirelessInterface(client: Array("wlan0".utf8), index: 3)

  private func membership(_ points: [AccessPointMessage], wext: String = "") -> WirelessAssociation? {
    WirelessAssociation(interface: interface, accessPoints: points, stations: []) { Array(wext.utf8) }
  }

  private func point(_ elements: [UInt8], link: UInt8? = nil, mac: UInt8 = 1, frequency: UInt32 = 2412)
    -> AccessPointMessage
  {
    Made.accessPoint(
      [(1, [2, 0, 0, 0, 0, mac]), (2, frequency.octets), (6, elements), (9, UInt32(1).octets)]
        + (link.map { [(21, [$0])] } ?? []))
  }

  @Test(arguments: [[0, 9, 0x41], [1, 1, 0x82], [0, 33] + [UInt8](repeating: 0x41, count: 33), [0, 3, 0, 0, 0]])
  func `with a truncated, missing, too long or hidden name has no name`(_ elements: [UInt8]) throws {
    let status = try #require(membership([point(elements)]).map(WiFiStatus.init))
    #expect(status.ssid == nil && status.ssidBytes == nil && status.bssid == "02:00:00:00:00:01")
  }

  @Test func `uses the name of the interface, then of the wireless extensions, if no access point has one`() {
    #expect(membership([point([])], wext: "old")?.ssid?.text == "old")
  }

  @Test func `with several links lists each, and describes the first`() throws {
    let name = Made.element(0, Array("name".utf8))
    let points = [point(name, link: 2, mac: 3, frequency: 5955), point(name, link: 0, mac: 1, frequency: 5180)]
    let status = try #require(membership(points).map(WiFiStatus.init))
    #expect(status.links.map(\.id) == [0, 2])
    #expect(status.links.map(\.bssid) == ["02:00:00:00:00:01", "02:00:00:00:00:03"])
    #expect(status.links.map(\.band) == ["5", "6"])
    #expect(status.bssid == status.links[0].bssid && status.channel == 36)
  }

  @Test func `has the generation of its band or its links, whatever the last frame was`() throws {
    func generation(_ points: [AccessPointMessage]) throws -> Int? {
      try #require(membership(points).map(WiFiStatus.init)).generation
    }
    #expect(try generation([point([], frequency: 5180)]) == nil)
    #expect(try generation([point([], frequency: 5955)]) == 6)
    #expect(try generation([point([], link: 1, frequency: 5180)]) == 7)
  }

  @Test func `with one link has no list of links`() throws {
    #expect(try #require(membership([point([])]).map(WiFiStatus.init)).links.isEmpty)
  }

  @Test func `is metered if its access point declares it`() {
    let cost = Made.element(221, [0x00, 0x50, 0xf2, 17, 2, 0, 2, 0])
    var snapshot = NetworkSnapshot(links: [Made.link(3, "wlan0")], outgoing: Made.outgoing(3), wirelessLinks: [3])
    #expect(NetworkStatus(snapshot).metered == nil)
    snapshot.associations[3] = membership([point(cost)])
    #expect(NetworkStatus(snapshot).metered == true)
    snapshot.outgoing = []
    #expect(NetworkStatus(snapshot).metered == nil)
  }
}

@Suite struct `A scan` {
  @Test func `ends with the event of its own interface`() throws {
    func event(_ command: UInt8, _ interface: Int32) -> [UInt8] {
      NetlinkRequest("testing", type: 32, dump: false, header: [command, 1, 0, 0])
        .with(3, UInt32(bitPattern: interface)).encoded(sequence: 0)
    }
    func end(_ bytes: [UInt8]) -> ScanEnd? { ScanEnd(NetlinkBytes(bytes.span), interface: 3) }
    #expect(end(event(34, 3)) == .finished)
    #expect(end(event(35, 3)) == .aborted)
    #expect(end(event(34, 4)) == nil)
    #expect(end(event(33, 3)) == nil)
    #expect(end(event(34, 4) + event(35, 3)) == .aborted)
  }

  @Test(arguments: [
    (1, NetworkError.Code.permissionDenied, "CAP_NET_ADMIN"), (100, .failedPrecondition, "wlan0 is down"),
    (22, .invalidRequest, "Invalid argument"),
  ])
  func `that the kernel rejects has a message about the cause`(
    _ number: Int32, _ code: NetworkError.Code, _ words: String
  ) {
    let refusal = NetworkError(errorNumber: number, "requesting a WiFi scan")
    let error = WiFiScan.explained(refusal, "wlan0")
    #expect(error.code == code)
    #expect(error.description.contains(words))
  }

  @Test func `sends the same request as iw: for this interface and any name`() throws {
    let family = try #require(
      try Fixture("k6.1-events/ctrl-getfamily-nl80211").replay(GenericFamily.init).records.first)
    let request = AccessPointMessage.trigger(family, interface: 3).encoded(sequence: 7)
    let recorded = try #require(try Fixture("k6.1-open-tricky/nl80211-trigger-scan").sent.first)
    #expect(request[4..<8] == recorded[4..<8])
    #expect(request[16..<recorded.count] == recorded[16...])
    // Not part of the recording: a list of names with the empty one, which means any name.
    #expect(request[recorded.count...] == [8, 0, 45, 0, 4, 0, 1, 0])
  }
}
