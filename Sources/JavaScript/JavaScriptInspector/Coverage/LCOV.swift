/// The text format of coverage that `genhtml`, editors and coverage services read.
///
/// Source: geninfo(1), "Tracefile format". A branch is a block that may not run; its number is the column of its first
/// token.
package enum LCOV {
  /// The size of the largest file that is read, in bytes.
  package static let maximumLength = 256 << 20

  package static func text(_ files: [FileCoverage]) -> String {
    var text = ""
    for file in files.sorted(by: { $0.path < $1.path }) {
      text += "TN:\nSF:\(file.path)\n"
      for function in file.functions {
        text += "FN:\(function.line),\(function.name)\nFNDA:\(function.count),\(function.name)\n"
      }
      text += "FNF:\(file.functionShare.total)\nFNH:\(file.functionShare.covered)\n"
      for block in file.blocks { text += "BRDA:\(block.line),0,\(block.column),\(block.count)\n" }
      text += "BRF:\(file.blockShare.total)\nBRH:\(file.blockShare.covered)\n"
      for (line, count) in file.lines.sorted(by: { $0.key < $1.key }) { text += "DA:\(line),\(count)\n" }
      text += "LF:\(file.lineShare.total)\nLH:\(file.lineShare.covered)\nend_of_record\n"
    }
    return text
  }

  /// The files of a text that ``text(_:)`` has written; other kinds of lines are skipped.
  ///
  /// - Throws: `INVALID_ARGUMENT` if a count is malformed, or comes before its file.
  package static func read(_ text: String) throws(InspectorError) -> [FileCoverage] {
    var files: [FileCoverage] = []
    var current: FileCoverage?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else {
        if line == "end_of_record", let file = current.take() { files.append(file) }
        continue
      }
      if parts[0] == "SF" {
        current = FileCoverage(path: String(parts[1]))
      } else if !read(parts[1], of: parts[0], into: &current) {
        throw InspectorError(.invalidArgument, "Line \(index + 1) of the coverage is not a valid count.")
      }
    }
    return files
  }

  /// - Returns: false if a record that is known is wrong.
  private static func read(_ text: Substring, of kind: Substring, into file: inout FileCoverage?) -> Bool {
    let fields = text.split(separator: ",", maxSplits: kind == "BRDA" ? 3 : 1, omittingEmptySubsequences: false)
    func number(_ index: Int) -> Int? {
      fields.indices.contains(index) ? Int(fields[index]).flatMap { $0 >= 0 ? $0 : nil } : nil
    }
    switch kind {
    case "DA":
      let count = fields.count == 2 ? fields[1].prefix { $0 != "," } : ""
      guard let line = number(0), line > 0, let count = Int(count), count >= 0, file != nil else { return false }
      file?.lines[line] = count
    case "FN":
      guard let line = number(0), fields.count == 2, file != nil else { return false }
      file?.functions.append(FileCoverage.Function(name: String(fields[1]), line: line, count: 0))
    case "FNDA":
      guard let count = number(0), fields.count == 2, file != nil else { return false }
      // It follows its function's place.
      guard let last = file?.functions.popLast(), last.name == String(fields[1]) else { return false }
      file?.functions.append(FileCoverage.Function(name: last.name, line: last.line, count: count))
    case "BRDA":
      guard let line = number(0), let column = number(2), fields.count == 4, file != nil else { return false }
      guard let count = fields[3] == "-" ? 0 : Int(fields[3]), count >= 0 else { return false }
      file?.blocks.append(FileCoverage.Block(line: line, column: column, count: count))
    default: break
    }
    return true
  }
}
