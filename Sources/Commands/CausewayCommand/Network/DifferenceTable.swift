import Glibc

/// A table of the changes at one time: time, subject, old value, new value.
struct DifferenceTable {
  let changes: [StatusDifference.Change]
  let time: String
  var style = Style.standardOutput

  /// Wide enough for most values, so that consecutive tables align.
  private static let minimumWidths = [8, 1, 18, 30, 0]

  /// The column headers for all following tables.
  static func headers(_ style: Style = .standardOutput) -> String {
    let headers = ["Time", "", "What", "Before", "Now"].map { TextTable.Cell($0, .faint) }
    return TextTable(rows: [headers], minimumWidths: minimumWidths).lines(style).joined()
  }

  /// A line for each change, without a final newline.
  var text: String {
    let rows = changes.enumerated().map { index, change in
      let sign = change.before == nil ? "+" : change.now == nil ? "-" : "~"
      return [
        TextTable.Cell(index == 0 ? time : "", .faint), .init(sign, change.tone), .init(change.subject, .strong),
        .init(change.before ?? "", .faint), .init(change.now ?? "removed", change.tone),
      ]
    }
    return TextTable(rows: rows, minimumWidths: Self.minimumWidths).lines(style).joined(separator: "\n")
  }

  /// The local time of day: `14:03:22`.
  static var clockTime: String {
    var seconds = Glibc.time(nil)
    var local = unsafe tm()
    _ = unsafe localtime_r(&seconds, &local)
    return unsafe [local.tm_hour, local.tm_min, local.tm_sec].map { ($0 < 10 ? "0" : "") + String($0) }.joined(
      separator: ":")
  }
}
