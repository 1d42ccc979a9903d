import Foundation

/// The rows as a readable table, and as JSON.
enum Table {
  /// - Parameter peer: the peer of the following rows; nil for the library.
  static func heading(of peer: String?) -> String {
    (peer.map { "\n" + pad($0, 34) } ?? pad("measured", 34)) + pad("in flight", 10) + pad("plain C", 28)
      + right("C", 12) + right(peer == nil ? "ours" : "peer", 12) + right("ratio", 8) + "  (min to max)"
  }

  static func line(_ row: Row) -> String {
    var line = pad(row.name, 34) + pad("\(row.depth)", 10) + pad(row.against, 28)
    line += right(row.c.map { number($0, row.unit) } ?? "-", 12) + right(number(row.ours, row.unit), 12)
    if let ratio = row.ratio { line += right(String(format: "%.2f", ratio), 8) }
    if let min = row.min, let max = row.max { line += String(format: "  (%.2f to %.2f)", min, max) }
    return line
  }

  /// One object in each line.
  ///
  /// The unit is part of the keys (`c_ns`, `ours_ns`, or `peer_ns` with the peer's name); a missing value of C is null.
  static func json(_ rows: [Row]) -> String {
    let lines = rows.map { row in
      let value = { (value: Double?) in value.map { String(format: "%.6g", $0) } ?? "null" }
      let (peer, own) = row.peer.map { ("\"peer\": \"\($0)\", ", "peer") } ?? ("", "ours")
      return """
        {\(peer)"name": "\(row.name)", "depth": \(row.depth), "against": "\(row.against)", \
        "c_\(row.unit)": \(value(row.c)), "\(own)_\(row.unit)": \(value(row.ours)), "ratio": \(value(row.ratio)), \
        "min": \(value(row.min)), "max": \(value(row.max))}
        """
    }
    return "[\n" + lines.joined(separator: ",\n") + "\n]\n"
  }

  /// A number with few digits and its unit.
  private static func number(_ value: Double, _ unit: String) -> String {
    guard unit == "ns" else { return String(format: "%.0f %@", value, unit) }
    return switch value {
    case ..<10_000: String(format: "%.0f ns", value)
    case ..<10_000_000: String(format: "%.1f µs", value / 1e3)
    default: String(format: "%.1f ms", value / 1e6)
    }
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
