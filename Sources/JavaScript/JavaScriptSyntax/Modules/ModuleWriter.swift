/// Writes a text with its edits.
struct ModuleWriter {
  let source: SourceBytes
  var output: [UInt8] = []
  private var position = 0

  init(_ source: SourceBytes, reserving extra: Int = 0) {
    self.source = source
    output.reserveCapacity(source.count + extra)
  }

  mutating func write(_ text: String) { output.append(contentsOf: text.utf8) }

  /// Copies the text up to an offset.
  mutating func copy(to offset: Int) {
    if offset > position {
      source.append(position..<offset, to: &output)
      position = offset
    }
  }

  /// Whether an edit lies in a part that another one replaced.
  func isPast(_ offset: Int) -> Bool { offset < position }

  /// Writes blanks for the text up to an offset, and its line ends.
  mutating func blank(to offset: Int) {
    while position < offset {
      let byte = source[position]
      if byte == 0x0A || byte == 0x0D {
        output.append(byte)
      } else if source.isLineSeparator(at: position) {
        output.append(contentsOf: [byte, source[position + 1], source[position + 2]])
        position += 3
        continue
      } else if byte & 0xC0 != 0x80 {
        output.append(0x20)
        // A scalar of four bytes is two columns.
        if byte >= 0xF0 { output.append(0x20) }
      }
      position += 1
    }
  }

  /// Writes `text` in place of the text up to an offset: as much of that as `text` does not cover becomes blank.
  mutating func replace(to offset: Int, with text: String) {
    write(text)
    var covered = text.utf16.count
    while position < offset {
      let byte = source[position]
      if covered > 0, byte != 0x0A, byte != 0x0D, !source.isLineSeparator(at: position) {
        if byte & 0xC0 != 0x80 { covered -= byte >= 0xF0 ? 2 : 1 }
        position += 1
        while position < offset, source[position] & 0xC0 == 0x80 { position += 1 }
      } else {
        // The replacement does not cover the next line.
        covered = 0
        let next = source.isLineSeparator(at: position) ? position + 3 : position + 1
        blank(to: min(next, offset))
      }
    }
  }

  /// Drops the text up to an offset.
  mutating func skip(to offset: Int) { position = max(position, offset) }

  /// The text that was written.
  consuming func text() -> String { String(decoding: output, as: UTF8.self) }

  /// A string literal of JavaScript's.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\u{2028}": result += "\\u2028"
      case "\u{2029}": result += "\\u2029"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Whether a name may stand behind a dot.
  static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.beginsName else { return false }
    return text.unicodeScalars.allSatisfy(\.continuesName)
  }

  /// The property of `object` with this name.
  static func property(_ name: String, of object: String) -> String {
    isIdentifier(name) ? "\(object).\(name)" : "\(object)[\(literal(name))]"
  }

  /// The name of a property in an object literal, which sets no prototype.
  static func key(_ name: String) -> String {
    isIdentifier(name) && ExactText(name) != "__proto__" ? name : "[\(literal(name))]"
  }
}
