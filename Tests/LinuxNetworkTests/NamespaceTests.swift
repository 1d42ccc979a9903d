import Foundation
import Testing

@testable import LinuxNetwork

/// Real interfaces, made in a network namespace of their own; no privilege is needed.
///
/// Each test runs twice: here, where it starts itself again by `unshare`, and there, where it does its work.
@Suite struct `In a namespace of its own` {
  private let reader = NetworkReader()

  @Test(
    .enabled(if: Namespace.isPossible, "unshare -Urn is not allowed here"), .timeLimit(.minutes(1)),
    arguments: Namespace.Work.allCases)
  func `real interfaces are read right`(_ work: Namespace.Work) async throws {
    let (status, output) = try await Namespace.run(work)
    #expect(status == 0, Comment(rawValue: output))
    #expect(output.contains("\(work.rawValue)() passed"), Comment(rawValue: output))
  }

  @Test(.enabled(if: Namespace.work == .interfaces, "runs only in its namespace"))
  func `interfaces`() throws {
    try IPCommand.run("link add v0 type veth peer name v1")
    try IPCommand.run("link add br0 type bridge")
    try IPCommand.run("link set v1 master br0")
    try IPCommand.run("link add mac0 link v0 type macvlan")
    try IPCommand.run("link add vx0 type vxlan id 7 dstport 4789")
    try IPCommand.run("tuntap add tap0 mode tap")
    try IPCommand.run("tuntap add tun0 mode tun")
    for link in ["v0", "v1", "br0", "mac0"] { try IPCommand.run("link set \(link) up") }
    try IPCommand.run("addr add 192.0.2.7/24 dev v0")
    try IPCommand.run("addr add 10.1.1.1 peer 10.1.1.2 dev tun0")
    try IPCommand.run("addr add 2001:db8::7/64 dev br0 nodad")
    try IPCommand.run("addr add 2001:db8::8/64 dev br0 preferred_lft 0 nodad")
    let interfaces = try reader.interfaces()
    expectAgreement(interfaces, with: try IPCommand.list("addr", as: [IPCommand.Link].self))
    let kinds = Dictionary(uniqueKeysWithValues: interfaces.map { ($0.name, $0.kind) })
    #expect(kinds["v0"] == "veth" && kinds["br0"] == "bridge" && kinds["mac0"] == "macvlan" && kinds["vx0"] == "vxlan")
    #expect(kinds["tap0"] == "tap" && kinds["tun0"] == "tun" && kinds["lo"] == "loopback")
  }

  @Test(.enabled(if: Namespace.work == .routes, "runs only in its namespace"))
  func `routes`() throws {
    #expect(!(try reader.status().connected))
    try IPCommand.run("link add v0 type veth peer name v1")
    try IPCommand.run("link set v0 up")
    try IPCommand.run("addr add 192.0.2.7/24 dev v0")
    try IPCommand.run("route add default via 192.0.2.1 metric 7")
    // A route, but no carrier: the other end is down.
    #expect(!(try reader.status().connected))
    try IPCommand.run("link set v1 up")
    #expect(try reader.status().connected)
    try IPCommand.run("route add default via 192.0.2.2 table 1234")
    try IPCommand.run("-6 addr add 2001:db8::7/64 dev v0 nodad")
    try IPCommand.run("-6 route add default via 2001:db8::1")
    try IPCommand.run("route add default metric 9 nexthop via 192.0.2.3 nexthop via 192.0.2.4 weight 2")
    try IPCommand.run("-4 route add default via inet6 2001:db8::9 dev v0 metric 11")
    let status = try reader.status()
    #expect(
      status.defaultRoutes.map { "\($0.family) \($0.gateway ?? "-") \($0.metric)" } == [
        "ipv4 192.0.2.2 0", "ipv4 192.0.2.1 7", "ipv4 192.0.2.3 9", "ipv4 192.0.2.4 9", "ipv4 2001:db8::9 11",
        "ipv6 2001:db8::1 1024",
      ])
    for refusal in ["blackhole", "unreachable", "prohibit"] {
      try IPCommand.run("route add \(refusal) 198.41.0.4/32")
      try IPCommand.run("-6 route add \(refusal) 2001:503:ba3e::2:30/128")
      #expect(!(try reader.status().connected), Comment(rawValue: refusal))
      try IPCommand.run("route del 198.41.0.4/32")
      try IPCommand.run("-6 route del 2001:503:ba3e::2:30/128")
    }
  }

  @Test(.enabled(if: Namespace.work == .names, "runs only in its namespace"))
  func `names`() throws {
    for name in ["x\"y", "a'b<c>", "${x}"] { try IPCommand.run("link add \(name) type bridge") }
    #expect(try reader.interfaces().map(\.name).suffix(3) == ["x\"y", "a'b<c>", "${x}"])
  }

  @Test(.enabled(if: Namespace.work == .changes, "runs only in its namespace"))
  func `changes`() async throws {
    var changes = reader.changes(settle: .milliseconds(20)).makeAsyncIterator()
    #expect(try await changes.next()?.interfaces.map(\.name) == ["lo"])
    try IPCommand.run("link add br0 type bridge")
    #expect(try await changes.next()?.interfaces.map(\.name) == ["lo", "br0"])
    try IPCommand.run("addr add 192.0.2.7/24 dev br0")
    #expect(try await changes.next()?.interfaces.last?.addresses.map(\.address) == ["192.0.2.7"])
    try IPCommand.run("link del br0")
    #expect(try await changes.next()?.interfaces.map(\.name) == ["lo"])
  }

  @Test(.enabled(if: Namespace.work == .storm, "runs only in its namespace"))
  func `storm`() async throws {
    var changes = reader.changes(settle: .milliseconds(20)).makeAsyncIterator()
    _ = try await changes.next()
    try IPCommand.run("link add br0 type bridge")
    let flaps = (0..<3000).map { "link set br0 \($0 % 2 == 0 ? "up" : "down")\n" }.joined()
    let script = FileManager.default.temporaryDirectory.appending(path: "storm-\(getpid())")
    try Data((flaps + "link set br0 mtu 1234\n").utf8).write(to: script)
    try IPCommand.run("-batch \(script.path)")
    try FileManager.default.removeItem(at: script)
    while let status = try await changes.next() {
      if status.interfaces.last?.mtu == 1234 { break }
    }
  }

  @Test(.enabled(if: Namespace.work == .leaks, "runs only in its namespace"))
  func `leaks`() async throws {
    func open() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    let before = try open()
    for _ in 0..<1000 {
      var changes = reader.changes().makeAsyncIterator()
      _ = try await changes.next()
    }
    // Threads end in their own time: a look at the descriptors again and again, until a limit of the whole test.
    while try open() > before { await Task.yield() }
    #expect(try open() == before)
  }
}
