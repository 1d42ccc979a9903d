import StandardStreams

extension String {
  /// The text, padded with spaces to `width` columns.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }

  /// The number of terminal columns of the text.
  var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Character {
  /// The number of terminal columns of the character: two for wide East Asian characters and emoji.
  var columns: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}

extension String {
  /// The text without control characters, truncated with `…` to `width` columns.
  func shortened(to width: Int) -> String {
    let text = printable
    return text.columns <= width ? text : text.clipped(to: width - 1) + "…"
  }

  /// The text up to a width in columns; colours count for nothing.
  func clipped(to width: Int) -> String {
    var result = ""
    var left = width
    var isInEscape = false
    for character in self {
      if character == "\u{1B}" { isInEscape = true }
      if isInEscape {
        result.append(character)
        if character.isLetter { isInEscape = false }
        continue
      }
      guard character.columns <= left else {
        left = 0
        continue
      }
      left -= character.columns
      result.append(character)
    }
    return result
  }
}
