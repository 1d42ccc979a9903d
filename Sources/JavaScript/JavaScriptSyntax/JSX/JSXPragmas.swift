/// The comments before the first statement that choose the functions of JSX: `/** @jsx h */`.
///
/// Source: `extractPragmas` of TypeScript's parser.
struct JSXPragmas: Equatable {
  var factory: String?
  var fragmentFactory: String?
  var runtime: String?
  var importSource: String?

  /// - parameter start: the end of a first line that begins with `#!`, or 0.
  init(_ source: SourceBytes, from start: Int) {
    var offset = start
    while offset < source.count {
      let byte = source[offset]
      if byte == UInt8(ascii: "/"), source[offset + 1] == UInt8(ascii: "*") {
        let end = source.firstIndex(of: "*/", from: offset + 2) ?? source.count
        read(source.string(offset + 2..<end))
        offset = end + 2
      } else if byte == UInt8(ascii: "/"), source[offset + 1] == UInt8(ascii: "/") {
        while offset < source.count, source[offset] != 0x0A, source[offset] != 0x0D { offset += 1 }
      } else if byte < 0x80 {
        guard byte == 0x20 || (0x09...0x0D).contains(byte) else { return }
        offset += 1
      } else {
        let (scalar, length) = source.scalar(at: offset)
        guard scalar.isSpace || source.isLineSeparator(at: offset) else { return }
        offset += length
      }
    }
  }

  private mutating func read(_ comment: String) {
    for line in comment.split(whereSeparator: \.isNewline) {
      guard let mark = line.firstIndex(of: "@") else { continue }
      let words = line[mark...].dropFirst().split(maxSplits: 2, whereSeparator: \.isWhitespace).map(String.init)
      guard words.count > 1, !line[mark...].dropFirst().prefix(1).allSatisfy(\.isWhitespace) else { continue }
      switch words[0].lowercased() {
      case "jsx": factory = factory ?? words[1]
      case "jsxfrag": fragmentFactory = fragmentFactory ?? words[1]
      case "jsxruntime": runtime = words[1]
      case "jsximportsource": importSource = words[1]
      default: break
      }
    }
  }
}

extension SourceBytes {
  /// The first offset of a text from `start` on; nil without one.
  func firstIndex(of text: StaticString, from start: Int) -> Int? {
    var offset = start
    while offset < count {
      if has(text, at: offset) { return offset }
      offset += 1
    }
    return nil
  }
}
