extension Pattern {
  // MARK: Without the flag v

  /// A member of a class: a character, or `nil` for a set.
  private mutating func parseClassAtom() throws(Failure) -> (first: UInt32?, last: UInt32?) {
    if byte == UInt8(ascii: "\\") {
      if case .character(let value) = try parseEscape(inClass: true) { return (value, value) }
      return (nil, nil)
    }
    let value = takeScalar()
    guard value > 0xFFFF, !isUnicode else { return (value, value) }
    // Without the flag `u` the members are UTF-16 units: a range begins at the second one, or ends at the first.
    return (0xD800 + (value - 0x10000) >> 10, 0xDC00 + value & 0x3FF)
  }

  mutating func parseClass() throws(Failure) {
    let at = position
    position += 1
    _ = take("^")
    while true {
      guard position < end else { throw failure("the class is not terminated: ']' is missing.", at: at) }
      if take("]") { return }
      let from = position
      let low = try parseClassAtom()
      guard byte == UInt8(ascii: "-"), position + 1 < end, byte(ahead: 1) != UInt8(ascii: "]") else { continue }
      position += 1
      let high = try parseClassAtom()
      guard let last = low.last, let first = high.first else {
        if isUnicode { throw failure("a set of characters cannot bound a range.", at: from) }
        continue
      }
      if last > first { throw failure("the range is out of order.", at: from) }
    }
  }

  // MARK: With the flag v

  static func isReservedPunctuator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "-"), UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "%"),
      UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: "="),
      UInt8(ascii: ">"), UInt8(ascii: "@"), UInt8(ascii: "`"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Whether two of the character are reserved for operators.
  private static func isReservedTwice(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "$"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "?"),
      UInt8(ascii: "^"):
      true
    case UInt8(ascii: "-"): false
    default: isReservedPunctuator(byte)
    }
  }

  private enum Operand {
    case character(UInt32)
    case set(mayContainStrings: Bool)
  }

  /// Reads a class, from its bracket on.
  ///
  /// Returns whether it may match strings of several characters.
  mutating func parseClassSet() throws(Failure) -> Bool {
    let at = position
    depth += 1
    guard depth <= 64 else { throw failure("its classes are nested too deeply.") }
    position += 1
    let isNegated = take("^")
    var mayContainStrings = false
    if !take("]") {
      let first = try parseOperand(at)
      if case .set(let strings) = first { mayContainStrings = strings }
      if source.has("&&", at: position) {
        while take("&&") {
          if byte == UInt8(ascii: "&") { throw failure("'&&' needs an operand.") }
          guard case .set(true) = try parseOperand(at) else {
            mayContainStrings = false
            continue
          }
        }
        guard take("]") else { throw failure("only '&&' may follow in an intersection.") }
      } else if source.has("--", at: position) {
        while take("--") { _ = try parseOperand(at) }
        guard take("]") else { throw failure("only '--' may follow in a subtraction.") }
      } else {
        try parseUnion(first, at, &mayContainStrings)
      }
    }
    depth -= 1
    if isNegated, mayContainStrings { throw failure("a negated class must not contain strings.", at: at) }
    return isNegated ? false : mayContainStrings
  }

  private mutating func parseUnion(_ first: Operand, _ at: Int, _ mayContainStrings: inout Bool) throws(Failure) {
    var operand = first
    while true {
      if byte == UInt8(ascii: "-"), byte(ahead: 1) != UInt8(ascii: "-") {
        let from = position
        position += 1
        guard case .character(let low) = operand, case .character(let high) = try parseOperand(at) else {
          throw failure("a set of characters cannot bound a range.", at: from)
        }
        if low > high { throw failure("the range is out of order.", at: from) }
      }
      if take("]") { return }
      if source.has("&&", at: position) || source.has("--", at: position) {
        throw failure("set operators must not be mixed.")
      }
      operand = try parseOperand(at)
      if case .set(true) = operand { mayContainStrings = true }
    }
  }

  private mutating func parseOperand(_ at: Int) throws(Failure) -> Operand {
    guard position < end else { throw failure("the class is not terminated: ']' is missing.", at: at) }
    if byte == UInt8(ascii: "[") { return .set(mayContainStrings: try parseClassSet()) }
    if source.has("\\q{", at: position) {
      position += 3
      return .set(mayContainStrings: try parseStrings(at))
    }
    return try parseSetCharacter(at)
  }

  private mutating func parseSetCharacter(_ at: Int) throws(Failure) -> Operand {
    guard position < end else { throw failure("the class is not terminated: ']' is missing.", at: at) }
    if byte == UInt8(ascii: "\\") {
      switch try parseEscape(inClass: true) {
      case .character(let value): return .character(value)
      case .set(let strings): return .set(mayContainStrings: strings)
      }
    }
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "|"):
      throw failure("'\(Character(Unicode.Scalar(byte)))' must be escaped in a class with the flag 'v'.")
    default: break
    }
    if byte == byte(ahead: 1), Pattern.isReservedTwice(byte) {
      throw failure("two '\(Character(Unicode.Scalar(byte)))' are reserved in a class with the flag 'v'.")
    }
    return .character(takeScalar())
  }

  /// Reads the alternatives of `\q{…}`.
  ///
  /// Returns whether one of them is not one character.
  private mutating func parseStrings(_ at: Int) throws(Failure) -> Bool {
    var result = false
    var length = 0
    while true {
      if take("}") { return result || length != 1 }
      if take("|") {
        if length != 1 { result = true }
        length = 0
        continue
      }
      guard case .character = try parseSetCharacter(at) else {
        throw failure("a string in '\\q' must consist of characters.")
      }
      length += 1
    }
  }
}
