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

  func applied(to source: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += source[position..<edit.range.lowerBound] + Array(edit.text.utf8)
      position = edit.range.upperBound
    }
    return result + source[position...]
  }
}
#endif
