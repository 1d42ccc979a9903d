import FoundationEssentials

/// A page that shows how often each line of some files ran.
package struct CoveragePage {
  /// Sorted by path.
  package let files: [FileCoverage]

  package init(files: [FileCoverage]) { self.files = files }

  /// The directory that all files are in, with its slash.
  package static func commonFolder(of files: [FileCoverage]) -> String {
    let folders = files.map { $0.path.split(separator: "/", omittingEmptySubsequences: false).dropLast() }
    guard var common = folders.first else { return "" }
    for folder in folders { common = common.prefix(zip(common, folder).prefix { $0 == $1 }.count) }
    return common.map { $0 + "/" }.joined()
  }

  package var html: String {
    let folder = CoveragePage.commonFolder(of: files)
    var html = """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>Coverage</title>
      <style>
      :root { color-scheme: light dark }
      body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
      table { border-collapse: collapse; width: 100% }
      th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #8884 }
      td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
      pre { font: 13px/1.45 ui-monospace, monospace; overflow-x: auto; tab-size: 2 }
      pre span { display: block } pre b { font-weight: normal; color: #888; display: inline-block; width: 6em;
        text-align: right; margin-right: 1em; user-select: none }
      .hit b { color: #2a7 } .miss { background: #e334 } .miss b { color: #d33 } .part { background: #ea03 } mark { background: #e336; color: inherit }
      </style>
      <h1>Coverage</h1>
      <table><tr><th>File<th class=n>Lines<th class=n>Functions<th class=n>Blocks

      """
    for (index, file) in files.enumerated() {
      html += "<tr><td><a href=\"#f\(index)\">\(CoveragePage.escaped(file.path.dropFirst(folder.count)))</a>"
      html += CoveragePage.cells(FileCoverage.shares(of: [file]))
    }
    html += "<tr><th>All"
    html += CoveragePage.cells(FileCoverage.shares(of: files))
    html += "</table>\n"
    for (index, file) in files.enumerated() {
      html += "<h2 id=f\(index)>\(CoveragePage.escaped(file.path.dropFirst(folder.count)))</h2>\n"
      html += source(of: file)
    }
    return html + "</html>\n"
  }

  private static func cells(_ shares: [FileCoverage.Share]) -> String {
    shares.map { "<td class=n>\($0.percent.map { "\($0) %" } ?? "") <small>\($0.covered)/\($0.total)</small>" }
      .joined() + "\n"
  }

  /// The lines of a file, with their counts.
  private func source(of file: FileCoverage) -> String {
    guard let text = try? String(contentsOfFile: file.path, encoding: .utf8) else {
      return "<p>The file cannot be read.</p>\n"
    }
    var missed: [Int: [Int]] = [:]
    for block in file.blocks where block.count == 0 { missed[block.line, default: []].append(block.column) }
    for function in file.functions where function.count == 0 { missed[function.line, default: []] += [] }
    var html = "<pre>"
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: CoveragePage.endsLine) {
      number += 1
      let count = file.lines[number]
      let partly = missed[number] != nil
      let kind = count == 0 ? "miss" : partly ? "part" : count == nil ? "" : "hit"
      let columns = count == 0 ? [] : missed[number] ?? []
      html +=
        "<span class=\"\(kind)\"><b>\(count.map(String.init) ?? "")</b>\(CoveragePage.marked(line, at: columns))</span>"
    }
    return html + "</pre>\n"
  }

  private static func endsLine(_ character: Character) -> Bool {
    ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}"].contains(character)
  }

  /// A line in which the words at some columns are marked.
  private static func marked(_ line: Substring, at columns: [Int]) -> String {
    let units = Array(line.utf16)
    var html = ""
    var rest = 0
    for column in columns.sorted() where column > rest && column <= units.count {
      let word = units[(column - 1)...].prefix { $0 > 0x7F || Character(Unicode.Scalar(UInt8($0))).isWordPart }
      let end = column - 1 + max(1, word.count)
      html +=
        escaped(units[rest..<(column - 1)]) + "<mark title=\"did not run\">\(escaped(units[(column - 1)..<end]))</mark>"
      rest = end
    }
    return html + escaped(units[rest...])
  }

  private static func escaped(_ units: ArraySlice<UInt16>) -> String {
    escaped(String(decoding: units, as: UTF16.self)[...])
  }

  private static func escaped(_ text: Substring) -> String {
    String(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" || self == "$" }
}
