import Foundation
import TestSupport
import Testing

@testable import LinuxNetwork

/// The output of iproute2's `ip -j`: an independent reader of the same kernel.
enum IPCommand {
  struct Link: Decodable {
    let ifindex: Int
    let ifname: String
    let flags: [String]
    let mtu: Int
    let operstate: String
    let address: String?
    let link_type: String?
    let master: String?
    let addr_info: [Address]?
    let linkinfo: Info?
    let stats64: Counters?
    let link: String?
    let link_netnsid: Int?
    let altnames: [String]?
    let ifalias: String?
    let permaddr: String?
    let parentdev: String?
    /// Present only in the detailed output.
    let promiscuity: Int?

    struct Info: Decodable {
      let info_kind: String?
      let info_data: Properties?
    }

    struct Properties: Decodable {
      let id: Int?
      let local: String?
      let remote: String?
    }

    struct Counters: Decodable {
      struct Direction: Decodable {
        let bytes: UInt64
        let packets: UInt64
      }
      let rx: Direction
      let tx: Direction
    }
  }

  struct Address: Decodable, Hashable {
    let family: String
    let local: String
    let prefixlen: Int
    let scope: String
    let temporary: Bool?
    let deprecated: Bool?
    let tentative: Bool?
    let dadfailed: Bool?
    let dynamic: Bool?
    let address: String?
    let broadcast: String?
    let label: String?
    let preferred_life_time: UInt32?
    let valid_life_time: UInt32?
  }

  struct Route: Decodable {
    let type: String?
    let dst: String
    let gateway: String?
    let via: Via?
    let dev: String?
    let metric: Int?
    let table: String?
    let `protocol`: String?
    let prefsrc: String?
    let from: String?
    let pref: String?
    let metrics: [Metrics]?
    let flags: [String]?
    let nexthops: [Nexthop]?

    struct Via: Decodable { let host: String }
    struct Metrics: Decodable { let mtu: Int? }
    struct Nexthop: Decodable {
      let gateway: String?
      let via: Via?
      let dev: String?
      let weight: Int?
      let flags: [String]?
    }
  }

  /// A failed `ip` command.
  struct Refusal: Error { let command: String }

  static var isPresent: Bool { FileManager.default.isExecutableFile(atPath: "/usr/sbin/ip") || which("ip") != nil }

  /// Runs `ip` with arguments, and returns its output.
  @discardableResult
  static func run(_ arguments: String) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: which("ip") ?? "/usr/sbin/ip")
    process.arguments = arguments.split(separator: " ").map(String.init)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run(forAtMost: 60)
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Refusal(command: "ip \(arguments)") }
    return data
  }

  /// Runs a command that this kernel may not support; returns whether it succeeded.
  static func canRun(_ arguments: String) -> Bool { (try? run(arguments)) != nil }

  static func list<Answer: Decodable>(_ arguments: String, as _: [Answer].Type) throws -> [Answer] {
    try JSONDecoder().decode([Answer].self, from: run("-j " + arguments))
  }

  private static func which(_ name: String) -> String? {
    let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return paths.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

/// Compares every field that `ip` prints with our value.
///
/// `ip` ran a little later: an address may no longer be tentative, and a station no longer dormant.
func expectAgreement(
  _ interfaces: [NetworkInterface], with links: [IPCommand.Link], later: Bool = false,
  _ location: SourceLocation = #_sourceLocation
) {
  #expect(interfaces.map(\.name) == links.sorted { $0.ifindex < $1.ifindex }.map(\.ifname), sourceLocation: location)
  for link in links {
    guard let interface = interfaces.first(where: { $0.index == link.ifindex }) else { continue }
    let name = Comment(rawValue: link.ifname)
    #expect(interface.mtu == link.mtu, name, sourceLocation: location)
    #expect(interface.up == link.flags.contains("UP"), name, sourceLocation: location)
    // `ip` shows only a missing IFF_RUNNING, and only for enabled links.
    let hasCarrier = !link.flags.contains("NO-CARRIER")
    if interface.up { #expect(interface.running == hasCarrier, name, sourceLocation: location) }
    if let kind = link.linkinfo?.info_kind, kind != "tun" {
      #expect(interface.kind == kind, name, sourceLocation: location)
    }
    if !later || interface.operationalState != .dormant {
      #expect(interface.operationalState.rawValue == link.operstate.lowercased(), name, sourceLocation: location)
    }
    // The "address" of a tunnel is the IP address of its local end.
    let isTunnel = ["ipip", "tunnel6", "sit", "gre", "gre6"].contains(link.link_type)
    #expect(interface.mac == (isTunnel ? nil : link.address), name, sourceLocation: location)
    #expect(interface.master == link.master, name, sourceLocation: location)
    expectDetails(interface, link, name, location)
    guard let addresses = link.addr_info else { continue }
    let read = interface.addresses.map { IPCommand.Address($0) }
    #expect(
      read.map { $0.complete(later) } == addresses.map { $0.complete(later) }, name, sourceLocation: location)
  }
}

/// Compares the fields that `ip -d` prints.
private func expectDetails(
  _ interface: NetworkInterface, _ link: IPCommand.Link, _ name: Comment, _ location: SourceLocation
) {
  #expect(interface.alternativeNames == link.altnames ?? [], name, sourceLocation: location)
  #expect(interface.alias == link.ifalias, name, sourceLocation: location)
  #expect(interface.link == link.link, name, sourceLocation: location)
  #expect(interface.linkNamespace == link.link_netnsid, name, sourceLocation: location)
  // `ip` shows the permanent address only if the present one is another.
  if let permanent = interface.permanentMac {
    #expect(permanent == link.permaddr ?? link.address, name, sourceLocation: location)
  } else {
    #expect(link.permaddr == nil, name, sourceLocation: location)
  }
  guard let promiscuity = link.promiscuity else { return }
  #expect(interface.promiscuous == (promiscuity > 0), name, sourceLocation: location)
  #expect(interface.parentDevice == link.parentdev, name, sourceLocation: location)
  let properties = link.linkinfo?.info_data
  #expect(interface.vlanId == (interface.kind == "vlan" ? properties?.id : nil), name, sourceLocation: location)
  guard let tunnel = interface.tunnel else { return }
  #expect(tunnel.remote == properties?.remote, name, sourceLocation: location)
  #expect(tunnel.local ?? "any" == properties?.local ?? "any", name, sourceLocation: location)
}

extension IPCommand.Address {
  init(_ address: InterfaceAddress) {
    self.init(
      family: address.family == .ipv4 ? "inet" : "inet6", local: address.address, prefixlen: address.prefixLength,
      scope: address.scope, temporary: address.temporary, deprecated: address.deprecated,
      tentative: address.tentative, dadfailed: address.dadFailed, dynamic: address.dynamic, address: address.peer,
      broadcast: address.broadcast, label: address.label,
      preferred_life_time: address.preferredSeconds.map(UInt32.init) ?? .max,
      valid_life_time: address.validSeconds.map(UInt32.init) ?? .max)
  }

  /// `ip` omits false values, and has a separate flag for an address that failed.
  ///
  /// Lifetimes run down between two reads: only whether they end is compared.
  func complete(_ later: Bool) -> Self {
    Self(
      family: family, local: local, prefixlen: prefixlen, scope: scope, temporary: temporary ?? false,
      deprecated: deprecated ?? false, tentative: later ? nil : tentative ?? false || dadfailed ?? false,
      dadfailed: dadfailed ?? false, dynamic: dynamic ?? false, address: address, broadcast: broadcast, label: label,
      preferred_life_time: preferred_life_time == .max ? .max : 0,
      valid_life_time: valid_life_time == .max ? .max : 0)
  }
}

/// Compares our default routes with the list of `ip route`.
func expectAgreement(
  _ routes: [DefaultRoute], with listed: [IPCommand.Route], _ location: SourceLocation = #_sourceLocation
) {
  let expected = listed.filter { $0.dst == "default" && $0.type ?? "unicast" == "unicast" && $0.dev != nil }
    .map { "\($0.gateway ?? "-") \($0.dev ?? "-") \($0.metric ?? 0)" }
  #expect(
    routes.map { "\($0.gateway ?? "-") \($0.interface) \($0.metric)" }.sorted() == expected.sorted(),
    sourceLocation: location)
}
