/// A table whose columns are as wide as their widest cell.
struct TextTable {
  /// A text with its meaning.
  struct Cell: Equatable, ExpressibleByStringLiteral {
    let text: String
    let tone: Style.Tone

    init(_ text: String, _ tone: Style.Tone = .plain) {
      self.text = text
      self.tone = tone
    }

    init(stringLiteral text: String) { self.init(text) }
  }

  /// The column headers; empty for a table without.
  var headers: [String] = []
  let rows: [[Cell]]
  /// The minimum column widths, for tables that must align.
  var minimumWidths: [Int] = []

  /// The headers and the rows, one line each.
  func lines(_ style: Style) -> [String] {
    let head = headers.isEmpty ? [] : [headers.map { Cell($0, .faint) }]
    let lines = head + rows
    let count = lines.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      let widest = lines.map { $0.count > column ? $0[column].text.columns : 0 }.max() ?? 0
      return max(widest, column < minimumWidths.count ? minimumWidths[column] : 0)
    }
    return lines.map { line($0, widths, style) }
  }

  private func line(_ cells: [Cell], _ widths: [Int], _ style: Style) -> String {
    // No padding after the last text of a line.
    let last = cells.lastIndex { !$0.text.isEmpty } ?? 0
    return cells.prefix(last + 1).enumerated().map { column, cell in
      let filling = column < last ? String(repeating: " ", count: widths[column] - cell.text.columns) : ""
      return style.styled(cell.text, cell.tone) + filling
    }.joined(separator: "  ")
  }
}
