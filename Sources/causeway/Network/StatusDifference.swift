import LinuxNetwork

/// What changed between two statuses, for people.
struct StatusDifference {
  private let old: NetworkStatus
  private let new: NetworkStatus

  init(from old: NetworkStatus, to new: NetworkStatus) {
    self.old = old
    self.new = new
  }

  /// A line for each change; one in any case.
  var lines: [String] {
    let lines = connection + interfaces + routes + nameServers
    return lines.isEmpty ? ["the WiFi network or its access point changed"] : lines
  }

  private var connection: [String] {
    guard old.connected != new.connected || old.connectionType != new.connectionType else { return [] }
    return [new.connected ? "connected: \(new.connectionType.description.printable)" : "offline"]
  }

  private var interfaces: [String] {
    let before = Dictionary(old.interfaces.map { ($0.index, $0) }) { $1 }
    let after = Set(new.interfaces.map(\.index))
    let gone = old.interfaces.filter { !after.contains($0.index) }.map { "\($0.name.printable): removed" }
    return gone
      + new.interfaces.flatMap { interface -> [String] in
        let name = interface.name.printable
        guard let earlier = before[interface.index] else { return ["\(name): added, \(interface.stateText)"] }
        var lines: [String] = []
        if earlier.name != interface.name { lines.append("\(earlier.name.printable): now called \(name)") }
        if earlier.stateText != interface.stateText { lines.append("\(name): \(interface.stateText)") }
        return lines
          + StatusDifference.changes(earlier.addresses.map(\.text), interface.addresses.map(\.text), "\(name): address")
      }
  }

  private var routes: [String] {
    StatusDifference.changes(old.defaultRoutes.map(\.text), new.defaultRoutes.map(\.text), "default route")
  }

  private var nameServers: [String] {
    StatusDifference.changes(old.dns.servers, new.dns.servers, "name server")
  }

  private static func changes(_ old: [String], _ new: [String], _ what: String) -> [String] {
    new.filter { !old.contains($0) }.map { "\(what) \($0.printable) added" }
      + old.filter { !new.contains($0) }.map { "\(what) \($0.printable) removed" }
  }
}
