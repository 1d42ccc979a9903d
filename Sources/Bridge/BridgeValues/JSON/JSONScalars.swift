/// Numbers of JSON.
enum JSONNumber {
  /// Exact powers of ten: a decimal of at most 15 digits divided by one of them is rounded once, so correctly.
  private static let powers: InlineArray<16, Double> = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// The value of a number's text.
  static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Double {
    let isNegative = unsafe text[0] == UInt8(ascii: "-")
    var index = isNegative ? 1 : 0
    // Longer ones may have more digits than are exact.
    guard text.count - index <= 16 else { return unsafe library(text) }
    var mantissa: UInt64 = 0
    while index < text.count, case let digit = unsafe text[index] &- UInt8(ascii: "0"), digit < 10 {
      mantissa = mantissa &* 10 &+ UInt64(digit)
      index += 1
    }
    var value = Double(mantissa)
    if index < text.count {
      guard unsafe text[index] == UInt8(ascii: ".") else { return unsafe library(text) }
      let point = index
      index += 1
      while index < text.count, case let digit = unsafe text[index] &- UInt8(ascii: "0"), digit < 10 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        index += 1
      }
      guard index == text.count else { return unsafe library(text) }
      value = Double(mantissa) / powers[index - 1 - point]
    }
    return isNegative ? -value : value
  }

  /// The integer that a number's text is made of; nil when it has a fraction, an exponent or more than 18 digits.
  static func parseInteger(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let isNegative = unsafe text[0] == UInt8(ascii: "-")
    let digits = isNegative ? 1 : 0
    guard text.count - digits <= 18 else { return nil }
    var value: Int64 = 0
    for index in digits..<text.count {
      let digit = unsafe text[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
    }
    return isNegative ? -value : value
  }

  /// A number as JavaScript writes it.
  static func text(_ number: Double) -> String {
    if let integer = Int64(exactly: number), integer.magnitude <= 1 << 53 {
      return integer == 0 && number.sign == .minus ? "-0" : "\(integer)"
    }
    if number.isFinite { return number.description }
    return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
  }

  /// Numbers with an exponent, or with many digits: rare.
  @inline(never)
  private static func library(_ text: UnsafeBufferPointer<UInt8>) -> Double {
    unsafe Double(String(decoding: text, as: UTF8.self)) ?? .nan
  }
}

/// Strings of JSON with escapes.
enum JSONEscapes {
  static func decode(_ slice: ArraySlice<UInt8>) -> String {
    var units: [UInt8] = []
    units.reserveCapacity(slice.count)
    var index = slice.startIndex
    while index < slice.endIndex {
      let byte = slice[index]
      guard byte == UInt8(ascii: "\\") else {
        units.append(byte)
        index += 1
        continue
      }
      let escape = slice[index + 1]
      index += 2
      guard escape == UInt8(ascii: "u") else {
        units.append(JSONEscapes.short(escape))
        continue
      }
      var unit = hexadecimal(slice, index)
      index += 4
      if UTF16.isLeadSurrogate(unit), index + 6 <= slice.endIndex, slice[index] == UInt8(ascii: "\\"),
        slice[index + 1] == UInt8(ascii: "u")
      {
        let trail = hexadecimal(slice, index + 2)
        if UTF16.isTrailSurrogate(trail) {
          index += 6
          let scalar = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
          units += Array(String(Unicode.Scalar(scalar)!).utf8)
          continue
        }
      }
      // A surrogate without its other half cannot be in a Swift string.
      if UTF16.isSurrogate(unit) { unit = 0xFFFD }
      units += Array(String(Unicode.Scalar(unit)!).utf8)
    }
    return String(decoding: units, as: UTF8.self)
  }

  private static func short(_ escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: escape
    }
  }

  private static func hexadecimal(_ slice: ArraySlice<UInt8>, _ start: Int) -> UInt16 {
    slice[start..<start + 4].reduce(0) { $0 << 4 | UInt16(digit($1) ?? 0) }
  }

  /// The value of a hexadecimal digit; nil for anything else.
  static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
