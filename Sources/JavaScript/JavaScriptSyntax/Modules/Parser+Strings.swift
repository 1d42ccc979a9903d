extension Parser {
  /// The value of a string token, in UTF-16 units.
  func units(of string: Token) -> [UInt16] { source.units(ofLiteral: string.start..<string.end) }

  /// The value of a string token; U+FFFD stands for a surrogate without its partner.
  func string(of token: Token) -> String { String(decoding: units(of: token), as: UTF16.self) }

  /// Whether every surrogate has its partner.
  func isWellFormed(_ units: [UInt16]) -> Bool {
    var index = 0
    while index < units.count {
      if units[index] & 0xFC00 == 0xD800, index + 1 < units.count, units[index + 1] & 0xFC00 == 0xDC00 {
        index += 2
      } else if units[index] & 0xF800 == 0xD800 {
        return false
      } else {
        index += 1
      }
    }
    return true
  }

  mutating func position(of offset: Int) -> ModuleText.Position {
    let (line, column) = lineCursor.lineAndColumn(of: offset, in: source)
    return ModuleText.Position(line: line, column: column)
  }
}
