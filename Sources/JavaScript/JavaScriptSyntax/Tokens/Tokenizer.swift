/// Reads one token after the other from the bytes of a text.
///
/// The parser decides where `/` begins a regular expression and `}` continues a template, and asks for the token anew.
struct Tokenizer {
  let source: SourceBytes
  var names = NameTable.words
  var token = Token()
  /// Where the token before `token` ends.
  var previousEnd = 0
  /// Where reading goes on.
  var position = 0
  /// `<!--` and `-->` are comments in scripts, and nothing special in modules.
  var allowsHTMLComments: Bool
  /// The reason of a `Stop`.
  var failure: SyntaxError?
  /// How many attempts are in progress.
  ///
  /// Their errors are not shown, so no lines are counted for them.
  var attempts = 0
  /// Looked at now and then.
  var cancellation: ParserCancellation?
  private var untilLook = Tokenizer.lookInterval
  /// Tokens between two looks.
  private static let lookInterval = 8_192
  /// Counts the steps whose number could grow faster than the text.
  var work = 0
  /// Offsets of `<` that begin `<!--` in a module: between `<` and `!` the function's text needs a space.
  var htmlOpenings: [Int] = []

  init(_ source: SourceBytes, allowsHTMLComments: Bool) {
    self.source = source
    self.allowsHTMLComments = allowsHTMLComments
  }

  /// The state of reading, to come back to.
  struct Place {
    var token: Token
    var previousEnd: Int
    var position: Int
  }

  var place: Place {
    @inline(__always) get { Place(token: token, previousEnd: previousEnd, position: position) }
    @inline(__always) set {
      token = newValue.token
      previousEnd = newValue.previousEnd
      position = newValue.position
    }
  }

  /// Notes an error, unless there is one already.
  @inline(never)
  mutating func fail(_ code: SyntaxError.Code, _ message: String, at offset: Int) -> Stop {
    if failure == nil, attempts == 0 || code == .tooDeep || code == .cancelled {
      work += offset
      let (line, column) = source.lineAndColumn(of: offset)
      var error = SyntaxError(code: code, message: message, line: line, column: column)
      error.isIncomplete = isIncomplete(code, at: offset)
      failure = error
    }
    return Stop()
  }

  /// Whether the text ended within a bracket, template or comment.
  private func isIncomplete(_ code: SyntaxError.Code, at offset: Int) -> Bool {
    if code == .unexpectedToken { return token.kind == .end && offset == token.start }
    guard code == .unterminated else { return false }
    return switch source[offset] {
    case UInt8(ascii: "/"): source[offset + 1] == UInt8(ascii: "*")
    case UInt8(ascii: "`"), UInt8(ascii: "}"): true
    default: false
    }
  }

  @inline(never)
  private mutating func lookAtCancellation() throws(Stop) {
    untilLook = Tokenizer.lookInterval
    if cancellation?.isCancelled == true { throw fail(.cancelled, "Parsing was cancelled.", at: token.start) }
  }

  // MARK: Blank space

  /// Skips a line that begins with `#!` at the start of the text.
  mutating func skipHashbang() -> Int {
    guard source[0] == UInt8(ascii: "#"), source[1] == UInt8(ascii: "!") else { return 0 }
    position = 2
    skipLine()
    return position
  }

  private mutating func skipLine() {
    while position < source.count {
      let byte = source[position]
      if byte == 0x0A || byte == 0x0D || source.isLineSeparator(at: position) { return }
      position += 1
    }
  }

  /// Skips blank space and comments.
  ///
  /// Returns whether a line ended.
  @inline(__always)
  private mutating func skipBlank() throws(Stop) -> Bool {
    var endsLine = false
    while true {
      let byte = source[position]
      switch byte {
      case 0x20, 0x09, 0x0B, 0x0C: position &+= 1
      case 0x0A, 0x0D:
        endsLine = true
        position &+= 1
      case UInt8(ascii: "/"):
        let next = source[position + 1]
        if next == UInt8(ascii: "/") {
          position += 2
          skipLine()
        } else if next == UInt8(ascii: "*") {
          if try skipComment() { endsLine = true }
        } else {
          return endsLine
        }
      case UInt8(ascii: "-"):
        guard allowsHTMLComments, endsLine || previousEnd == 0, source.has("-->", at: position) else { return endsLine }
        guard endsLine || isAtStart() else { return endsLine }
        skipLine()
      case UInt8(ascii: "<"):
        guard source.has("<!--", at: position) else { return endsLine }
        guard allowsHTMLComments else { return endsLine }
        skipLine()
      default:
        guard byte >= 0x80 else { return endsLine }
        if source.isLineSeparator(at: position) {
          endsLine = true
          position += 3
        } else {
          let (scalar, length) = source.scalar(at: position)
          guard scalar.isSpace else { return endsLine }
          position += length
        }
      }
    }
  }

  /// Whether no token precedes the current position.
  private func isAtStart() -> Bool { token.end == 0 && token.start == 0 }

  private mutating func skipComment() throws(Stop) -> Bool {
    let start = position
    position += 2
    var endsLine = false
    while true {
      let byte = source[position]
      if byte == UInt8(ascii: "*") {
        position &+= 1
        if source[position] == UInt8(ascii: "/") {
          position += 1
          return endsLine
        }
      } else if byte == 0x0A || byte == 0x0D {
        endsLine = true
        position &+= 1
      } else if byte == 0 && position >= source.count {
        throw fail(.unterminated, "The comment is not terminated: '*/' is missing.", at: start)
      } else {
        if byte == 0xE2, source.isLineSeparator(at: position) { endsLine = true }
        position &+= 1
      }
    }
  }

  // MARK: Tokens

  /// Reads the next token.
  mutating func advance() throws(Stop) {
    untilLook &-= 1
    if untilLook < 0 { try lookAtCancellation() }
    previousEnd = token.end
    let endsLine = try skipBlank()
    let start = position
    let byte = source[start]
    if byte.isNameStart {
      var end = start &+ 1
      while source[end].isNamePart { end &+= 1 }
      if source[end] < 0x80 && source[end] != UInt8(ascii: "\\") {
        position = end
        let name = names.intern(source, start, end)
        token = Token(kind: .name, followsLine: endsLine, name: name, start: start, end: end)
        return
      }
    }
    token = Token(followsLine: endsLine, start: start)
    try scan(byte)
    token.end = position
  }

  @inline(__always)
  private mutating func punctuator(_ kind: TokenKind, _ length: Int) {
    token.kind = kind
    position &+= length
  }

  private mutating func scan(_ byte: UInt8) throws(Stop) {
    switch byte {
    case 0 where position >= source.count: token.kind = .end
    case UInt8(ascii: "("): punctuator(.leftParen, 1)
    case UInt8(ascii: ")"): punctuator(.rightParen, 1)
    case UInt8(ascii: "{"): punctuator(.leftBrace, 1)
    case UInt8(ascii: "}"): punctuator(.rightBrace, 1)
    case UInt8(ascii: "["): punctuator(.leftBracket, 1)
    case UInt8(ascii: "]"): punctuator(.rightBracket, 1)
    case UInt8(ascii: ";"): punctuator(.semicolon, 1)
    case UInt8(ascii: ","): punctuator(.comma, 1)
    case UInt8(ascii: ":"): punctuator(.colon, 1)
    case UInt8(ascii: "~"): punctuator(.tilde, 1)
    case UInt8(ascii: "@"): punctuator(.at, 1)
    case UInt8(ascii: "."):
      if source[position + 1].isDigit {
        try scanNumber()
      } else if source[position + 1] == UInt8(ascii: "."), source[position + 2] == UInt8(ascii: ".") {
        punctuator(.ellipsis, 3)
      } else {
        punctuator(.dot, 1)
      }
    case UInt8(ascii: "\""), UInt8(ascii: "'"): try scanString(byte)
    case UInt8(ascii: "`"): try scanTemplate()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
    case UInt8(ascii: "#"):
      position += 1
      guard source[position].isNameStart || source[position] >= 0x80 || source[position] == UInt8(ascii: "\\") else {
        throw fail(.invalidToken, "A private name must follow '#'.", at: token.start)
      }
      try scanName()
      token.kind = .privateName
    case UInt8(ascii: "\\"): try scanName()
    default:
      if byte.isNameStart || byte >= 0x80 { try scanName() } else { try scanOperator(byte) }
    }
  }

  private mutating func scanOperator(_ byte: UInt8) throws(Stop) {
    let next = source[position + 1]
    let equals = UInt8(ascii: "=")
    switch byte {
    case UInt8(ascii: "="):
      if next == equals {
        if source[position + 2] == equals { punctuator(.strictEqual, 3) } else { punctuator(.equal, 2) }
      } else if next == UInt8(ascii: ">") {
        punctuator(.arrow, 2)
      } else {
        punctuator(.assign, 1)
      }
    case UInt8(ascii: "!"):
      if next != equals {
        punctuator(.bang, 1)
      } else if source[position + 2] == equals {
        punctuator(.strictNotEqual, 3)
      } else {
        punctuator(.notEqual, 2)
      }
    case UInt8(ascii: "+"):
      if next == byte { punctuator(.plusPlus, 2) } else { assignable(.plus, .plusAssign, 1) }
    case UInt8(ascii: "-"):
      if next == byte { punctuator(.minusMinus, 2) } else { assignable(.minus, .minusAssign, 1) }
    case UInt8(ascii: "*"):
      if next == byte { assignable(.starStar, .starStarAssign, 2) } else { assignable(.star, .starAssign, 1) }
    case UInt8(ascii: "/"): assignable(.slash, .slashAssign, 1)
    case UInt8(ascii: "%"): assignable(.percent, .percentAssign, 1)
    case UInt8(ascii: "&"):
      if next == byte { assignable(.ampAmp, .ampAmpAssign, 2) } else { assignable(.ampersand, .ampersandAssign, 1) }
    case UInt8(ascii: "|"):
      if next == byte { assignable(.barBar, .barBarAssign, 2) } else { assignable(.bar, .barAssign, 1) }
    case UInt8(ascii: "^"): assignable(.caret, .caretAssign, 1)
    case UInt8(ascii: "?"):
      if next == byte {
        assignable(.questionQuestion, .questionQuestionAssign, 2)
      } else if next == UInt8(ascii: "."), !source[position + 2].isDigit {
        punctuator(.questionDot, 2)
      } else {
        punctuator(.question, 1)
      }
    case UInt8(ascii: "<"):
      if next == byte { return assignable(.shiftLeft, .shiftLeftAssign, 2) }
      if next == UInt8(ascii: "!"), source.has("<!--", at: position) { htmlOpenings.append(position) }
      if next == equals { punctuator(.lessEqual, 2) } else { punctuator(.less, 1) }
    case UInt8(ascii: ">"):
      guard next == byte else { return next == equals ? punctuator(.greaterEqual, 2) : punctuator(.greater, 1) }
      if source[position + 2] == byte { return assignable(.shiftRightUnsigned, .shiftRightUnsignedAssign, 3) }
      assignable(.shiftRight, .shiftRightAssign, 2)
    default:
      throw fail(.invalidToken, "The character \(source.scalarName(at: position)) is not allowed here.", at: position)
    }
  }

  /// An operator of `length` characters, or the assignment that it makes together with `=`.
  private mutating func assignable(_ kind: TokenKind, _ assignment: TokenKind, _ length: Int) {
    if source[position + length] == UInt8(ascii: "=") {
      punctuator(assignment, length + 1)
    } else {
      punctuator(kind, length)
    }
  }

  /// Reads a `>` alone, where the token begins with one: types end with it.
  mutating func splitGreater() {
    token.kind = .greater
    token.end = token.start + 1
    position = token.end
  }
}
