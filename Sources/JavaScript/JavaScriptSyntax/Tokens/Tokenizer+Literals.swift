extension Tokenizer {
  // MARK: Numbers

  mutating func scanNumber() throws(Stop) {
    token.kind = .number
    let start = position
    var isInteger = true
    if source[position] == UInt8(ascii: "0") {
      switch source[position + 1] | 0x20 {
      case UInt8(ascii: "x"): return try scanDigits(radix: 16)
      case UInt8(ascii: "o"): return try scanDigits(radix: 8)
      case UInt8(ascii: "b"): return try scanDigits(radix: 2)
      default: break
      }
      if source[position + 1].isDigit {
        // `017` is octal, `018` decimal; neither has separators, and only the latter a fraction.
        token.flaw = .legacyOctal
        var isOctal = true
        while source[position].isDigit {
          if source[position] >= UInt8(ascii: "8") { isOctal = false }
          position += 1
        }
        guard source[position] != UInt8(ascii: "_") else {
          throw fail(.invalidToken, "A number with a leading zero must not contain numeric separators.", at: position)
        }
        if isOctal || source[position] == UInt8(ascii: "n") { return try endNumber(start) }
      } else if source[position + 1] == UInt8(ascii: "_") {
        throw fail(.invalidToken, "A numeric separator must not follow a leading zero.", at: position + 1)
      } else {
        position += 1
      }
    } else if source[position] != UInt8(ascii: ".") {
      try scanDecimalDigits()
    }
    if source[position] == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      if source[position].isDigit {
        try scanDecimalDigits()
      } else if source[position] == UInt8(ascii: "_") {
        throw fail(.invalidToken, "A numeric separator must be between digits.", at: position)
      }
    }
    if source[position] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if source[position] == UInt8(ascii: "+") || source[position] == UInt8(ascii: "-") { position += 1 }
      guard source[position].isDigit else {
        throw fail(.invalidToken, "The exponent of the number has no digits.", at: position)
      }
      try scanDecimalDigits()
    }
    if isInteger, token.flaw == .none, source[position] == UInt8(ascii: "n") {
      token.kind = .bigInt
      position += 1
    }
    try endNumber(start)
  }

  private mutating func scanDecimalDigits() throws(Stop) {
    while true {
      while source[position].isDigit { position += 1 }
      guard source[position] == UInt8(ascii: "_") else { return }
      position += 1
      guard source[position].isDigit, source[position - 2].isDigit else {
        throw fail(.invalidToken, "A numeric separator must be between digits.", at: position - 1)
      }
    }
  }

  private mutating func scanDigits(radix: UInt32) throws(Stop) {
    let start = position
    position += 2
    var follows = false
    while true {
      let byte = source[position]
      if byte == UInt8(ascii: "_") {
        guard follows, let next = source[position + 1].hexadecimal, next < radix else {
          throw fail(.invalidToken, "A numeric separator must be between digits.", at: position)
        }
        follows = false
      } else if let digit = byte.hexadecimal, digit < radix {
        follows = true
      } else {
        break
      }
      position += 1
    }
    guard follows else {
      throw fail(.invalidToken, "Digits must follow '\(source.string(start..<start + 2))'.", at: start)
    }
    if source[position] == UInt8(ascii: "n") {
      token.kind = .bigInt
      position += 1
    }
    try endNumber(start)
  }

  private mutating func endNumber(_ start: Int) throws(Stop) {
    let byte = source[position]
    let continues =
      byte.isNamePart || byte == UInt8(ascii: "\\")
      || (byte >= 0x80 && source.scalar(at: position).value.beginsName)
    if continues { throw fail(.invalidToken, "A name must not directly follow a number.", at: position) }
  }

  // MARK: Strings

  mutating func scanString(_ quote: UInt8) throws(Stop) {
    token.kind = .string
    let start = position
    position &+= 1
    while true {
      let byte = source[position]
      if byte == quote { break }
      if byte == UInt8(ascii: "\\") {
        position += 1
        try scanEscape(isTemplate: false)
      } else if byte == 0x0A || byte == 0x0D || (byte == 0 && position >= source.count) {
        throw fail(
          .unterminated, "The string is not terminated: \(quote == 0x22 ? "'\"'" : "\"'\"") is missing.", at: start)
      } else {
        position &+= 1
      }
    }
    position += 1
  }

  /// Reads an escape, behind its backslash.
  ///
  /// In a template a malformed one is only noted.
  private mutating func scanEscape(isTemplate: Bool) throws(Stop) {
    let start = position - 1
    let byte = source[position]
    switch byte {
    case UInt8(ascii: "u"):
      position += 1
      if scanUnicodeEscape() == nil {
        guard isTemplate else { throw fail(.invalidToken, "The '\\u' escape is malformed.", at: start) }
        position = start + 2
        token.flaw = .badEscape
      }
    case UInt8(ascii: "x"):
      position += 1
      if source[position].hexadecimal != nil, source[position + 1].hexadecimal != nil {
        position += 2
      } else {
        guard isTemplate else { throw fail(.invalidToken, "Two digits must follow '\\x'.", at: start) }
        token.flaw = .badEscape
      }
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      if byte != UInt8(ascii: "0") || source[position + 1].isDigit {
        token.flaw = isTemplate ? .badEscape : .legacyOctal
      }
      position += 1
    case 0x0D:
      position += 1
      if source[position] == 0x0A { position += 1 }
    case 0 where position >= source.count: break
    default: position += 1
    }
  }

  // MARK: Templates

  /// Reads a piece of a template, from its backtick or the brace that ends a substitution.
  mutating func scanTemplate() throws(Stop) {
    let start = position
    position += 1
    while true {
      let byte = source[position]
      if byte == UInt8(ascii: "`") {
        position += 1
        token.kind = .templateTail
        return
      }
      if byte == UInt8(ascii: "$"), source[position + 1] == UInt8(ascii: "{") {
        position += 2
        token.kind = .template
        return
      }
      if byte == UInt8(ascii: "\\") {
        position += 1
        try scanEscape(isTemplate: true)
      } else if byte == 0, position >= source.count {
        throw fail(.unterminated, "The template is not terminated: '`' is missing.", at: start)
      } else {
        position += 1
      }
    }
  }

  /// Reads on in a template, where the token is the brace that ends a substitution.
  mutating func continueTemplate() throws(Stop) {
    token = Token(followsLine: token.followsLine, start: token.start)
    position = token.start
    try scanTemplate()
    token.end = position
  }

  // MARK: Regular expressions

  /// Reads a regular expression, where the token is `/` or `/=`, and checks its pattern and flags.
  mutating func scanRegularExpression() throws(Stop) {
    let start = token.start
    position = start + 1
    var isInClass = false
    while true {
      let byte = source[position]
      let ends = byte == 0x0A || byte == 0x0D || source.isLineSeparator(at: position)
      if ends || (byte == 0 && position >= source.count) {
        throw fail(.unterminated, "The regular expression is not terminated: '/' is missing.", at: start)
      }
      position += 1
      switch byte {
      case UInt8(ascii: "\\"):
        let next = source[position]
        if next != 0x0A, next != 0x0D, !source.isLineSeparator(at: position), position < source.count { position += 1 }
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        let body = start + 1..<position - 1
        let flags = try scanFlags()
        var pattern = Pattern(source, body, flags)
        if let (offset, message) = pattern.check() {
          throw fail(.regularExpression, "Invalid regular expression: \(message)", at: offset)
        }
        token.kind = .regularExpression
        token.end = position
        return
      default: break
      }
    }
  }

  private mutating func scanFlags() throws(Stop) -> Pattern.Flags {
    var flags = Pattern.Flags()
    while true {
      let byte = source[position]
      if byte == UInt8(ascii: "\\") || (byte >= 0x80 && source.scalar(at: position).value.continuesName) {
        throw fail(
          .regularExpression, "Invalid regular expression: its flags must be letters of 'dgimsuvy'.", at: position)
      }
      guard byte.isNamePart else { break }
      let flag = Pattern.Flags(letter: byte)
      guard !flag.isEmpty, flags.isDisjoint(with: flag) else {
        let problem = flag.isEmpty ? "is unknown" : "appears twice"
        throw fail(
          .regularExpression, "Invalid regular expression: the flag \(source.scalarName(at: position)) \(problem).",
          at: position)
      }
      flags.insert(flag)
      position += 1
    }
    guard !flags.isSuperset(of: [.unicode, .unicodeSets]) else {
      throw fail(
        .regularExpression, "Invalid regular expression: the flags 'u' and 'v' exclude each other.", at: position)
    }
    return flags
  }
}
