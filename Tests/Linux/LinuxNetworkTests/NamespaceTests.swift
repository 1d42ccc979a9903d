import Foundation
import TestSupport
import Testing

@testable import LinuxNetwork

/// Real interfaces in a separate network namespace; no privilege is needed.
///
/// Each test runs twice: here it starts itself again through `unshare`, and the second run does the work.
@Suite(.timeLimit(.minutes(5))) struct `In a new namespace` {
  private let reader = NetworkReader()

  private func withoutCounters(_ interfaces: [NetworkInterface]) -> [NetworkInterface] {
    interfaces.map { interface in
      var interface = interface
      interface.statistics = nil
      return interface
    }
  }

  /// The kernel reports a carrier with a delay.
  private func waitUntilRunning(_ name: String) throws {
    try eventually(blocking: "\(name) has its carrier") {
      try reader.interfaces().contains { $0.name == name && $0.running }
    }
  }

  /// Whether the machine is connected, read from the tables and by lookups, which must agree.
  private func isConnected() throws -> Bool {
    let status = try reader.status()
    #expect(try reader.connectionType() == status.connectionType)
    return status.connected
  }

  @Test(
    .enabled(if: Namespace.isPossible, "unshare -Urn is not allowed here"), .timeLimit(.minutes(1)),
    arguments: Namespace.Work.allCases)
  func `real interfaces are read correctly`(_ work: Namespace.Work) async throws {
    let (status, output) = try await Namespace.run(work)
    #expect(status == 0, Comment(rawValue: output))
    #expect(output.contains("\(work.rawValue)() passed"), Comment(rawValue: output))
  }

  @Test(.enabled(if: Namespace.work == .interfaces, "runs only in its namespace"))
  func `interfaces`() throws {
    try IPCommand.run("link add v0 type veth peer name v1")
    try IPCommand.run("link add br0 type bridge")
    try IPCommand.run("link set v1 master br0")
    // Some systems restrict /dev/net/tun.
    let tunnels = ["tap", "tun"].filter { IPCommand.canRun("tuntap add \($0)0 mode \($0)") }
    // Some kernels lack some kinds; each kind that can be created is compared with the output of `ip`.
    let others = [
      "mac0 link v0 type macvlan", "ipv0 link v0 type ipvlan", "v0.7 link v0 type vlan id 7", "d0 type dummy",
      "bond0 type bond", "team0 type team", "vx0 type vxlan id 7 dstport 4789", "wg0 type wireguard",
      "gre0x type gre local 192.0.2.7 remote 192.0.2.8", "vrf0 type vrf table 10", "ifb7 type ifb",
    ]
    let made = others.filter { IPCommand.canRun("link add \($0)") }.map { String($0.prefix { $0 != " " }) }
    print("made besides veth and bridge:", tunnels + made)
    if made.contains("bond0"), made.contains("d0") { try IPCommand.run("link set d0 master bond0") }
    for link in ["v0", "v1", "br0"] + made { _ = IPCommand.canRun("link set \(link) up") }
    try IPCommand.run("addr add 192.0.2.7/24 dev v0")
    try IPCommand.run("addr add 198.51.100.8/24 dev v0 scope 42")
    try IPCommand.run("addr add 10.1.1.1 peer 10.1.1.2 dev \(tunnels.contains("tun") ? "tun0" : "v0")")
    try IPCommand.run("addr add 2001:db8::7/64 dev br0 nodad")
    try IPCommand.run("addr add 2001:db8::8/64 dev br0 preferred_lft 0 nodad")
    // The kernel reports carriers and checks addresses asynchronously: only a state that did not change in between
    // counts.
    var (earlier, interfaces, links): ([IPCommand.Link], [NetworkInterface], [IPCommand.Link]) = ([], [], [])
    try eventually(blocking: "the kernel has noticed every carrier and checked every address") {
      earlier = try IPCommand.list("-s addr", as: [IPCommand.Link].self)
      interfaces = try reader.interfaces()
      links = try IPCommand.list("-d -s addr", as: [IPCommand.Link].self)
      return try withoutCounters(interfaces) == withoutCounters(reader.interfaces())
    }
    expectAgreement(interfaces, with: links, later: true)
    #expect(interfaces.first { $0.name == "v1" }?.promiscuous == true)
    let kinds = Dictionary(uniqueKeysWithValues: interfaces.map { ($0.name, $0.kind) })
    #expect(kinds["v0"] == "veth" && kinds["br0"] == "bridge" && kinds["lo"] == "loopback")
    for tunnel in tunnels { #expect(kinds["\(tunnel)0"] == tunnel) }
    // Counters only grow: our values lie between two readings of `ip`.
    for (before, after) in zip(earlier, links) {
      let counters = interfaces.first { $0.name == after.ifname }?.statistics
      for (counter, key) in [(counters?.receivedBytes, \IPCommand.Link.Counters.rx), (counters?.sentBytes, \.tx)] {
        let range = try #require(before.stats64)[keyPath: key].bytes...(try #require(after.stats64)[keyPath: key].bytes)
        #expect(counter.map(range.contains) == true, Comment(rawValue: after.ifname))
      }
    }
  }

  @Test(.enabled(if: Namespace.work == .duplicates, "runs only in its namespace"))
  func `duplicates`() throws {
    try IPCommand.run("link add v0 type veth peer name v1")
    for link in ["v0", "v1"] { try IPCommand.run("link set \(link) up") }
    try waitUntilRunning("v0")
    try IPCommand.run("-6 route add default via fe80::1 dev v0")
    // The check takes more than a second: until then the address cannot be used to send.
    try IPCommand.run("addr flush dev v0")
    try IPCommand.run("addr flush dev v1")
    try IPCommand.run("addr add 2001:db8::7/64 dev v0")
    let early = try reader.status()
    #expect(early.interfaces.flatMap(\.addresses).filter { $0.address == "2001:db8::7" }.map(\.tentative) == [true])
    #expect(!early.connected)
    try IPCommand.run("addr add 2001:db8::8/64 dev v0 nodad")
    let local = try reader.interfaces().first { $0.name == "v0" }
    #expect(local?.addresses.allSatisfy { $0.scopeId == ($0.scope == "link" ? local?.index : nil) } == true)
    try IPCommand.run("-6 route replace default via 2001:db8::1 dev v0")
    #expect(try isConnected())
  }

  @Test(.enabled(if: Namespace.work == .rules, "runs only in its namespace"))
  func `rules`() throws {
    try IPCommand.run("link add v0 type veth peer name v1")
    for link in ["v0", "v1"] { try IPCommand.run("link set \(link) up") }
    try waitUntilRunning("v0")
    try IPCommand.run("addr add 192.0.2.7/24 dev v0")
    try IPCommand.run("route add default via 192.0.2.1 table 51820")
    // A default route exists, but no rule leads to its table.
    #expect(try reader.status().defaultRoutes.map(\.gateway) == ["192.0.2.1"])
    #expect(!(try isConnected()))
    try IPCommand.run("rule add lookup 51820 priority 100")
    #expect(try isConnected())
    for refusal in ["blackhole", "unreachable", "prohibit"] {
      try IPCommand.run("rule add to 198.41.0.4 \(refusal) priority 50")
      #expect(!(try isConnected()), Comment(rawValue: refusal))
      try IPCommand.run("rule del priority 50")
    }
  }

  @Test(.enabled(if: Namespace.work == .objects, "runs only in its namespace"))
  func `objects`() throws {
    try IPCommand.run("link add v0 type veth peer name v1")
    for link in ["v0", "v1"] { try IPCommand.run("link set \(link) up") }
    try waitUntilRunning("v0")
    try IPCommand.run("addr add 192.0.2.7/24 dev v0")
    try IPCommand.run("addr add 2001:db8::7/64 dev v0 nodad")
    try IPCommand.run("nexthop add id 1 via 192.0.2.1 dev v0")
    try IPCommand.run("nexthop add id 2 via 192.0.2.2 dev v0")
    try IPCommand.run("nexthop add id 3 group 1/2")
    try IPCommand.run("nexthop add id 4 via 2001:db8::1 dev v0")
    try IPCommand.run("nexthop add id 5 blackhole")
    try IPCommand.run("route add default nhid 3 metric 7")
    try IPCommand.run("-6 route add default nhid 4 metric 9")
    try IPCommand.run("route add default nhid 5 metric 11")
    // The kernel repeats the object's hops in the route, unless this setting is off.
    for mode in ["1", "0"] {
      try Data(mode.utf8).write(to: URL(filePath: "/proc/sys/net/ipv4/nexthop_compat_mode"))
      let status = try reader.status()
      #expect(
        status.defaultRoutes.map { "\($0.gateway ?? "-") \($0.interface) \($0.metric)" } == [
          "192.0.2.1 v0 7", "192.0.2.2 v0 7", "2001:db8::1 v0 9",
        ], "mode \(mode)")
      #expect(status.connected)
    }
  }

  @Test(.enabled(if: Namespace.work == .denied, "runs only in its namespace"))
  func `denied`() throws {
    // Addresses are usable at once, so that nothing changes between two reads.
    try Data("0".utf8).write(to: URL(filePath: "/proc/sys/net/ipv6/conf/default/dad_transmits"))
    try IPCommand.run("link add v0 type veth peer name v1")
    for link in ["v0", "v1"] { try IPCommand.run("link set \(link) up") }
    try waitUntilRunning("v0")
    try IPCommand.run("addr add 192.0.2.7/24 dev v0")
    try IPCommand.run("addr add 2001:db8::7/64 dev v0 nodad")
    try IPCommand.run("route add default via 192.0.2.1 metric 7")
    try IPCommand.run("link add br0 type bridge")
    try IPCommand.run("link add w0 type veth peer name w1")
    try IPCommand.run("link set w1 master br0")
    _ = IPCommand.canRun("link add mac0 link v0 type macvlan")
    // /sys shows the namespace in which it was mounted.
    let mount = Process()
    mount.executableURL = URL(filePath: "/usr/bin/mount")
    mount.arguments = ["-t", "sysfs", "sysfs", "/sys"]
    try mount.run(forAtMost: 10)
    mount.waitUntilExit()
    let isMounted = mount.terminationStatus == 0
    let rich = try reader.status()
    // Without generic netlink, only WiFi is missing.
    try Sandbox.denyNetlink(onlyProtocol: 16)
    #expect(try !ObservableStatus(reader.status()).differs(from: ObservableStatus(rich)))
    #expect(try reader.wifiStatus() == nil)
    try Sandbox.denyNetlink()
    let poor = try reader.status()
    #expect(rich.source == .netlink && poor.source == .proc)
    #expect(poor.connected && poor.connectionType == rich.connectionType)
    func routes(_ status: NetworkStatus) -> [String] {
      status.defaultRoutes.map { "\($0.gateway ?? "-") \($0.interface) \($0.metric) \($0.table) \($0.inUse)" }
    }
    #expect(routes(poor) == routes(rich))
    // Without /sys, nothing tells the ports of a bridge.
    let kinds = rich.interfaces.map { $0.kind == "bridge" && !isMounted ? "ethernet" : $0.kind }
    #expect(poor.interfaces.map(\.kind) == kinds)
    if isMounted { #expect(poor.interfaces.map(\.master) == rich.interfaces.map(\.master)) }
    #expect(poor.interfaces.map(\.name) == rich.interfaces.map(\.name))
    #expect(poor.interfaces.map(\.mac) == rich.interfaces.map(\.mac))
    #expect(poor.interfaces.map(\.running) == rich.interfaces.map(\.running))
    func addresses(_ status: NetworkStatus) -> Set<String> {
      Set(status.interfaces.flatMap(\.addresses).filter { !$0.tentative }.map { "\($0.address)/\($0.prefixLength)" })
    }
    #expect(addresses(poor).isSuperset(of: ["192.0.2.7/24", "2001:db8::7/64", "127.0.0.1/8"]))
    #expect(try reader.currentSSID() == nil && reader.wifiStatus() == nil && reader.accessPoints().isEmpty)
  }

  @Test(.enabled(if: Namespace.work == .routes, "runs only in its namespace"))
  func `routes`() throws {
    #expect(!(try isConnected()))
    try IPCommand.run("link add v0 type veth peer name v1")
    try IPCommand.run("link set v0 up")
    try IPCommand.run("addr add 192.0.2.7/24 dev v0")
    try IPCommand.run("route add default via 192.0.2.1 metric 7")
    // A route without a carrier: the other end is down.
    #expect(!(try isConnected()))
    try IPCommand.run("link set v1 up")
    try waitUntilRunning("v0")
    #expect(try isConnected())
    try IPCommand.run("route add default via 192.0.2.2 table 1234")
    try IPCommand.run("-6 addr add 2001:db8::7/64 dev v0 nodad")
    try IPCommand.run("-6 route add default via 2001:db8::1")
    try IPCommand.run("route add default metric 9 nexthop via 192.0.2.3 nexthop via 192.0.2.4 weight 2")
    try IPCommand.run("-4 route add default via inet6 2001:db8::9 dev v0 metric 11")
    let status = try reader.status()
    #expect(
      status.defaultRoutes.map { "\($0.family) \($0.gateway ?? "-") \($0.metric)" } == [
        "ipv4 192.0.2.1 7", "ipv4 192.0.2.3 9", "ipv4 192.0.2.4 9", "ipv4 2001:db8::9 11", "ipv4 192.0.2.2 0",
        "ipv6 2001:db8::1 1024",
      ])
    for refusal in ["blackhole", "unreachable", "prohibit"] {
      try IPCommand.run("route add \(refusal) 198.41.0.4/32")
      try IPCommand.run("-6 route add \(refusal) 2001:503:ba3e::2:30/128")
      #expect(!(try isConnected()), Comment(rawValue: refusal))
      try IPCommand.run("route del 198.41.0.4/32")
      try IPCommand.run("-6 route del 2001:503:ba3e::2:30/128")
    }
  }

  @Test(.enabled(if: Namespace.work == .names, "runs only in its namespace"))
  func `names`() throws {
    for name in ["x\"y", "a'b<c>", "${x}"] { try IPCommand.run("link add \(name) type bridge") }
    #expect(try reader.interfaces().map(\.name).suffix(3) == ["x\"y", "a'b<c>", "${x}"])
    // Bytes that an argument of Foundation's Process cannot hold.
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "ip link add $(printf 'a\\377\\376') type bridge"]
    try shell.run(forAtMost: 60)
    shell.waitUntilExit()
    let status = try reader.status()
    #expect(status.interfaces.last?.name == "a\\xff\\xfe")
    let read = try JSONDecoder().decode(NetworkStatus.self, from: JSONEncoder().encode(status))
    #expect(read == status)
  }
}
