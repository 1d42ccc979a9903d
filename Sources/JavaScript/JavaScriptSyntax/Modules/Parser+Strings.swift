extension Parser {
  /// The value of a string token, in UTF-16 units.
  func units(of string: Token) -> [UInt16] {
    var units: [UInt16] = []
    var at = string.start + 1
    let end = string.end - 1
    while at < end {
      guard source[at] == UInt8(ascii: "\\") else {
        let (scalar, length) = source.scalar(at: at)
        units.append(contentsOf: UTF16.encode(scalar)!)
        at += length
        continue
      }
      at += 1
      let byte = source[at]
      switch byte {
      case UInt8(ascii: "n"): units.append(10)
      case UInt8(ascii: "t"): units.append(9)
      case UInt8(ascii: "r"): units.append(13)
      case UInt8(ascii: "b"): units.append(8)
      case UInt8(ascii: "v"): units.append(11)
      case UInt8(ascii: "f"): units.append(12)
      case UInt8(ascii: "x"), UInt8(ascii: "u"):
        let (value, length) = escape(at: at)
        if value > 0xFFFF, let scalar = Unicode.Scalar(value) {
          units.append(contentsOf: UTF16.encode(scalar)!)
        } else {
          units.append(UInt16(truncatingIfNeeded: value))
        }
        at += length
        continue
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        var value: UInt16 = 0
        var count = 0
        while count < 3, source[at] & 0xF8 == 0x30, value * 8 + UInt16(source[at] & 7) <= 255 {
          value = value * 8 + UInt16(source[at] & 7)
          at += 1
          count += 1
        }
        units.append(value)
        continue
      case 0x0D:
        at += source[at + 1] == 0x0A ? 2 : 1
        continue
      case 0x0A: break
      default:
        if source.isLineSeparator(at: at) {
          at += 3
          continue
        }
        let (scalar, length) = source.scalar(at: at)
        units.append(contentsOf: UTF16.encode(scalar)!)
        at += length
        continue
      }
      at += 1
    }
    return units
  }

  /// The value and length of an escape that begins with its letter, `x` or `u`.
  private func escape(at start: Int) -> (UInt32, Int) {
    var value: UInt32 = 0
    var at = start + 1
    if source[start] == UInt8(ascii: "u"), source[at] == UInt8(ascii: "{") {
      at += 1
      while let digit = source[at].hexadecimal {
        value = value << 4 | digit
        at += 1
      }
      return (value, at + 1 - start)
    }
    for _ in 0..<(source[start] == UInt8(ascii: "x") ? 2 : 4) {
      value = value << 4 | (source[at].hexadecimal ?? 0)
      at += 1
    }
    return (value, at - start)
  }

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
