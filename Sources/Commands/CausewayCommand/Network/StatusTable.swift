import LinuxNetwork
import StandardStreams

/// A table of the network's status.
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
    var rows: [[TextTable.Cell]] = [[fact("Connection"), .init(status.connectionText, status.connectionTone)]]
    for interface in status.interfaces {
      guard let wifi = interface.wifi, wifi.joined else { continue }
      rows.append([fact("WiFi"), .init("\(wifi.name) by \(interface.name.printable)", .strong)])
    }
    let routes = TextTable(rows: status.defaultRoutes.map { $0.cells.map { TextTable.Cell($0) } })
    rows += routes.lines(Style(colors: false)).map { [fact("Default route"), .init($0)] }
    rows.append([fact("Name servers"), .init(status.dns.servers.isEmpty ? "none" : list(status.dns.servers))])
    if !status.dns.search.isEmpty { rows.append([fact("Search"), .init(list(status.dns.search))]) }
    if status.source == .proc {
      rows.append([fact("Source"), .init("/proc, because netlink is denied: incomplete", .warning)])
    }
    if !status.consistent {
      rows.append([fact("Caution"), .init("the state changed during the read: parts may be missing", .warning)])
    }
    return TextTable(rows: rows).lines(style)
  }

  private func fact(_ name: String) -> TextTable.Cell { .init(name, .faint) }

  private var interfaces: [String] {
    let rows = status.interfaces.flatMap { interface -> [[TextTable.Cell]] in
      let addresses = interface.addresses.map { TextTable.Cell($0.text, $0.tone) }
      let first: [TextTable.Cell] = [
        .init(interface.name.printable, .strong), .init(interface.kind.printable),
        .init(interface.stateText, interface.stateTone), .init(String(interface.mtu)),
        .init(interface.mac ?? "", .faint), addresses.first ?? "",
      ]
      return [first] + addresses.dropFirst().map { ["", "", "", "", "", $0] }
    }
    return TextTable(headers: ["Interface", "Kind", "State", "MTU", "Hardware", "Addresses"], rows: rows).lines(style)
  }

  private func list(_ names: [String]) -> String { names.map(\.printable).joined(separator: ", ") }
}

extension NetworkStatus {
  /// `wifi`, `vpn over ethernet` or `offline`, whether it is metered, and the verdict of a probe.
  var connectionText: String {
    guard connected else { return "offline" }
    let under = underlyingConnectionType.map { " over \($0)" } ?? ""
    return connectionType.description.printable + under.printable + (metered == true ? ", metered" : "") + verdictText
  }

  /// The verdict of a probe; empty without one.
  private var verdictText: String {
    let connections = [ipv4, ipv6]
    if connections.contains(where: { $0.grade == .full }) { return ", Internet reachable" }
    guard let captive = connections.first(where: { $0.grade == .captive }) else { return "" }
    return ", captive portal" + (captive.portal.map { ": \($0.printable)" } ?? "")
  }

  fileprivate var connectionTone: Style.Tone {
    connected ? ipv4.grade == .captive || ipv6.grade == .captive ? .warning : .good : .bad
  }
}

extension NetworkInterface {
  /// `up`, `no carrier` or `down`.
  var stateText: String { running ? "up" : up ? "no carrier" : "down" }

  fileprivate var stateTone: Style.Tone { running ? .good : up ? .warning : .faint }
}

extension WiFiMembership {
  /// The network's name, safe for a terminal.
  var name: String {
    if let ssid { return ssid.printable }
    return ssidBytes.map(\.octetText) ?? "a network with an unknown name"
  }
}

extension [UInt8] {
  /// `octets 00 ff`: for names that are not text.
  var octetText: String {
    "octets " + map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }
}

extension InterfaceAddress {
  /// `192.0.2.7/24`, with its flags.
  var text: String {
    var stamps: [String] = []
    if temporary { stamps.append("temporary") }
    if deprecated { stamps.append("deprecated") }
    if tentative { stamps.append("tentative") }
    return "\(address)/\(prefixLength)" + (stamps.isEmpty ? "" : " (\(stamps.joined(separator: ", ")))")
  }

  fileprivate var tone: Style.Tone { tentative ? .warning : deprecated ? .faint : .plain }
}

extension DefaultRoute {
  /// Gateway, interface, family and metric, as columns.
  var cells: [String] {
    let place = table == 254 ? "metric \(metric)" : "metric \(metric) of table \(table)"
    return [gateway ?? "on the link", "by \(interface.printable)", family == .ipv4 ? "IPv4" : "IPv6", place]
  }

  /// `192.0.2.1 by eth0, IPv4, metric 100`.
  var text: String { "\(cells[0]) \(cells[1]), \(cells[2]), \(cells[3])" }
}
