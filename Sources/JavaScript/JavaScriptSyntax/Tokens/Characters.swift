extension UInt8 {
  /// Bits of the ASCII characters that begin a name, and of those that continue one.
  private static var nameStartLow: UInt64 { 0x0000_0010_0000_0000 }
  private static var nameStartHigh: UInt64 { 0x07FF_FFFE_87FF_FFFE }
  private static var namePartLow: UInt64 { 0x03FF_0010_0000_0000 }

  /// `A` to `Z`, `a` to `z`, `$` and `_`.
  @inline(__always) var isNameStart: Bool {
    self < 0x80 && ((self < 64 ? UInt8.nameStartLow : UInt8.nameStartHigh) >> UInt64(self & 63)) & 1 != 0
  }

  /// Those and digits.
  @inline(__always) var isNamePart: Bool {
    self < 0x80 && ((self < 64 ? UInt8.namePartLow : UInt8.nameStartHigh) >> UInt64(self & 63)) & 1 != 0
  }

  @inline(__always) var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// The value of a hexadecimal digit.
  var hexadecimal: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}

extension Unicode.Scalar {
  /// White space that is not ASCII.
  var isSpace: Bool {
    switch value {
    case 0xA0, 0xFEFF, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  var beginsName: Bool {
    value < 0x80 ? UInt8(value).isNameStart : properties.isIDStart
  }

  var continuesName: Bool {
    if value < 0x80 { return UInt8(value).isNamePart }
    return value == 0x200C || value == 0x200D || properties.isIDContinue
  }
}

extension SourceBytes {
  /// Whether U+2028 or U+2029, which end lines too, stands at `index`.
  @inline(__always) func isLineSeparator(at index: Int) -> Bool {
    self[index] == 0xE2 && self[index + 1] == 0x80 && self[index + 2] & 0xFE == 0xA8
  }

  /// The line and column of a byte: from 1, columns in UTF-16 units.
  func lineAndColumn(of offset: Int) -> (line: Int, column: Int) {
    var cursor = LineCursor()
    return cursor.lineAndColumn(of: offset, in: self)
  }

  /// How a message names the character at `index`.
  func scalarName(at index: Int) -> String {
    let scalar = scalar(at: index).value
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return scalar.value > 0x20 && scalar.value < 0x7F ? "'\(scalar)'" : code
  }
}

/// Counts lines and columns.
///
/// It passes over the text once; for an offset before the last one it goes back a few thousand bytes at most.
struct LineCursor {
  private struct Place {
    var offset = 0
    var line = 1
    var column = 1
  }

  private var place = Place()
  /// Places that were passed, some thousand bytes from one to the next.
  private var passed = [Place()]
  /// How many bytes were passed over.
  private(set) var work = 0

  mutating func lineAndColumn(of target: Int, in source: SourceBytes) -> (line: Int, column: Int) {
    if target < place.offset {
      var (low, high) = (0, passed.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if passed[middle].offset <= target { low = middle } else { high = middle }
      }
      place = passed[low]
    }
    var (offset, line, column) = (place.offset, place.line, place.column)
    let end = min(target, source.count)
    while offset < end {
      if offset - passed[passed.count - 1].offset >= 4096 {
        passed.append(Place(offset: offset, line: line, column: column))
      }
      let byte = source[offset]
      if byte == 0x0A || (byte == 0x0D && source[offset + 1] != 0x0A) {
        line += 1
        column = 1
        offset += 1
      } else if source.isLineSeparator(at: offset) {
        line += 1
        column = 1
        offset += 3
      } else {
        // A scalar of four bytes is two units; a byte that continues a scalar is none.
        column += byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
        offset += 1
      }
    }
    work += max(0, offset - place.offset)
    place = Place(offset: offset, line: line, column: column)
    return (line, column)
  }
}
