import LinuxNetwork

/// The WiFi connection for people.
struct WiFiTable {
  private let status: WiFiStatus?
  private let style: Style

  init(_ status: WiFiStatus?, style: Style = .standardOutput) {
    self.status = status
    self.style = style
  }

  /// Several lines, without a final newline; one if there is no connection.
  var text: String {
    guard let status else { return "not on WiFi" }
    let facts: [(String, String?)] = [
      ("Network", style.strong(WiFiTable.name(of: status))),
      ("Interface", status.interface.printable),
      ("Access point", status.bssid),
      ("Channel", WiFiTable.channel(of: status)),
      ("Signal", status.signalDbm.map { dbm in "\(dbm) dBm" + (status.signalPercent.map { " (\($0) %)" } ?? "") }),
      ("Sending", status.txBitrate.map { "\($0) Mbit/s" }),
      ("Receiving", status.rxBitrate.map { "\($0) Mbit/s" }),
      ("Connected", status.connectedSeconds.map { "\(Duration.seconds($0).formatted)" }),
    ]
    return facts.compactMap { name, value in value.map { style.faint(name.padded(to: 14)) + $0 } }
      .joined(separator: "\n")
  }

  private static func name(of status: WiFiStatus) -> String {
    if let ssid = status.ssid { return ssid.printable }
    guard let octets = status.ssidBytes else { return "of unknown name" }
    return "octets " + octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }

  private static func channel(of status: WiFiStatus) -> String? {
    guard let frequency = status.frequencyMHz else { return nil }
    let channel = status.channel.map { "\($0), " } ?? ""
    return channel + "\(frequency) MHz" + (status.band.map { " (\($0) GHz)" } ?? "")
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
