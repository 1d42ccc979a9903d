/// The values of texts and strings of JSX, which have entities in place of escapes.
enum JSXText {
  /// The value of a text between tags; nil for white space with a line break, which is none.
  ///
  /// White space at the beginning and end of a line goes, except before the first line and behind the last one; the lines
  /// are joined with spaces. Source: `fixupWhitespaceAndDecodeEntities` of TypeScript's JSX transformation.
  static func value(ofText text: String) -> [UInt16]? {
    let units = Array(text.utf16)
    var result: [UInt16]?
    var first = 0
    var last = -1
    func add(_ line: ArraySlice<UInt16>) {
      if result != nil { result?.append(0x20) }
      result = result ?? []
      result?.append(contentsOf: decoded(line))
    }
    for (index, unit) in units.enumerated() {
      if isLineBreak(unit) {
        if first >= 0, last >= 0 { add(units[first...last]) }
        first = -1
      } else if !isSpace(unit) {
        last = index
        if first < 0 { first = index }
      }
    }
    if first >= 0 { add(units[first...]) }
    return result
  }

  /// The value of an attribute's string, which keeps its white space.
  static func value(ofString text: String) -> [UInt16] { decoded(Array(text.utf16)[...]) }

  private static func isLineBreak(_ unit: UInt16) -> Bool { [0x0A, 0x0D, 0x2028, 0x2029].contains(unit) }

  /// Source: `isWhiteSpaceSingleLine` of TypeScript's scanner.
  private static func isSpace(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20, 0x09, 0x0B, 0x0C, 0xA0, 0x85, 0x1680, 0x2000...0x200B, 0x202F, 0x205F, 0x3000, 0xFEFF: true
    default: false
    }
  }

  /// The text with characters in place of `&amp;`, `&#38;` and `&#x26;`; what is none of these stays.
  private static func decoded(_ units: ArraySlice<UInt16>) -> [UInt16] {
    guard units.contains(UInt16(ascii: "&")) else { return Array(units) }
    var result: [UInt16] = []
    var index = units.startIndex
    while index < units.endIndex {
      guard units[index] == UInt16(ascii: "&"), let (value, end) = entity(units, index + 1) else {
        result.append(units[index])
        index += 1
        continue
      }
      result += value
      index = end
    }
    return result
  }

  /// The characters of the entity whose name begins at `start`, and the index behind its semicolon.
  private static func entity(_ units: ArraySlice<UInt16>, _ start: Int) -> (value: [UInt16], end: Int)? {
    // The longest names have 8 letters; digits may have zeros before them.
    guard let end = units[start...].prefix(64).firstIndex(of: UInt16(ascii: ";")), end > start else { return nil }
    let name = String(decoding: units[start..<end], as: UTF16.self)
    guard name.first == "#" else { return JSXEntities.codes[name].map { ([$0], end + 1) } }
    let isHexadecimal = name.dropFirst().first == "x"
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0.isNamePart }),
      let code = UInt32(digits, radix: isHexadecimal ? 16 : 10), code <= 0x10FFFF
    else { return nil }
    // A surrogate without its partner is a string of JavaScript's too.
    guard code > 0xFFFF else { return ([UInt16(code)], end + 1) }
    return ([UInt16(0xD7C0 + (code >> 10)), UInt16(0xDC00 | code & 0x3FF)], end + 1)
  }

  /// A string literal of JavaScript's, in one line.
  static func literal(_ units: [UInt16]) -> String {
    guard let text = String(validating: units, as: UTF16.self) else {
      var result = "\""
      for unit in units {
        if unit & 0xF800 == 0xD800 {
          result += "\\u" + String(unit, radix: 16)
        } else {
          result += ModuleWriter.literal(String(decoding: [unit], as: UTF16.self)).dropFirst().dropLast()
        }
      }
      return result + "\""
    }
    return ModuleWriter.literal(text)
  }
}

extension UInt16 {
  fileprivate init(ascii scalar: Unicode.Scalar) { self = UInt16(UInt8(ascii: scalar)) }
}
