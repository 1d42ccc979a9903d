import LinuxNetwork
import StandardStreams

/// A table of access points.
struct ScanTable {
  let points: [WiFiAccessPoint]
  var style = Style.standardOutput

  /// Several lines without a final newline; one line if the list is empty.
  var text: String {
    if points.isEmpty { return "No access points are known. A scan needs CAP_NET_ADMIN: see --trigger." }
    let rows = points.map { point -> [TextTable.Cell] in
      let name = point.ssid?.printable ?? point.ssidBytes?.octetText
      return [
        .init(point.joined ? "*" : "", .good), .init(name ?? "(hidden)", name == nil ? .faint : .strong),
        .init(point.bssid ?? "", .faint), .init(point.channel.map(String.init) ?? ""), .init(point.band ?? ""),
        .init(point.signalDbm.map { "\($0) dBm" } ?? ""),
        .init(
          point.security.map(WiFiTable.names(of:)) ?? "", WiFiTable.tone(of: point.security ?? [])),
      ]
    }
    let headers = ["", "Network", "Access point", "Channel", "GHz", "Signal", "Security"]
    return TextTable(headers: headers, rows: rows).lines(style).joined(separator: "\n")
  }
}
