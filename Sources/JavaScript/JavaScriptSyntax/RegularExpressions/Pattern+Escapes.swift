extension Pattern {
  /// The meaning of an escape.
  enum Escape {
    case character(UInt32)
    case set(mayContainStrings: Bool)
  }

  mutating func parseAtomEscape() throws(Failure) {
    let at = position
    position += 1
    if byte >= UInt8(ascii: "1"), byte <= UInt8(ascii: "9") {
      var number = 0
      let digits = position
      while byte.isDigit {
        number = min(number * 10 + Int(byte - UInt8(ascii: "0")), Int(Int32.max))
        position += 1
      }
      if number <= groupCount { return }
      if isUnicode { throw failure("the backreference refers to a group that does not exist.", at: at) }
      position = digits + 1
      return
    }
    if byte == UInt8(ascii: "k") {
      guard hasNames else {
        position += 1
        return
      }
      position += 1
      guard take("<") else { throw failure("a group's name must follow '\\k'.", at: at) }
      references.append((try parseGroupName(at), at))
      return
    }
    position = at
    _ = try parseEscape(inClass: false)
  }

  /// Reads an escape that stands for one character or a set, from its backslash on.
  mutating func parseEscape(inClass: Bool) throws(Failure) -> Escape {
    let at = position
    position += 1
    guard position < end else { throw failure("'\\' ends the pattern.", at: at) }
    let letter = byte
    switch letter {
    case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "s"), UInt8(ascii: "S"), UInt8(ascii: "w"),
      UInt8(ascii: "W"):
      position += 1
      return .set(mayContainStrings: false)
    case UInt8(ascii: "p") where isUnicode, UInt8(ascii: "P") where isUnicode:
      position += 1
      return .set(mayContainStrings: try parseProperty(isNegated: letter == UInt8(ascii: "P"), at))
    case UInt8(ascii: "t"): return character(9)
    case UInt8(ascii: "n"): return character(10)
    case UInt8(ascii: "v"): return character(11)
    case UInt8(ascii: "f"): return character(12)
    case UInt8(ascii: "r"): return character(13)
    case UInt8(ascii: "b") where inClass: return character(8)
    case UInt8(ascii: "c"):
      let control = byte(ahead: 1)
      if control.isNameStart, control | 0x20 >= UInt8(ascii: "a"), control | 0x20 <= UInt8(ascii: "z") {
        position += 2
        return .character(UInt32(control) & 31)
      }
      if isUnicode { throw failure("a letter must follow '\\c'.", at: at) }
      if inClass, control.isDigit || control == UInt8(ascii: "_") {
        position += 2
        return .character(UInt32(control) & 31)
      }
      // The backslash stands for itself.
      return .character(UInt32(UInt8(ascii: "\\")))
    case UInt8(ascii: "x"):
      position += 1
      if let first = byte.hexadecimal, let second = byte(ahead: 1).hexadecimal {
        position += 2
        return .character(first << 4 | second)
      }
      if isUnicode { throw failure("two digits must follow '\\x'.", at: at) }
      return .character(UInt32(letter))
    case UInt8(ascii: "u"):
      position += 1
      if let value = parseUnicode(allowsBraces: isUnicode) { return .character(value) }
      if isUnicode { throw failure("the '\\u' escape is malformed.", at: at) }
      return .character(UInt32(letter))
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      if isUnicode {
        guard letter == UInt8(ascii: "0"), !byte(ahead: 1).isDigit else {
          throw failure("octal escapes are not allowed with the flag 'u' or 'v'.", at: at)
        }
        return character(0)
      }
      return legacyOctal()
    default: return try parseIdentityEscape(inClass: inClass, at)
    }
  }

  private mutating func character(_ value: UInt32) -> Escape {
    position += 1
    return .character(value)
  }

  private mutating func legacyOctal() -> Escape {
    guard byte < UInt8(ascii: "8") else { return .character(takeScalar()) }
    var value: UInt32 = 0
    var count = 0
    while byte >= UInt8(ascii: "0"), byte < UInt8(ascii: "8"), count < 3 {
      let next = value * 8 + UInt32(byte - UInt8(ascii: "0"))
      if next > 0xFF { break }
      value = next
      count += 1
      position += 1
    }
    return .character(value)
  }

  private mutating func parseIdentityEscape(inClass: Bool, _ at: Int) throws(Failure) -> Escape {
    let letter = byte
    if isUnicode {
      let isSyntax: Bool
      switch letter {
      case UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "\\"), UInt8(ascii: "."), UInt8(ascii: "*"),
        UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"), UInt8(ascii: "/"):
        isSyntax = true
      case UInt8(ascii: "-"): isSyntax = inClass
      default: isSyntax = inClass && isSets && Pattern.isReservedPunctuator(letter)
      }
      guard isSyntax else { throw failure("the escape is unknown.", at: at) }
    } else if letter == UInt8(ascii: "k"), hasNames {
      throw failure("'\\k' is not allowed in a class.", at: at)
    }
    return .character(takeScalar())
  }

  /// Reads what follows `\u`.
  ///
  /// Two escapes that are surrogates of one character are one where the flag `u` is set.
  mutating func parseUnicode(allowsBraces: Bool) -> UInt32? {
    let from = position
    if byte == UInt8(ascii: "{") {
      guard allowsBraces else { return nil }
      position += 1
      var value: UInt32 = 0
      let digits = position
      while let digit = byte.hexadecimal {
        value = value << 4 | digit
        guard value <= 0x10FFFF else {
          position = from
          return nil
        }
        position += 1
      }
      guard position > digits, take("}") else {
        position = from
        return nil
      }
      return value
    }
    guard let first = takeFourDigits() else {
      position = from
      return nil
    }
    guard allowsBraces, first & 0xFC00 == 0xD800, byte == UInt8(ascii: "\\"), byte(ahead: 1) == UInt8(ascii: "u") else {
      return first
    }
    let middle = position
    position += 2
    if let second = takeFourDigits(), second & 0xFC00 == 0xDC00 {
      return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }
    position = middle
    return first
  }

  private mutating func takeFourDigits() -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = byte.hexadecimal else { return nil }
      value = value << 4 | digit
      position += 1
    }
    return value
  }

  /// Reads `{…}` behind `\p`.
  ///
  /// Returns whether the property has strings.
  private mutating func parseProperty(isNegated: Bool, _ at: Int) throws(Failure) -> Bool {
    guard take("{") else { throw failure("'{' must follow '\\p'.", at: at) }
    let name = position
    while byte.isNamePart, byte != UInt8(ascii: "$") { position += 1 }
    let property = source.string(name..<position)
    if take("=") {
      let from = position
      while byte.isNamePart, byte != UInt8(ascii: "$") { position += 1 }
      let value = source.string(from..<position)
      guard take("}") else { throw failure("the property is not terminated: '}' is missing.", at: at) }
      let values: Set<String>
      switch property {
      case "General_Category", "gc": values = UnicodeProperties.generalCategories
      case "Script", "sc", "Script_Extensions", "scx": values = UnicodeProperties.scripts
      default: throw failure("there is no property '\(property)'.", at: at)
      }
      guard values.contains(value) else {
        throw failure("the property '\(property)' has no value '\(value)'.", at: at)
      }
      return false
    }
    guard take("}") else { throw failure("the property is not terminated: '}' is missing.", at: at) }
    if UnicodeProperties.binary.contains(property) || UnicodeProperties.generalCategories.contains(property) {
      return false
    }
    guard isSets, UnicodeProperties.ofStrings.contains(property) else {
      throw failure("there is no property '\(property)'.", at: at)
    }
    guard !isNegated else { throw failure("a property of strings cannot be negated.", at: at) }
    return true
  }
}
