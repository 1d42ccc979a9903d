/// How often the code of some files ran; it can be printed as LCOV, as a page and as a table.
public struct CoverageReport: Sendable, Equatable {
  /// Sorted by path.
  public private(set) var files: [FileCoverage]

  /// A report without files.
  public init() { files = [] }

  package init(_ files: [FileCoverage]) { self.files = files.sorted { $0.path < $1.path } }

  /// Reads a report in LCOV's format, from ``lcov`` or from another tool.
  ///
  /// - Throws: `INVALID_ARGUMENT` if a count is malformed, or comes before its file.
  public init(lcov text: String) throws(InspectorError) { self.init(try LCOV.read(text)) }

  /// Adds the counts of another run.
  ///
  /// If a file has changed between the two runs, only the counts of the other run remain.
  public mutating func merge(_ other: CoverageReport) {
    var all = Dictionary(files.map { ($0.path, $0) }) { _, last in last }
    for file in other.files { all[file.path, default: FileCoverage(path: file.path)].merge(file) }
    files = all.values.sorted { $0.path < $1.path }
  }

  /// The report in LCOV's format, which editors, `genhtml` and coverage services read.
  public var lcov: String { LCOV.text(files) }

  /// The report as a page that shows each line of the files; the files are read from their paths.
  public var html: String { CoveragePage(files: files).html }

  /// The report as lines of text: a row for each file with its percentages and the numbers of the lines that did not
  /// run.
  public var table: String {
    let folder = CoveragePage.commonFolder(of: files)
    var rows = [["FILE", "LINES", "FUNCTIONS", "BLOCKS", "LINES THAT DID NOT RUN"]]
    for file in files {
      let missed = file.missedLines.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      rows.append(
        [String(file.path.dropFirst(folder.count))] + FileCoverage.shares(of: [file]).map(\.text)
          + [missed.joined(separator: ", ")])
    }
    if files.count > 1 { rows.append(["All files"] + FileCoverage.shares(of: files).map(\.text) + [""]) }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = zip(row, widths).map { text, width in text + String(repeating: " ", count: width - text.count) }
        .joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}

extension FileCoverage.Share {
  fileprivate var text: String { percent.map { "\($0) % (\(covered)/\(total))" } ?? "-" }
}
