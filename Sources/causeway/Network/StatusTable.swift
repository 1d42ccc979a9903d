import LinuxNetwork

/// The status of the network for people.
struct StatusTable {
  private let status: NetworkStatus
  private let style: Style

  init(_ status: NetworkStatus, style: Style = .standardOutput) {
    self.status = status
    self.style = style
  }

  /// Several lines, without a final newline.
  var text: String { (facts + [""] + interfaces).joined(separator: "\n") }

  private var facts: [String] {
    var facts = [("Connection", status.connected ? style.good(connection) : style.bad(connection))]
    facts += status.defaultRoutes.map { ("Default route", $0.text) }
    facts.append(("Name servers", status.dns.servers.isEmpty ? "none" : list(status.dns.servers)))
    if !status.dns.search.isEmpty { facts.append(("Search", list(status.dns.search))) }
    if status.source == .proc { facts.append(("Source", "/proc, as netlink is denied: not everything is known")) }
    return facts.map { style.faint($0.padded(to: 15)) + $1 }
  }

  private var connection: String {
    guard status.connected else { return "offline" }
    let under = status.underlyingConnectionType.map { " over \($0)" } ?? ""
    return status.connectionType.description.printable + under.printable
  }

  private var interfaces: [String] {
    let rows = status.interfaces.flatMap { interface -> [[String]] in
      let addresses = interface.addresses.map(\.text)
      let first = [
        interface.name.printable, interface.kind.printable, interface.stateText, String(interface.mtu),
        interface.mac ?? "", addresses.first ?? "",
      ]
      return [first] + addresses.dropFirst().map { ["", "", "", "", "", $0] }
    }
    return TextTable(heads: ["Interface", "Kind", "State", "MTU", "Hardware", "Addresses"], rows: rows).lines(style)
  }

  private func list(_ names: [String]) -> String { names.map(\.printable).joined(separator: ", ") }
}

extension NetworkInterface {
  /// `up`, `no carrier` or `down`.
  var stateText: String { running ? "up" : up ? "no carrier" : "down" }
}

extension InterfaceAddress {
  /// `192.0.2.7/24`, with what is special about it.
  var text: String {
    var marks: [String] = []
    if temporary { marks.append("temporary") }
    if deprecated { marks.append("deprecated") }
    if tentative { marks.append("tentative") }
    return "\(address)/\(prefixLength)" + (marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))")
  }
}

extension DefaultRoute {
  /// `192.0.2.1 by eth0, metric 100`.
  var text: String { "\(gateway ?? "on the link") by \(interface.printable), \(family.rawValue), metric \(metric)" }
}
