/// The `mappings` of a source map: numbers in base 64, each relative to the one before.
enum Mappings {
  /// A place in an original text; both count from 0.
  struct Place {
    let source: Int
    let line: Int
    let column: Int
  }

  /// Reads mappings in the order of the generated text.
  ///
  /// - Parameters:
  ///   - lastLine: the last line of the generated text that is read, counted from 0.
  ///   - visit: receives each mapping's line and column in the generated text, counted from 0, and its original place; nil if
  ///     it has none.
  /// - Returns: false if they are malformed.
  static func read(
    _ text: String, sourceCount: Int, lastLine: Int = .max, _ visit: (Int, Int, Place?) -> Void
  ) -> Bool {
    var line = 0
    var column = 0
    var source = 0
    var originalLine = 0
    var originalColumn = 0
    var fields: [Int] = []

    func note() -> Bool {
      if fields.isEmpty { return true }
      guard [1, 4, 5].contains(fields.count) else { return false }
      column += fields[0]
      guard isCount(column) else { return false }
      if fields.count > 1 {
        source += fields[1]
        originalLine += fields[2]
        originalColumn += fields[3]
        guard source >= 0, source < sourceCount, isCount(originalLine), isCount(originalColumn) else { return false }
      }
      visit(
        line, column,
        fields.count == 1 ? nil : Place(source: source, line: originalLine, column: originalColumn))
      fields.removeAll(keepingCapacity: true)
      return true
    }

    var text = text
    return text.withUTF8 { bytes in
      var value = 0
      var shift = 0
      for index in 0..<bytes.count {
        let byte = unsafe bytes[index]
        if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") {
          guard shift == 0, note() else { return false }
          guard byte == UInt8(ascii: ";") else { continue }
          line += 1
          column = 0
          if line > lastLine { return true }
          continue
        }
        guard let digit = digit(byte), shift <= 30 else { return false }
        value |= (digit & 31) << shift
        shift += 5
        if digit & 32 != 0 { continue }
        guard fields.count < 5, value <= 0xFFFF_FFFF else { return false }
        fields.append(value & 1 == 0 ? value >> 1 : -(value >> 1))
        (value, shift) = (0, 0)
      }
      return shift == 0 && note()
    }
  }

  private static func isCount(_ value: Int) -> Bool { value >= 0 && value <= Int(Int32.max) }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
