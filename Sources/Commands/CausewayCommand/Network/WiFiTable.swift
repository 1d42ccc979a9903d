import LinuxNetwork
import StandardStreams

/// A table of the WiFi connection.
struct WiFiTable {
  private let status: WiFiStatus?
  private let style: Style

  init(_ status: WiFiStatus?, style: Style = .standardOutput) {
    self.status = status
    self.style = style
  }

  /// Several lines without a final newline; one line without a connection.
  var text: String {
    guard let status else { return "This machine is not on WiFi." }
    let facts: [(String, TextTable.Cell?)] = [
      ("Network", .init(WiFiTable.name(of: status), .strong)),
      ("Interface", .init(status.interface.printable)),
      ("Access point", status.bssid.map { .init($0) }),
      ("Security", status.security.map { .init(WiFiTable.names(of: $0), WiFiTable.tone(of: $0)) }),
      ("Channel", WiFiTable.channel(of: status).map { .init($0) }),
      ("Signal", WiFiTable.signal(of: status)),
      ("Sending", status.txBitrate.map { .init("\($0) Mbit/s") }),
      ("Receiving", status.rxBitrate.map { .init("\($0) Mbit/s") }),
      ("Connected", status.connectedSeconds.map { .init("for \(Duration.seconds($0).formatted)") }),
    ]
    let links = status.links.map { link in ("Link \(link.id)", TextTable.Cell?.some(.init(WiFiTable.text(of: link)))) }
    let rows = (facts + links).compactMap { name, value in value.map { [TextTable.Cell(name, .faint), $0] } }
    return TextTable(rows: rows).lines(style).joined(separator: "\n")
  }

  private static func name(of status: WiFiStatus) -> String {
    if let ssid = status.ssid { return ssid.printable }
    return status.ssidBytes.map(\.octetText) ?? "unknown"
  }

  static func names(of security: [WiFiSecurity]) -> String {
    security.map { $0.description.printable }.joined(separator: ", ")
  }

  static func tone(of security: [WiFiSecurity]) -> Style.Tone {
    security.contains(.open) || security.contains(.wep) ? .warning : .plain
  }

  private static func signal(of status: WiFiStatus) -> TextTable.Cell? {
    guard let dbm = status.signalDbm, let percent = status.signalPercent else { return nil }
    return .init("\(dbm) dBm (\(percent) %)", percent >= 60 ? .good : percent >= 30 ? .warning : .bad)
  }

  private static func channel(of status: WiFiStatus) -> String? {
    guard let frequency = status.frequencyMHz else { return nil }
    let channel = status.channel.map { "\($0), " } ?? ""
    return channel + "\(frequency) MHz" + (status.band.map { " (\($0) GHz)" } ?? "")
  }

  private static func text(of link: WiFiLink) -> String {
    let facts = [link.bssid, link.frequencyMHz.map { "\($0) MHz" }, link.signalDbm.map { "\($0) dBm" }]
    return facts.compactMap { $0 }.joined(separator: ", ")
  }
}

extension Duration {
  /// Hours, minutes and seconds: `1 h 2 min 3 s`.
  fileprivate var formatted: String {
    let seconds = components.seconds
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
    return parts.drop { $0.0 == 0 && $0.1 != "s" }.map { "\($0) \($1)" }.joined(separator: " ")
  }
}
