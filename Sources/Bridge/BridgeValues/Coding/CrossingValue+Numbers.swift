public import FoundationEssentials

// Numbers that a JavaScript number does not represent exactly.

extension Decimal: CrossingValue {
  /// Reads the digits of a text, or a number or BigInt that has no more digits than a decimal.
  public init(reading value: borrowing ValueReader) throws {
    let digits: String? =
      switch value.read({ $0.value($1) }) {
      case .string(let text): text
      case .bigInt(let text): text
      case .number(let number) where number.magnitude <= Decimal.mostExact: "\(number)"
      default: nil
      }
    guard let decimal = digits.flatMap(Decimal.init(exactly:)) else {
      throw value.mismatch("a decimal number of at most 38 digits")
    }
    self = decimal
  }

  /// Writes the digits as text, such as `12.30`; one that is not a number cannot cross.
  public func write(to writer: borrowing ValueWriter) throws {
    guard isFinite else { throw ValueMismatch("a Decimal that is not a number cannot cross") }
    let text = description
    writer.withTape { $0.write(text) }
  }

  /// Above this, a number stands for its neighbours as well.
  private static let mostExact = 9_007_199_254_740_991.0
  /// What the mantissa holds whatever the digits are.
  private static let mostDigits = 38
  private static let longestText = 256

  /// The number that a whole text is; nil if it is none, or is not held exactly.
  private init?(exactly text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Decimal.longestText else { return nil }
    var index = bytes.first == UInt8(ascii: "-") ? 1 : 0
    func digits() -> ArraySlice<UInt8> {
      let start = index
      while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
      return bytes[start..<index]
    }
    var significant = digits()
    guard !significant.isEmpty else { return nil }
    var exponent = 0
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      let fraction = digits()
      guard !fraction.isEmpty else { return nil }
      significant += fraction
      exponent = -fraction.count
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      let isNegative = index < bytes.count && bytes[index] == UInt8(ascii: "-")
      if isNegative || index < bytes.count && bytes[index] == UInt8(ascii: "+") { index += 1 }
      guard let power = Int(String(decoding: digits().prefix(5), as: UTF8.self)) else { return nil }
      exponent += isNegative ? -power : power
    }
    guard index == bytes.count else { return nil }
    let mantissa = significant.drop { $0 == 0x30 }
    let zeros = mantissa.reversed().prefix { $0 == 0x30 }.count
    guard mantissa.isEmpty || mantissa.count - zeros <= Decimal.mostDigits && (-128...127).contains(exponent + zeros),
      let decimal = Decimal(string: text, locale: nil)
    else { return nil }
    self = decimal
  }
}

extension Int128: CrossingValue {
  /// Reads the digits of a text, or a number or BigInt.
  public init(reading value: borrowing ValueReader) throws { self = try value.wideInteger() }
  /// Writes the digits as text.
  public func write(to writer: borrowing ValueWriter) {
    let text = String(self)
    writer.withTape { $0.write(text) }
  }
}

extension UInt128: CrossingValue {
  /// Reads the digits of a text, or a number or BigInt.
  public init(reading value: borrowing ValueReader) throws { self = try value.wideInteger() }
  /// Writes the digits as text.
  public func write(to writer: borrowing ValueWriter) {
    let text = String(self)
    writer.withTape { $0.write(text) }
  }
}

extension ValueReader {
  fileprivate borrowing func wideInteger<Integer: FixedWidthInteger>() throws -> Integer {
    if let integer = read({ $0.integer($1, as: Integer.self) }) { return integer }
    if let integer = read({ $0.string($1) }).flatMap({ $0.utf8.first == UInt8(ascii: "+") ? nil : Integer($0) }) {
      return integer
    }
    throw mismatch("an integer of \(Integer.bitWidth) bits")
  }
}

extension Duration: CrossingValue {
  /// Reads milliseconds, to the nanosecond.
  public init(reading value: borrowing ValueReader) throws {
    guard let milliseconds = value.read({ $0.double($1) }), milliseconds.magnitude <= Duration.longest else {
      throw value.mismatch("a number of milliseconds")
    }
    self.init(inMilliseconds: milliseconds)
  }

  /// Writes milliseconds; a duration that a number cannot represent exactly cannot cross.
  public func write(to writer: borrowing ValueWriter) throws {
    let milliseconds = self / .milliseconds(1)
    guard milliseconds.magnitude <= Duration.longest, Duration(inMilliseconds: milliseconds) == self else {
      throw ValueMismatch("a Duration of \(self) is not a whole number of nanoseconds, or too long: round it first")
    }
    writer.withTape { $0.write(milliseconds) }
  }

  /// That of JavaScript's dates: 8.64e15 ms.
  private static let longest = 8.64e15

  /// The nearest nanosecond, where a number tells one from the next.
  private init(inMilliseconds milliseconds: Double) {
    let nanoseconds = (milliseconds * 1e6).rounded()
    self = nanoseconds.magnitude < 9e15 ? .nanoseconds(Int64(nanoseconds)) : .milliseconds(milliseconds)
  }
}
