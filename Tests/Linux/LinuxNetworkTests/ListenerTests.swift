import Testing

@testable import LinuxNetwork

@Suite struct `A table of listeners` {
  private final class Table {
    var table = ListenerTable<String, String>()
    func join(_ listener: String) -> (id: Int, isFirst: Bool) { table.join(listener, "key") }
    func leave(_ id: Int) -> Bool { table.leave(id, "key") }
    func changes() -> (joined: [String], left: [Int], hasEnded: Bool) {
      let changes = table.takeChanges(for: "key")
      return (changes.joined.map(\.listener), changes.left, changes.hasEnded)
    }
    func abandon() -> [String] { table.abandon("key") }
  }

  @Test func `starts one watcher for all listeners`() {
    let table = Table()
    #expect(table.join("a").isFirst)
    #expect(!table.join("b").isFirst)
    #expect(table.changes().joined == ["a", "b"])
    #expect(table.changes().joined.isEmpty)
    #expect(table.table.join("c", "another key").isFirst)
  }

  @Test func `ends the watcher with the last listener, and only once`() {
    let table = Table()
    let (a, b) = (table.join("a").id, table.join("b").id)
    _ = table.changes()
    #expect(table.leave(a))
    #expect(!table.leave(a))
    #expect(table.changes().left == [a])
    #expect(table.leave(b))
    #expect(table.changes().hasEnded)
    #expect(table.join("c").isFirst)
  }

  @Test func `keeps the watcher if a listener joins before it has processed that all left`() {
    let table = Table()
    let a = table.join("a").id
    _ = table.changes()
    #expect(table.leave(a))
    #expect(!table.join("b").isFirst)
    let changes = table.changes()
    #expect(!changes.hasEnded && changes.joined == ["b"] && changes.left == [a])
  }

  @Test func `omits a listener that left before the watcher processed it`() {
    let table = Table()
    _ = table.join("a")
    #expect(table.leave(table.join("b").id))
    let changes = table.changes()
    #expect(changes.joined == ["a"] && changes.left.isEmpty)
  }

  @Test func `returns the listeners that a failed watcher has not processed`() {
    let table = Table()
    let a = table.join("a").id
    _ = table.changes()
    _ = table.join("b")
    #expect(table.abandon() == ["b"])
    #expect(!table.leave(a))
    #expect(table.join("c").isFirst)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A listener` {
  /// Collects the statuses that a listener received.
  private struct Collector {
    let stream: AsyncThrowingStream<NetworkStatus, any Error>
    let continuation: ChangeMonitor.Continuation

    init() { (stream, continuation) = AsyncThrowingStream.makeStream(throwing: (any Error).self) }

    /// All received statuses.
    func received() async throws -> [NetworkStatus] {
      continuation.finish()
      return try await stream.reduce(into: []) { $0.append($1) }
    }
  }

  private let machine = RecordedMachine(name: "k6.1-open-tricky")

  @Test func `receives only changes that are visible to a person`() async throws {
    let collector = Collector()
    var listeners = Listeners()
    let status = NetworkStatus(try machine.snapshot())
    var counted = status
    counted.consistent = false
    for index in counted.interfaces.indices { counted.interfaces[index].statistics = nil }
    listeners.add([(1, collector.continuation)], status)
    for same in [status, counted, status] { listeners.report(same) }
    #expect(try await collector.received() == [status])
  }

  @Test func `receives no address while it is checked for duplicates, and no lifetime that runs down`() async throws {
    let collector = Collector()
    var listeners = Listeners()
    func status(_ flags: UInt8?, seconds: UInt32 = 9) -> NetworkStatus {
      let times = seconds.octets + seconds.octets + UInt32(0).octets + UInt32(0).octets
      let own = Made.address([(2, [10, 0, 0, 1]), (6, times)])
      let added = flags.map { Made.address([(1, [UInt8](repeating: 0x20, count: 16))], family: 10, flags: $0) }
      return NetworkStatus(
        NetworkSnapshot(links: [Made.link(2, "eth0")], addresses: [own] + (added.map { [$0] } ?? [])))
    }
    let (tentative, usable, duplicate) = (status(0x40), status(0), status(0x48))
    listeners.add([(1, collector.continuation)], status(nil))
    for status in [tentative, usable, status(0, seconds: 5), duplicate] { listeners.report(status) }
    #expect(try await collector.received() == [status(nil), usable, duplicate])
  }

  @Test func `receives a lost connection during a burst, and the lists after it`() async throws {
    let collector = Collector()
    var listeners = Listeners()
    func status(links: Int32, connected: Bool = true) -> NetworkStatus {
      NetworkStatus(
        NetworkSnapshot(
          links: (2...links).map { Made.link($0, "eth\($0)") }, outgoing: connected ? Made.outgoing(2) : []))
    }
    listeners.add([(1, collector.continuation)], status(links: 9))
    for links in [8, 7, 6] as [Int32] { listeners.report(status(links: links), isBurst: true) }
    for links in [5, 4] as [Int32] { listeners.report(status(links: links, connected: false), isBurst: true) }
    listeners.report(status(links: 3, connected: false))
    let received = try await collector.received()
    #expect(received.map(\.interfaces.count) == [8, 4, 2] && received.map(\.connected) == [true, false, false])
  }

  @Test func `receives a roam once, without a lost connection`() async throws {
    let collector = Collector()
    var listeners = Listeners()
    let before = NetworkStatus(try machine.snapshot())
    var after = before
    let index = try #require(after.interfaces.firstIndex { $0.wifi?.joined == true })
    after.interfaces[index].wifi?.bssid = "02:00:00:00:00:99"
    listeners.add([(1, collector.continuation)], before)
    listeners.report(after)
    listeners.report(after)
    let received = try await collector.received()
    #expect(received.map(\.connected) == [true, true])
    #expect(received.map { $0.interfaces[index].wifi?.bssid } == ["02:00:00:00:00:00", "02:00:00:00:00:99"])
  }

  @Test func `receives a disappeared access point once, though address and route stay`() async throws {
    let collector = Collector()
    var listeners = Listeners()
    let present = try machine.snapshot()
    listeners.add([(1, collector.continuation)], NetworkStatus(present))
    // The kernel reports the station as dormant, and half a second later as down; the scan list drops the access point.
    for state: UInt8 in [5, 2] {
      var gone = present
      gone.associations = [:]
      let index = try #require(gone.links.firstIndex { $0.index == RecordedMachine.station })
      gone.links[index].operationalState = state
      gone.links[index].flags.remove([.running, .lowerUp])
      listeners.report(NetworkStatus(gone))
    }
    let received = try await collector.received()
    #expect(received.map(\.connected) == [true, false])
    #expect(received.map(\.defaultRoutes.count) == [1, 1])
    #expect(received[0].interfaces.map(\.addresses) == received[1].interfaces.map(\.addresses))
  }

  @Test func `that joins during a change receives the differences from that time`() async throws {
    let (early, late) = (Collector(), Collector())
    var listeners = Listeners()
    let connected = NetworkStatus(try machine.snapshot())
    let offline = NetworkStatus(try RecordedMachine(name: "k6.1-not-connected").snapshot())
    listeners.add([(1, early.continuation)], connected)
    listeners.add([(2, late.continuation)], offline)
    listeners.report(connected)
    #expect(try await early.received() == [connected])
    #expect(try await late.received() == [offline, connected])
  }

  @Test func `that has left receives nothing, and the others receive the error`() async throws {
    let (gone, here) = (Collector(), Collector())
    var listeners = Listeners()
    let status = NetworkStatus(try machine.snapshot())
    listeners.add([(1, gone.continuation), (2, here.continuation)], status)
    listeners.remove([1])
    listeners.finish(throwing: NetworkError(.timedOut, "testing"))
    #expect(try await gone.received() == [status])
    await #expect(throws: NetworkError.self) { try await here.received() }
  }
}

@Suite struct `Withholding identity` {
  private let machine = RecordedMachine(name: "k6.1-open-tricky")

  @Test func `removes each hardware address, each network name, and values made of them`() throws {
    let status = NetworkStatus(try machine.snapshot())
    let shown = status.withholdingIdentity(because: "no")
    #expect(shown.interfaces.count == status.interfaces.count)
    #expect(shown.interfaces.allSatisfy { $0.mac == nil && $0.wifi?.bssid == nil && $0.wifi?.ssidBytes == nil })
    #expect(shown.interfaces.allSatisfy { $0.withheld == "no" } && status.interfaces.allSatisfy { $0.withheld == nil })
    #expect(shown.interfaces.contains { $0.wifi?.joined == true })
    #expect(shown.connectionType == status.connectionType && shown.defaultRoutes.count == status.defaultRoutes.count)
    #expect(shown.interfaces.allSatisfy { $0.permanentMac == nil && $0.alias == nil })
    let text = String(describing: shown)
    #expect(!text.contains("02:00:00:00:0") && !text.contains("alert(1)") && !text.contains("ff:fe00:"))
    #expect(String(describing: status).contains("ff:fe00:100"))
  }

  @Test func `keeps the rest of a WiFi connection`() throws {
    let status = try #require(try machine.association().map(WiFiStatus.init))
    let shown = status.withholdingIdentity(because: "no")
    #expect(shown.ssid == nil && shown.ssidBytes == nil && shown.bssid == nil && shown.withheld == "no")
    #expect(shown.frequencyMHz == 2412 && shown.signalDbm == -30)
  }

  @Test func `removes a hardware address from every interface name`() throws {
    var snapshot = NetworkSnapshot()
    let names = Made.attribute(53, Array("enx02005e1000ff".utf8) + [0])
    snapshot.links = [
      Made.link(2, "enx02005e1000ff"), Made.link(3, "eth1", master: 2, lower: 2, more: [(52, names)]),
    ]
    snapshot.routes = [Made.route([(4, Int32(2).octets)])]
    snapshot.dns = DNSConfiguration(servers: ["fe80::1%enx02005e1000ff", "fe80::1%eth1"], search: [])
    let shown = NetworkStatus(snapshot).withholdingIdentity(because: "no")
    #expect(shown.interfaces.map(\.name) == ["enx…", "eth1"] && shown.interfaces.map(\.master) == [nil, "enx…"])
    #expect(shown.interfaces[1].link == "enx…" && shown.interfaces[1].alternativeNames == ["enx…"])
    #expect(shown.defaultRoutes.map(\.interface) == ["enx…"])
    #expect(shown.dns.servers == ["fe80::1%enx…", "fe80::1%eth1"])
  }

  @Test(arguments: [
    ("wlx02005e1000ff", "wlx…"), ("wlx02005E1000FF", "wlx…"), ("wlan0", "wlan0"), ("", ""),
    ("enx02005e1000fg", "enx02005e1000fg"),
    ("enp02005e1000ff", "enp02005e1000ff"), ("veth02005e1000f", "veth02005e1000f"),
  ])
  func `detects a name that contains a hardware address`(_ name: String, _ shown: String) {
    #expect(name.withoutHardwareAddress == shown)
  }

  @Test(arguments: [
    ("fe80::fc:ff:fe00:1", true), ("2001:db8::200:5eff:fe00:53af", true), ("fe80::1%eth0", false),
    ("fe80::ff:fe00:1%eth0", true), ("2001:db8::1", false), ("::", false), ("::1", false), ("192.0.2.1", false),
    ("2001:db8::ff:fe0:1", false), ("", false), ("ff:fe00", false),
    // Spelled as resolv.conf may spell it.
    ("FE80::FC:FF:FE00:1", true), ("fe80:0:0:0:00fc:00Ff:fE00:0001%eth0", true),
  ])
  func `detects an IPv6 address that contains a hardware address`(_ address: String, _ isMade: Bool) {
    #expect(address.holdsHardwareAddress == isMade)
  }
}
