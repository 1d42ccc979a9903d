#if Plugins
import Causeway
import Foundation
import LinuxNetwork
import TestSupport
import Testing

@testable import CausewayNetwork
@testable import CausewayPlugins
@testable import MessageBus

@Suite(.timeLimit(.minutes(5))) struct `Name servers of single links` {
  let scratch: Scratch
  let bus: MessageBus

  init() throws {
    scratch = try Scratch()
    bus = try MessageBus(in: scratch)
  }

  private func read() async throws -> NameServiceStatus {
    try await NameServices(address: bus.address).status(names: [1: "lo", 12: "eth0", 7: "tun0"])
  }

  private static func server(_ link: Int32, _ octets: [UInt8], port: UInt16 = 0, name: String = "") -> BusValue {
    .tuple([.integer(link), .integer(octets.count == 4 ? 2 : 10), .bytes(octets), .short(port), .string(name)])
  }

  private static func domain(_ link: Int32, _ name: String, onlyRoutes: Bool) -> BusValue {
    .tuple([.integer(link), .string(name), .bool(onlyRoutes)])
  }

  /// A systemd-resolved with the properties of the test.
  private func resolved(_ properties: [String: BusValue], links: [String: BusValue] = [:]) throws -> BusPeer {
    try BusPeer("org.freedesktop.resolve1", on: bus.address) { call in
      guard call.member == "GetAll", case .string(let interface)? = call.arguments[0] else { return nil }
      switch (interface, call.path) {
      case ("org.freedesktop.resolve1.Manager", "/org/freedesktop/resolve1"): return .tuple([.dictionary(properties)])
      case ("org.freedesktop.resolve1.Link", let path):
        return links[path].map { .tuple([.dictionary(["DefaultRoute": $0])]) }
      default: return nil
      }
    }
  }

  @Test func `come from systemd-resolved, with split DNS`() async throws {
    let linkLocal: [UInt8] = [0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [1]
    let peer = try resolved(
      [
        "DNSEx": .list(
          of: "(iiayqs)",
          [
            Self.server(0, [9, 9, 9, 9], port: 853, name: "dns.example"), Self.server(12, [192, 0, 2, 1]),
            Self.server(12, linkLocal, port: 53), Self.server(7, [10, 8, 0, 1], port: 5353),
            Self.server(99, [0x20, 0x01] + linkLocal.dropFirst(2), port: 54), Self.server(12, [1, 2, 3]),
          ]),
        "Domains": .list(
          of: "(isb)",
          [Self.domain(12, "home.arpa", onlyRoutes: false), Self.domain(7, "corp.example", onlyRoutes: true)]),
      ],
      links: ["/org/freedesktop/resolve1/link/_312": .bool(true), "/org/freedesktop/resolve1/link/_37": .bool(false)])
    let status = try await read()
    withExtendedLifetime(peer) {}
    #expect(status.service == "systemd-resolved")
    #expect(
      status.links == [
        LinkNameServers(
          interface: nil, servers: ["9.9.9.9:853#dns.example"], search: [], routes: [], defaultRoute: nil),
        LinkNameServers(
          interface: "tun0", servers: ["10.8.0.1:5353"], search: [], routes: ["corp.example"], defaultRoute: false),
        LinkNameServers(
          interface: "eth0", servers: ["192.0.2.1", "fe80::1%eth0"], search: ["home.arpa"], routes: [],
          defaultRoute: true),
        LinkNameServers(interface: "#99", servers: ["[2001::1]:54"], search: [], routes: [], defaultRoute: nil),
      ])
  }

  @Test func `come from NetworkManager if systemd-resolved does not run`() async throws {
    let peer = try BusPeer("org.freedesktop.NetworkManager", on: bus.address) { call in
      guard call.member == "GetAll", call.path == "/org/freedesktop/NetworkManager/DnsManager" else { return nil }
      return .tuple([
        .dictionary([
          "Configuration": .dictionaries([
            [
              "nameservers": .strings(["10.8.0.1"]), "domains": .strings(["~corp.example", "example.net"]),
              "interface": .string("tun0"), "vpn": .bool(true),
            ], ["nameservers": .strings(["192.0.2.1", "192.0.2.2"]), "interface": .string("eth0")],
            // A real NetworkManager has an entry for each IP version of a link.
            [
              "nameservers": .strings(["2001:db8::53"]), "domains": .strings(["home.arpa"]),
              "interface": .string("eth0"),
            ],
          ])
        ])
      ])
    }
    let status = try await read()
    withExtendedLifetime(peer) {}
    #expect(status.service == "NetworkManager" && status.links.map(\.interface) == ["tun0", "eth0"])
    #expect(status.links.first?.search == ["example.net"] && status.links.first?.routes == ["corp.example"])
    #expect(status.links.last?.servers == ["192.0.2.1", "192.0.2.2", "2001:db8::53"])
    #expect(status.links.last?.search == ["home.arpa"])
  }

  @Test func `are unknown without a service, and without a bus`() async throws {
    #expect(try await read() == NameServiceStatus(service: nil, links: []))
    bus.stop()
    await #expect(throws: BridgeError.self) { _ = try await read() }
  }

  @Test func `of a service whose answers have other types are left out`() async throws {
    let peer = try resolved([
      "DNSEx": .string("none"), "Domains": .list(of: "(ib)", [.tuple([.integer(1), .bool(true)])]),
    ])
    let status = try await read()
    withExtendedLifetime(peer) {}
    #expect(status == NameServiceStatus(service: "systemd-resolved", links: []))
  }

  @Test func `of a service that refuses are an error with its reason`() async throws {
    let peer = try BusPeer("org.freedesktop.resolve1", on: bus.address) { _ in nil }
    let error = await #expect(throws: BridgeError.self) { _ = try await read() }
    withExtendedLifetime(peer) {}
    #expect(error?.code == .unavailable && error?.message.contains("No such method") == true)
  }

  @Test func `are an answer to JavaScript, without hardware addresses unless it may identify`() async throws {
    let octets: [UInt8] = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 2, 0, 0x5e, 0xff, 0xfe, 0, 0x53, 0xaf]
    let peer = try resolved([
      "DNSEx": .list(of: "(iiayqs)", [Self.server(0, octets), Self.server(0, [192, 0, 2, 1])])
    ])
    var plugin = NetworkPlugin()
    plugin.services = NameServices(address: bus.address)
    let source = "console.log(JSON.stringify((await bridge.plugins.network.nameServers()).links[0].servers))"
    #expect(try await Program.run(source, with: plugin) == [#"["2001:db8::200:5eff:fe00:53af","192.0.2.1"]"#])
    let few = Permissions(["network.nameServers"])
    #expect(try await Program.run(source, permissions: few, with: plugin) == [#"["192.0.2.1"]"#])
    withExtendedLifetime(peer) {}
  }
}
#endif
