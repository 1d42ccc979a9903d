/// Columns of text under their heads, as wide as their widest cell.
struct TextTable {
  let heads: [String]
  let rows: [[String]]

  /// The heads and the rows, each a line.
  func lines(_ style: Style) -> [String] {
    let widths = heads.indices.map { column in ([heads] + rows).map { $0[column].columns }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
      return String(padded.reversed().drop { $0 == " " }.reversed())
    }
    return [style.faint(line(heads))] + rows.map(line)
  }
}
