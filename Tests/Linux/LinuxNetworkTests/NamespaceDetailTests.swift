import Foundation
import TestSupport
import Testing

@testable import LinuxNetwork

/// Every property of routes, addresses and links, compared with `ip -j -d` in a separate network namespace.
@Suite(.timeLimit(.minutes(5))) struct `In a new namespace, the details` {
  private let reader = NetworkReader()

  private func makePair(_ name: String) throws {
    try IPCommand.run("link add \(name)0 type veth peer name \(name)1")
    for number in 0...1 { try IPCommand.run("link set \(name)\(number) up") }
    try eventually(blocking: "\(name)0 has its carrier") {
      try reader.interfaces().contains { $0.name == "\(name)0" && $0.running }
    }
  }

  @Test(.enabled(if: Namespace.work == .details, "runs only in its namespace"))
  func `details`() throws {
    // Addresses are usable at once, so that nothing changes between two reads.
    try Data("0".utf8).write(to: URL(filePath: "/proc/sys/net/ipv6/conf/default/dad_transmits"))
    try makePair("v")
    try IPCommand.run("link property add dev v0 altname uplink-with-a-long-name")
    try IPCommand.run("link set v0 alias to-the-cellar")
    try IPCommand.run("link set v0 promisc on")
    // The other end of a pair in another namespace.
    let elsewhere = Process()
    elsewhere.executableURL = URL(filePath: "/usr/bin/unshare")
    elsewhere.arguments = ["-n", "cat"]
    // It ends when its input is closed, and does not hold this test's output open.
    let input = Pipe()
    (elsewhere.standardInput, elsewhere.standardOutput) = (input, FileHandle.nullDevice)
    try elsewhere.run(forAtMost: 45)
    defer { try? input.fileHandleForWriting.close() }
    try eventually(blocking: "the other namespace exists") {
      let path = { (id: String) in try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/ns/net") }
      return try path("self") != path("\(elsewhere.processIdentifier)")
    }
    try IPCommand.run("link add p0 type veth peer name p1 netns \(elsewhere.processIdentifier)")
    let others = [
      "gre7 type gre local 192.0.2.7 remote 192.0.2.8 dev v0", "ipip7 type ipip remote 192.0.2.9",
      "sit7 type sit remote 192.0.2.9", "v0.7 link v0 type vlan id 7", "mac0 link v0 type macvlan",
    ]
    print("made:", others.filter { IPCommand.canRun("link add \($0)") })
    try IPCommand.run("addr add 192.0.2.7/24 brd + dev v0 label v0:1")
    try IPCommand.run("addr add 10.1.1.1 peer 10.1.1.2 dev v0")
    try IPCommand.run("addr add 198.51.100.9/24 dev v0 valid_lft 1000 preferred_lft 500")
    try IPCommand.run("addr add 2001:db8::9/64 dev v0 valid_lft 1000 preferred_lft 0 nodad")
    try IPCommand.run("addr add 2001:db8::7 peer 2001:db8::8/128 dev v0 nodad")
    var (interfaces, links): ([NetworkInterface], [IPCommand.Link]) = ([], [])
    try eventually(blocking: "the kernel has noticed every carrier") {
      interfaces = try reader.interfaces()
      links = try IPCommand.list("-d addr", as: [IPCommand.Link].self)
      return try interfaces.map(\.operationalState) == reader.interfaces().map(\.operationalState)
    }
    expectAgreement(interfaces, with: links, later: true)
    let v0 = try #require(interfaces.first { $0.name == "v0" })
    #expect(v0.alternativeNames == ["uplink-with-a-long-name"] && v0.alias == "to-the-cellar" && v0.promiscuous)
    // More than the kernel puts into a datagram of a dump by default.
    for number in 0..<496 {
      try IPCommand.run("link property add dev v1 altname \(String(repeating: "n", count: 124))\(100 + number)")
    }
    let names = try IPCommand.list("-d link", as: [IPCommand.Link].self).first { $0.ifname == "v1" }?.altnames
    let many = try reader.status()
    #expect(many.consistent && many.interfaces.count == interfaces.count)
    #expect(many.interfaces.first { $0.name == "v1" }?.alternativeNames == names && names?.count == 496)
    #expect(v0.addresses.contains { $0.label == "v0:1" && $0.broadcast == "192.0.2.255" && $0.dynamic == false })
    #expect(v0.addresses.contains { $0.peer == "2001:db8::8" } && v0.link == "v1")
    let limited = try #require(v0.addresses.first { $0.address == "198.51.100.9" })
    #expect(limited.dynamic == true && (400...500).contains(limited.preferredSeconds ?? 0))
    #expect((900...1000).contains(limited.validSeconds ?? 0))
    #expect(interfaces.contains { $0.name == "p0" && $0.linkNamespace != nil && $0.link == nil })
  }

  /// One line for each hop of each default route.
  private func listed() throws -> [String] {
    try ["-4", "-6"].flatMap { family in
      try IPCommand.list("\(family) -d route show table all", as: [IPCommand.Route].self).filter {
        $0.dst == "default" && $0.type == "unicast"
      }.flatMap { route in
        let single = IPCommand.Route.Nexthop(
          gateway: route.gateway, via: route.via, dev: route.dev, weight: 1, flags: route.flags)
        return (route.nexthops ?? [single]).map { hop in
          let flags = (hop.flags ?? []).filter { ["dead", "linkdown", "onlink"].contains($0) }.sorted()
          return [
            family, hop.gateway ?? hop.via?.host, hop.dev, route.table ?? "main", "\(route.metric ?? 0)",
            route.protocol, route.prefsrc, route.from, route.pref, "\(hop.weight ?? 1)",
            route.metrics?.first?.mtu.map(String.init), flags.joined(separator: ","),
          ].map { $0 ?? "-" }.joined(separator: " ")
        }
      }
    }.sorted()
  }

  private func read() throws -> [String] {
    try reader.status().defaultRoutes.map { route in
      let flags = [("dead", route.dead), ("linkdown", route.linkDown), ("onlink", route.onLink)]
      return [
        route.family == .ipv4 ? "-4" : "-6", route.gateway, route.interface,
        route.table == 254 ? "main" : "\(route.table)", "\(route.metric)", route.origin, route.preferredSource,
        route.from,
        route.preference, "\(route.weight)", route.mtu.map(String.init),
        flags.filter(\.1).map(\.0).joined(separator: ","),
      ].map { $0 ?? "-" }.joined(separator: " ")
    }.sorted()
  }

  private func inUse() throws -> [String] {
    try reader.status().defaultRoutes.filter(\.inUse).map { "\($0.gateway ?? "-") \($0.table)" }
  }

  @Test(.enabled(if: Namespace.work == .selection, "runs only in its namespace"))
  func `selection`() throws {
    try makePair("v")
    try makePair("w")
    try IPCommand.run("addr add 192.0.2.7/24 dev v0")
    try IPCommand.run("addr add 198.51.100.7/24 dev w0")
    try IPCommand.run("addr add 2001:db8::7/64 dev v0 nodad")
    try IPCommand.run("route add default via 192.0.2.1 metric 7 mtu 1400 src 192.0.2.7 proto static")
    try IPCommand.run("route add default via 203.0.113.1 dev v0 onlink metric 8 proto dhcp")
    try IPCommand.run("route add default metric 9 nexthop via 192.0.2.3 weight 3 nexthop via 198.51.100.1 weight 200")
    try IPCommand.run("route add default via inet6 2001:db8::9 dev v0 metric 11 proto 77")
    try IPCommand.run("route add default dev w0 table 1234")
    try IPCommand.run("-6 route add default via 2001:db8::1 metric 3 pref high proto ra")
    try IPCommand.run("-6 route add default via 2001:db8::2 metric 4 mtu 1280 src 2001:db8::7")
    _ = IPCommand.canRun("-6 route add default from 2001:db8::/64 via 2001:db8::3 dev v0 metric 5")
    #expect(try read() == listed())
    #expect(try inUse() == ["192.0.2.1 254", "2001:db8::1 254"])
    // A rule for another table, then a more specific route, as VPNs add it.
    try IPCommand.run("rule add lookup 1234 priority 100")
    #expect(try inUse() == ["- 1234", "2001:db8::1 254"])
    try IPCommand.run("rule del priority 100")
    for half in ["0.0.0.0/1", "128.0.0.0/1"] { try IPCommand.run("route add \(half) dev w0") }
    #expect(try inUse() == ["2001:db8::1 254"])
    for half in ["0.0.0.0/1", "128.0.0.0/1"] { try IPCommand.run("route del \(half) dev w0") }
    // Both hops of a shared route are in use; a hop without a carrier is marked.
    for metric in [7, 8] { try IPCommand.run("route del default metric \(metric)") }
    #expect(try inUse() == ["192.0.2.3 254", "198.51.100.1 254", "2001:db8::1 254"])
    try IPCommand.run("link set w1 down")
    try eventually(blocking: "w0 has lost its carrier") {
      try reader.interfaces().contains { $0.name == "w0" && !$0.running }
    }
    #expect(try reader.status().defaultRoutes.contains { $0.linkDown })
    #expect(try read() == listed())
    for command in ["nexthop add id 1 via 192.0.2.1 dev v0", "nexthop add id 2 via 192.0.2.2 dev v0"] {
      try IPCommand.run(command)
    }
    try IPCommand.run("nexthop add id 3 group 1,9/2,4")
    try IPCommand.run("route add default nhid 3 metric 1")
    for mode in ["1", "0"] {
      try Data(mode.utf8).write(to: URL(filePath: "/proc/sys/net/ipv4/nexthop_compat_mode"))
      let routes = try reader.status().defaultRoutes.filter { $0.metric == 1 }
      #expect(routes.map(\.weight) == [9, 4] && routes.map(\.inUse) == [true, true], "mode \(mode)")
    }
  }

  @Test(.enabled(if: Namespace.work == .checks, "runs only in its namespace"))
  func `checks`() async throws {
    try makePair("v")
    try IPCommand.run("addr flush dev v0")
    try eventually(blocking: "the other end's address is checked") {
      try reader.interfaces().flatMap(\.addresses).allSatisfy { !$0.tentative }
    }
    var changes = reader.changes(settle: .milliseconds(20)).makeAsyncIterator()
    _ = try await changes.next()
    // The check for duplicates takes more than a second; the address is reported once, when it can be used.
    try IPCommand.run("addr add 2001:db8::7/64 dev v0")
    let added = try await changes.next()?.interfaces.flatMap(\.addresses).first { $0.address == "2001:db8::7" }
    #expect(added?.tentative == false)
    // A duplicate is a change as well: both ends have it.
    try IPCommand.run("addr add 2001:db8::8/64 dev v1 nodad")
    #expect(try await changes.next()?.interfaces.flatMap(\.addresses).contains { $0.address == "2001:db8::8" } == true)
    try IPCommand.run("addr add 2001:db8::8/64 dev v0")
    let failed = try await changes.next()?.interfaces.first { $0.name == "v0" }?.addresses
    #expect(failed?.first { $0.address == "2001:db8::8" }?.dadFailed == true)
  }
}
