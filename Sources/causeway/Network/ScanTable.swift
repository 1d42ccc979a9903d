import LinuxNetwork

/// The access points around, for people.
struct ScanTable {
  let points: [WiFiAccessPoint]
  var style = Style.standardOutput

  /// Several lines, without a final newline; one if there are none.
  var text: String {
    if points.isEmpty { return "No access points are known. A scan by somebody with CAP_NET_ADMIN finds new ones." }
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
    let heads = ["", "Network", "Access point", "Channel", "GHz", "Signal", "Security"]
    return TextTable(heads: heads, rows: rows).lines(style).joined(separator: "\n")
  }
}
