/// A line of a printed stack: `    at function (url:line:column)` or `    at url:line:column`.
struct StackFrameText {
  let url: String
  let line: Int
  let column: Int
  private let before: Substring
  private let after: Substring

  init?(_ text: Substring) {
    let isCall = text.hasSuffix(")")
    let end = isCall ? text.index(before: text.endIndex) : text.endIndex
    guard let open = isCall ? text.range(of: " (") : text.range(of: "at ") else { return nil }
    let place = text[open..<end]
    guard let second = place.lastIndex(of: ":"), let column = Int(place[place.index(after: second)...]),
      let first = place[..<second].lastIndex(of: ":"), let line = Int(place[place.index(after: first)..<second]),
      line > 0, column > 0
    else { return nil }
    url = String(place[..<first])
    self.line = line
    self.column = column
    before = text[..<open]
    after = text[end...]
  }

  /// The line with another place.
  func text(at place: String) -> String { before + place + after }
}

extension Substring {
  /// The index behind the first occurrence of a short ASCII text.
  fileprivate func range(of text: String) -> Index? {
    let pattern = Array(text.utf8)
    var index = utf8.startIndex
    while index < utf8.endIndex {
      if utf8[index...].starts(with: pattern) { return utf8.index(index, offsetBy: pattern.count) }
      index = utf8.index(after: index)
    }
    return nil
  }
}
