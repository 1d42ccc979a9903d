import JavaScriptInspector
import StandardStreams

/// The coverage of some files as lines of text.
struct CoverageTable {
  let report: CoverageReport
  let style: Style

  /// Parts of the code that did not run, of one file.
  private static let most = 8

  var lines: [String] {
    let files = report.files
    guard !files.isEmpty else { return [style.strong("No coverage was recorded.")] }
    let folder = CoveragePage.commonFolder(of: files)
    var rows = files.map { file in
      row(String(file.path.dropFirst(folder.count)), FileCoverage.shares(of: [file]), missed: missed(of: file))
    }
    if files.count > 1 { rows.append(row("All files", FileCoverage.shares(of: files), missed: "")) }
    return TextTable(headers: ["FILE", "LINES", "FUNCTIONS", "BLOCKS", "LINES THAT DID NOT RUN"], rows: rows).lines(
      style)
  }

  private func row(_ name: String, _ shares: [FileCoverage.Share], missed: String) -> [TextTable.Cell] {
    [.init(name.printable)] + shares.map(cell) + [.init(missed, .faint)]
  }

  private func cell(_ share: FileCoverage.Share) -> TextTable.Cell {
    guard let percent = share.percent else { return "-" }
    return .init(
      "\(percent) % (\(share.covered)/\(share.total))", percent == 100 ? .good : percent < 50 ? .bad : .warning)
  }

  private func missed(of file: FileCoverage) -> String {
    let ranges = file.missedLines
    let shown = ranges.prefix(CoverageTable.most).map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }
    return (shown + (ranges.count > shown.count ? ["and \(ranges.count - shown.count) more"] : [])).joined(
      separator: ", ")
  }
}
