#if Plugins
import Causeway
import CausewayConcurrency
import Foundation
import LinuxNetwork
import MessageBus

/// Reads the name servers of single links from the service that knows them, by the system's message bus.
struct NameServices: Sendable {
  /// The address of the bus.
  ///
  /// `nil` if this system has none.
  let address: String?

  /// - Parameter address: `nil` for the system's bus.
  init(address: String? = nil) { self.address = address ?? Self.systemBus }

  private static var systemBus: String? {
    if let address = ProcessInfo.processInfo.environment["DBUS_SYSTEM_BUS_ADDRESS"], !address.isEmpty { return address }
    let path = "/run/dbus/system_bus_socket"
    return FileManager.default.fileExists(atPath: path) ? "unix:path=\(path)" : nil
  }

  /// The name servers of the links.
  ///
  /// - Parameter names: the links' names by index.
  /// - Throws: `UNAVAILABLE` if the bus or a running service does not answer.
  func status(names: [Int: String]) async throws -> NameServiceStatus {
    try await BlockingExecutor.run { try read(names) }
  }

  private func read(_ names: [Int: String]) throws -> NameServiceStatus {
    guard let address else { return NameServiceStatus(service: nil, links: []) }
    let bus = try BusConnection(address, named: "The system's message bus") { _ in }
    if try bus.hasOwner(Resolved.name) { return try Resolved(bus: bus, names: names).status() }
    if try bus.hasOwner(NetworkManager.name) { return try NetworkManager.status(bus) }
    return NameServiceStatus(service: nil, links: [])
  }

  /// The most links, servers and domains that are passed on, each.
  fileprivate static let limit = 256
}

extension BusConnection {
  /// Whether a service runs; one that does not is not started.
  fileprivate func hasOwner(_ name: String) throws(BridgeError) -> Bool {
    try call(.bus, "NameHasOwner", [.string(name)])[0] == .bool(true)
  }

  /// All properties of one interface of an object.
  fileprivate func properties(_ name: String, _ path: String, _ interface: String) throws(BridgeError)
    -> [String: BusValue]
  {
    let object = SessionBus.Service(name: name, path: path, interface: "org.freedesktop.DBus.Properties")
    guard case .dictionary(let properties)? = try call(object, "GetAll", [.string(interface)])[0] else { return [:] }
    return properties
  }
}

/// systemd-resolved.
///
/// Source: org.freedesktop.resolve1(5).
private struct Resolved {
  static let name = "org.freedesktop.resolve1"

  let bus: BusConnection
  let names: [Int: String]

  func status() throws(BridgeError) -> NameServiceStatus {
    let properties = try bus.properties(Self.name, "/org/freedesktop/resolve1", "org.freedesktop.resolve1.Manager")
    var links: [Int32: LinkNameServers] = [:]
    func link(_ index: Int32) -> LinkNameServers {
      let name = index == 0 ? nil : names[Int(index)] ?? "#\(index)"
      return links[index] ?? LinkNameServers(interface: name, servers: [], search: [], routes: [], defaultRoute: nil)
    }
    // DNSEx: link, family, address, port, name. DNS, of releases before 246, ends with the address.
    for server in (properties["DNSEx"] ?? properties["DNS"])?.items.prefix(NameServices.limit) ?? [] {
      guard case .integer(let index)? = server[0], case .bytes(let octets)? = server[2] else { continue }
      var entry = link(index)
      guard let text = Self.text(octets, port: server[3], name: server[4], zone: entry.interface) else { continue }
      entry.servers.append(text)
      links[index] = entry
    }
    // Domains: link, domain, whether it is not a search domain.
    for domain in properties["Domains"]?.items.prefix(NameServices.limit) ?? [] {
      guard case .integer(let index)? = domain[0], case .string(let name)? = domain[1],
        case .bool(let onlyRoutes)? = domain[2]
      else { continue }
      var entry = link(index)
      if onlyRoutes { entry.routes.append(name) } else { entry.search.append(name) }
      links[index] = entry
    }
    for index in links.keys where index != 0 { links[index]?.defaultRoute = defaultRoute(index) }
    return NameServiceStatus(service: "systemd-resolved", links: links.sorted { $0.key < $1.key }.map(\.value))
  }

  /// `nil` before release 240, and for a link that has disappeared.
  private func defaultRoute(_ index: Int32) -> Bool? {
    // A path's part that begins with a digit has that digit's code instead.
    let path = "/org/freedesktop/resolve1/link/_3\(index)"
    let properties = try? bus.properties(Self.name, path, "org.freedesktop.resolve1.Link")
    guard case .bool(let isDefault)? = properties?["DefaultRoute"] else { return nil }
    return isDefault
  }

  private static func text(_ octets: [UInt8], port: BusValue?, name: BusValue?, zone: String?) -> String? {
    guard var text = String(ipAddress: octets) else { return nil }
    if text.hasPrefix("fe80:"), let zone { text += "%\(zone)" }
    if case .unsigned(let port)? = port, port != 0, port != 53 {
      text = octets.count == 16 ? "[\(text)]:\(port)" : "\(text):\(port)"
    }
    if case .string(let name)? = name, !name.isEmpty { text += "#\(name)" }
    return text
  }
}

/// NetworkManager, without systemd-resolved.
///
/// Source: org.freedesktop.NetworkManager.DnsManager, the NetworkManager reference manual.
private enum NetworkManager {
  static let name = "org.freedesktop.NetworkManager"

  static func status(_ bus: BusConnection) throws(BridgeError) -> NameServiceStatus {
    let properties = try bus.properties(
      name, "/org/freedesktop/NetworkManager/DnsManager", "org.freedesktop.NetworkManager.DnsManager")
    guard case .dictionaries(let entries)? = properties["Configuration"] else {
      return NameServiceStatus(service: "NetworkManager", links: [])
    }
    var links: [LinkNameServers] = []
    // One entry for each IP version of a link.
    for entry in entries.prefix(NameServices.limit) {
      let domains = entry["domains"]?.texts.prefix(NameServices.limit) ?? []
      let interface: String? = if case .string(let name)? = entry["interface"] { name } else { nil }
      let index = links.firstIndex { $0.interface == interface } ?? links.count
      if index == links.count {
        links.append(LinkNameServers(interface: interface, servers: [], search: [], routes: [], defaultRoute: nil))
      }
      links[index].servers += entry["nameservers"]?.texts.prefix(NameServices.limit) ?? []
      // A domain with a tilde is not a search domain.
      for domain in domains {
        let (path, name) =
          domain.hasPrefix("~") ? (\LinkNameServers.routes, String(domain.dropFirst())) : (\.search, domain)
        if !links[index][keyPath: path].contains(name) { links[index][keyPath: path].append(name) }
      }
    }
    return NameServiceStatus(service: "NetworkManager", links: links)
  }
}

extension BusValue {
  /// The elements of an array of structures.
  fileprivate var items: [BusValue] { if case .list(_, let items) = self { items } else { [] } }
  fileprivate var texts: [String] { if case .strings(let texts) = self { texts } else { [] } }
}
#endif
