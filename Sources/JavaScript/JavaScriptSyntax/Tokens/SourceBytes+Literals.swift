extension SourceBytes {
  /// The value of the string literal in a range, or of a template without substitutions, in UTF-16 units.
  func units(ofLiteral range: Range<Int>) -> [UInt16] {
    var units: [UInt16] = []
    var at = range.lowerBound + 1
    let end = range.upperBound - 1
    while at < end {
      guard self[at] == UInt8(ascii: "\\") else {
        let (scalar, length) = scalar(at: at)
        units.append(contentsOf: UTF16.encode(scalar)!)
        at += length
        continue
      }
      at += 1
      let byte = self[at]
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
        while count < 3, self[at] & 0xF8 == 0x30, value * 8 + UInt16(self[at] & 7) <= 255 {
          value = value * 8 + UInt16(self[at] & 7)
          at += 1
          count += 1
        }
        units.append(value)
        continue
      case 0x0D:
        at += self[at + 1] == 0x0A ? 2 : 1
        continue
      case 0x0A: break
      default:
        if isLineSeparator(at: at) {
          at += 3
          continue
        }
        let (scalar, length) = scalar(at: at)
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
    if self[start] == UInt8(ascii: "u"), self[at] == UInt8(ascii: "{") {
      at += 1
      while let digit = self[at].hexadecimal {
        value = value << 4 | digit
        at += 1
      }
      return (value, at + 1 - start)
    }
    for _ in 0..<(self[start] == UInt8(ascii: "x") ? 2 : 4) {
      value = value << 4 | (self[at].hexadecimal ?? 0)
      at += 1
    }
    return (value, at - start)
  }
}
