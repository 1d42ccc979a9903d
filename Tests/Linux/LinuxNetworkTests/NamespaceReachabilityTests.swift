import Foundation
import TestSupport
import Testing

@testable import LinuxNetwork

/// What "connected" says, compared with real sockets of the same namespace.
@Suite(.timeLimit(.minutes(5))) struct `In a new namespace, a connection` {
  private let reader = NetworkReader()

  private func isConnected() throws -> Bool {
    let status = try reader.status()
    #expect(try reader.connectionType() == status.connectionType)
    return status.connected
  }

  /// Whether connect() of a datagram socket succeeds, in another program.
  private func canConnect(_ address: String) throws -> Bool {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/bash")
    shell.arguments = ["-c", "exec 3<>/dev/udp/\(address)/53"]
    shell.standardError = FileHandle.nullDevice
    try shell.run(forAtMost: 10)
    shell.waitUntilExit()
    return shell.terminationStatus == 0
  }

  private func makePair(_ name: String) throws {
    try IPCommand.run("link add \(name)0 type veth peer name \(name)1")
    for number in 0...1 { try IPCommand.run("link set \(name)\(number) up") }
    try eventually(blocking: "\(name)0 has its carrier") {
      try reader.interfaces().contains { $0.name == "\(name)0" && $0.running }
    }
  }

  @Test(.enabled(if: Namespace.work == .reachability, "runs only in its namespace"))
  func `reachability`() throws {
    try makePair("v")
    try makePair("w")
    // No address, then one that is valid on the link only, then one that is valid everywhere.
    try IPCommand.run("route add default dev v0")
    #expect(!(try isConnected()))
    try IPCommand.run("addr add 169.254.7.7/16 dev v0")
    #expect(!(try isConnected()))
    try IPCommand.run("addr add 192.0.2.7/24 dev v0")
    try IPCommand.run("route replace default via 192.0.2.1 src 192.0.2.7")
    #expect(try isConnected())
    #expect(try canConnect("198.41.0.4"))
    // An address that its administrator restricts to this machine.
    try IPCommand.run("addr add 203.0.113.8/32 dev v0 scope host")
    try IPCommand.run("route replace default via 192.0.2.1 src 203.0.113.8")
    #expect(!(try isConnected()))
    // Rules by protocol and by user; some kernels lack them.
    try IPCommand.run("route replace default via 192.0.2.1 src 192.0.2.7 table 7")
    try IPCommand.run("route del default")
    for (rule, connects) in [("ipproto udp", true), ("ipproto tcp", false), ("uidrange 7-7", false)] {
      guard IPCommand.canRun("rule add \(rule) lookup 7 priority 7") else { continue }
      #expect(try isConnected() == connects, Comment(rawValue: rule))
      #expect(try canConnect("198.41.0.4") == connects, Comment(rawValue: rule))
      try IPCommand.run("rule del priority 7")
    }
    // Of two hops, one loses its carrier: whichever the kernel chooses, the other still works.
    try IPCommand.run("addr add 198.51.100.7/24 dev w0")
    try IPCommand.run("route replace default nexthop via 192.0.2.1 dev v0 nexthop via 198.51.100.1 dev w0")
    for (down, up) in [("v1", "w1"), ("w1", "v1")] {
      try IPCommand.run("link set \(up) up")
      try IPCommand.run("link set \(down) down")
      try eventually(blocking: "\(down) has lost its carrier") {
        try reader.interfaces().filter { $0.name.hasSuffix("0") && $0.running }.map(\.name) == ["\(up.prefix(1))0"]
      }
      #expect(try isConnected(), Comment(rawValue: down))
    }
    try IPCommand.run("link set w1 up")
    try IPCommand.run("route del default")
    try IPCommand.run("route add default dev lo")
    #expect(!(try isConnected()))
    try IPCommand.run("route del default")
    try IPCommand.run("link add br0 type bridge")
    try IPCommand.run("link set br0 up")
    try IPCommand.run("addr add 203.0.113.7/24 dev br0")
    try IPCommand.run("route add default via 203.0.113.1")
    #expect(!(try isConnected()))
    try IPCommand.run("route del default")
    // IPv6's route for certain source addresses: some kernels lack it.
    try IPCommand.run("-6 addr add 2001:db8::7/64 dev v0 nodad")
    guard IPCommand.canRun("-6 route add default from 2001:db8::/64 via 2001:db8::1 dev v0") else { return }
    #expect(try canConnect("2001:503:ba3e::2:30"))
    #expect(try isConnected())
    try IPCommand.run("-6 addr del 2001:db8::7/64 dev v0")
    #expect(!(try isConnected()))
  }

  @Test(.enabled(if: Namespace.work == .probe, "runs only in its namespace"))
  func `probe`() async throws {
    try makePair("v")
    try IPCommand.run("addr add 192.0.2.7/24 dev v0")
    try IPCommand.run("route add default via 192.0.2.1")
    let server = try ProbeServer(.send("HTTP/1.1 302 Found\r\nLocation: https://portal.example/\r\n\r\n"))
    let reader = NetworkReader(probe: try ConnectivityProbe(server.url))
    #expect(try reader.status().ipv4.grade == .routed)
    let captive = try await reader.gradedStatus()
    #expect(captive.connected && captive.ipv4.grade == .captive && captive.ipv4.portal == "https://portal.example/")
    #expect(captive.ipv6.grade != .captive)
    #expect(try reader.status().ipv4.grade == .captive)
    // Another network: the verdict no longer holds.
    server.behave(.send("HTTP/1.1 204 No Content\r\n\r\n"))
    var changes = reader.changes(settle: .milliseconds(20)).makeAsyncIterator()
    #expect(try await changes.next()?.ipv4.grade == .captive)
    try IPCommand.run("addr add 198.51.100.7/24 dev v0")
    try IPCommand.run("route replace default via 198.51.100.1 src 198.51.100.7")
    while let status = try await changes.next(), status.ipv4.grade != .full {
      #expect(status.ipv4.source == "192.0.2.7" || status.ipv4.grade == .routed)
    }
    #expect(try reader.status().ipv4.source == "198.51.100.7")
    #expect(server.requests.count == 2)
  }

  @Test(.enabled(if: Namespace.work == .tunnels, "runs only in its namespace"))
  func `tunnels`() throws {
    try makePair("v")
    try IPCommand.run("addr add 192.0.2.7/24 dev v0")
    try IPCommand.run("route add default via 192.0.2.1")
    // Some systems restrict /dev/net/tun.
    guard let program = FileHandle(forUpdatingAtPath: "/dev/net/tun") else { return }
    // TUNSETIFF with a struct ifreq: the name, then IFF_TUN | IFF_NO_PI.
    var request = Array("tun0".utf8) + [UInt8](repeating: 0, count: 36)
    request.replaceSubrange(16..<18, with: UInt16(0x1001).octets)
    try #require(ioctl(program.fileDescriptor, 0x4004_54ca, &request) == 0)
    try IPCommand.run("link set tun0 up")
    try IPCommand.run("addr add 10.8.0.2/24 dev tun0")
    for half in ["0.0.0.0/1", "128.0.0.0/1"] { try IPCommand.run("route add \(half) dev tun0") }
    func expectVPN(over underlying: ConnectionType?, _ name: Comment) throws {
      let status = try reader.status()
      #expect(try reader.connectionType() == status.connectionType, name)
      #expect(status.connectionType == (underlying == nil ? ConnectionType.none : ConnectionType.vpn), name)
      #expect(status.underlyingConnectionType == underlying, name)
      #expect(status.ipv4.interface == (underlying == nil ? nil : "tun0"), name)
    }
    try expectVPN(over: .ethernet, "a default route below")
    try IPCommand.run("route del default")
    try expectVPN(over: .unknown, "a server on the local subnet")
    try IPCommand.run("route add 10.9.0.0/16 via 192.0.2.1")
    try expectVPN(over: .unknown, "an unrelated route")
    try IPCommand.run("route add default via 192.0.2.1 table 1234")
    try expectVPN(over: .unknown, "a default route in a table that no rule uses")
    try IPCommand.run("rule add fwmark 7 lookup 1234")
    try expectVPN(over: .unknown, "a default route for marked packets of some program")
    try IPCommand.run("link set v1 down")
    try eventually(blocking: "v0 has lost its carrier") {
      try reader.interfaces().contains { $0.name == "v0" && !$0.running }
    }
    try expectVPN(over: nil, "nothing below")
    try program.close()
  }
}
