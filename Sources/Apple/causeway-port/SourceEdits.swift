#if Macros
/// Changes of a text at UTF-8 offsets, which keep all the rest as it is.
struct SourceEdits {
  private var edits: [(range: Range<Int>, text: String)] = []

  var isEmpty: Bool { edits.isEmpty }

  /// Replaces a range; within a range that is replaced already it has no effect.
  mutating func replace(_ range: Range<Int>, by text: String) {
    guard !edits.contains(where: { $0.range.overlaps(range) || $0.range == range }) else { return }
    edits.append((range, text))
  }

  /// Removes a range, and the line that it leaves empty.
  mutating func remove(_ range: Range<Int>) { replace(range, by: SourceEdits.removed) }

  /// Stands where something was removed, until the empty lines have gone; Swift's sources do not have it.
  private static let removed = "\u{F8FF}\u{FFFE}"

  func applied(to source: String) -> String {
    let bytes = Array(source.utf8)
    var result: [UInt8] = []
    var position = 0
    for edit in edits.sorted(by: {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }) {
      result += bytes[position..<edit.range.lowerBound] + Array(edit.text.utf8)
      position = edit.range.upperBound
    }
    let lines = String(decoding: result + bytes[position...], as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.compactMap { line -> String? in
      let parts = line.split(separator: SourceEdits.removed, omittingEmptySubsequences: false)
      guard parts.count > 1 else { return String(line) }
      return parts.allSatisfy { $0.allSatisfy(\.isWhitespace) } ? nil : parts.joined()
    }.joined(separator: "\n")
  }
}
#endif
