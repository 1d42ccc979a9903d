/// What stands in `<T>` before a value or a function.
enum TypeList {
  /// The type of an assertion.
  case type
  /// The type parameters of a function.
  case parameters
  /// One name, which may be either.
  case either
}

/// Types are read to find their end, and checked no further: that is the work of a type checker.
extension Parser {
  // MARK: Brackets

  /// Reads from an opening bracket to the one that closes it.
  ///
  /// Nothing in it is code.
  mutating func skipBrackets(_ what: StaticString) throws(Stop) {
    let start = token.start
    var open: [TokenKind] = []
    repeat {
      switch token.kind {
      case .leftParen, .leftBrace, .leftBracket, .template: open.append(token.kind)
      case .rightParen: try closeBracket(.leftParen, &open, what, start)
      case .rightBracket: try closeBracket(.leftBracket, &open, what, start)
      case .rightBrace:
        if open.last == .template {
          try tokenizer.continueTemplate()
          if at(.templateTail) { open.removeLast() }
        } else {
          try closeBracket(.leftBrace, &open, what, start)
        }
      case .end: throw unclosed("}", what, start)
      default: break
      }
      try advance()
    } while !open.isEmpty
  }

  private mutating func closeBracket(
    _ kind: TokenKind, _ open: inout [TokenKind], _ what: StaticString, _ start: Int
  ) throws(Stop) {
    guard open.last == kind else { throw unexpected("the end of the \(what)") }
    open.removeLast()
  }

  /// Reads a `>`, which may be the first character of its token.
  mutating func closeAngle() throws(Stop) {
    switch token.kind {
    case .greater: break
    case .shiftRight, .shiftRightUnsigned, .greaterEqual, .shiftRightAssign, .shiftRightUnsignedAssign:
      tokenizer.splitGreater()
    default: throw expected(">", "after the types")
    }
    try advance()
  }

  /// Makes two tokens of `<<`, whose first one the caller reads.
  private mutating func splitLess() {
    if at(.shiftLeft) {
      tokenizer.token.kind = .less
      tokenizer.token.end = token.start + 1
      tokenizer.position = token.end
    }
  }

  /// Reads `<T, U>`.
  ///
  /// - parameter closes: whether the `>` is read.
  mutating func skipTypeList(closes: Bool = true) throws(Stop) {
    splitLess()
    let start = token.start
    if let end = typeLists[start] {
      guard end >= 0 else { throw unexpected("a type") }
      tokenizer.position = end
      tokenizer.token.end = end
      try advance()
    } else {
      do {
        try skipTypes()
      } catch {
        typeLists[start] = -1
        throw error
      }
      // Lists nest, and one around this one may be read in vain: this one is not read again.
      if tokenizer.attempts > 0 { typeLists[start] = token.start }
    }
    if closes { try closeAngle() }
  }

  private mutating func skipTypes() throws(Stop) {
    try expect(.less, "<", "before the types")
    while true {
      try skipType()
      guard try take(.comma) else { break }
      if at(.greater) { break }
    }
  }

  /// Reads type parameters, which may have modifiers, constraints and defaults, or the type of an assertion.
  ///
  /// - Returns: which of them it is.
  @discardableResult
  mutating func skipTypeParameterList() throws(Stop) -> TypeList {
    var list = TypeList.either
    splitLess()
    try expect(.less, "<", "before the type parameters")
    if at(.greater) { throw unexpected("a type") }
    while !at(.greater) {
      while at(Name.const) || at(Name.in) || at(Name.out) {
        let next = try peek()
        if at(Name.out), next.kind != .name || next.name == .extends { break }
        // `<const>a`.
        if at(Name.const), next.kind == .greater {
          try advance()
          try closeAngle()
          return .type
        }
        try advance()
        list = .parameters
      }
      let name = token
      try skipType(allowsConditional: true, isParameter: true)
      if name.kind != .name || name.name.isReserved || tokenizer.previousEnd != name.end { list = .type }
      if try take(.extends) {
        try skipType()
        if list == .either { list = .parameters }
        // No constraint, but the condition of the type of an assertion: `<A extends B ? C : D>a`.
        if try take(.question) {
          list = .type
          try skipType()
          try expect(.colon, ":", "in the conditional type")
          try skipType()
        }
      }
      if try take(.assign) {
        try skipType()
        if list == .either { list = .parameters }
      }
      guard try take(.comma) else { break }
      if list == .either { list = .parameters }
    }
    try closeAngle()
    return list
  }

  // MARK: Types

  mutating func skipType() throws(Stop) { try skipType(allowsConditional: true) }

  /// Reads a type.
  ///
  /// - parameter allowsConditional: whether `extends` may follow: not in the condition of another conditional type.
  /// - parameter isParameter: whether it is a type parameter, so that `extends` is its constraint.
  mutating func skipType(allowsConditional: Bool, isParameter: Bool = false) throws(Stop) {
    try checkDepth()
    while true {
      try skipUnion(allowsConditional)
      guard allowsConditional, !isParameter, at(Name.extends), !token.followsLine else { return }
      try advance()
      try skipType(allowsConditional: false)
      try expect(.question, "?", "in the conditional type")
      try skipType()
      try expect(.colon, ":", "in the conditional type")
    }
  }

  private mutating func skipUnion(_ allowsConditional: Bool) throws(Stop) {
    var isUnion = at(.bar) || at(.ampersand)
    if isUnion { try advance() }
    while true {
      let start = token.start
      if try skipOperand(allowsConditional), isUnion {
        throw fail(.unexpectedToken, "A function type in a union needs parentheses.", at: start)
      }
      guard at(.bar) || at(.ampersand) else { return }
      isUnion = true
      try advance()
    }
  }

  /// Reads one type of a union: operators, the type they are for, and what follows that.
  ///
  /// - Returns: whether it is the type of a function, without parentheses.
  @discardableResult
  private mutating func skipOperand(_ allowsConditional: Bool) throws(Stop) -> Bool {
    switch token.kind {
    case .less, .shiftLeft:
      try skipTypeParameterList()
      try skipFunctionType()
      return true
    case .leftParen:
      if try beginsFunctionType() {
        try skipFunctionType()
        return true
      }
      try skipBrackets("type")
    case .leftBracket, .leftBrace: try skipBrackets("type")
    case .string, .number, .bigInt, .templateTail: try advance()
    case .template:
      try skipBrackets("template")
    case .minus:
      try advance()
      guard at(.number) || at(.bigInt) else { throw unexpected("a number") }
      try advance()
    case .name:
      let isConstructor = at(Name.new) || at(Name.abstract)
      if try skipTypeOperator(allowsConditional) { return isConstructor }
    default: throw unexpected("a type")
    }
    try skipTypeSuffixes()
    return false
  }

  /// Whether the parenthesis that is the token begins the parameters of a function's type.
  private mutating func beginsFunctionType() throws(Stop) -> Bool {
    let place = tokenizer.place
    defer { tokenizer.place = place }
    try tokenizer.advance()
    switch token.kind {
    case .rightParen, .ellipsis: return true
    case .name where !token.name.isReserved || token.name == .this: try tokenizer.advance()
    case .leftBrace, .leftBracket: try skipBrackets("pattern")
    default: return false
    }
    switch token.kind {
    case .colon, .comma, .question, .assign: return true
    case .rightParen:
      try tokenizer.advance()
      return at(.arrow)
    default: return false
    }
  }

  private mutating func skipFunctionType() throws(Stop) {
    guard at(.leftParen) else { throw expected("(", "before the parameters of the type") }
    try skipBrackets("parameters")
    try expect(.arrow, "=>", "in the type of a function")
    try skipReturned()
  }

  /// Reads the return type of a function, or its assertion.
  mutating func skipReturned() throws(Stop) {
    if at(Name.asserts) {
      let next = try peek()
      if next.kind == .name, !next.followsLine, next.name != .is || next.isEscaped {
        try advance()
        try advance()
        guard at(Name.is), !token.followsLine else { return }
        try advance()
      }
    }
    try skipType()
  }

  /// Whether the token may begin a type, so that a word before it is an operator.
  private func beginsType(_ token: Token) -> Bool {
    switch token.kind {
    case .name: !token.followsLine && token.name != .extends && token.name != .is
    case .leftParen, .leftBrace, .leftBracket, .string, .number, .bigInt, .template, .templateTail: !token.followsLine
    case .less: true
    default: false
    }
  }

  /// Reads a name in a type, with the operator or predicate that it may begin.
  ///
  /// Returns `true` if it reads the whole operand.
  private mutating func skipTypeOperator(_ allowsConditional: Bool) throws(Stop) -> Bool {
    switch token.name {
    case .keyof, .unique, .readonly:
      if beginsType(try peek()) {
        try checkDepth()
        try advance()
        try skipOperand(allowsConditional)
        return true
      }
    case .infer:
      if try peek().kind == .name {
        try advance()
        try advance()
        if at(Name.extends) {
          let place = tokenizer.place
          try advance()
          try skipType(allowsConditional: false)
          // The condition of a conditional type, rather than a constraint.
          if allowsConditional, at(.question) { tokenizer.place = place }
        }
        return true
      }
    case .abstract:
      if try peek().name == .new { try advance() }
      if at(Name.new) { fallthrough }
    case .new:
      try advance()
      if at(.less) { try skipTypeParameterList() }
      try skipFunctionType()
      return true
    case .asserts:
      let next = try peek()
      if next.kind == .name, !next.followsLine, next.name != .is, next.name != .extends {
        try advance()
        try advance()
        guard at(Name.is), !token.followsLine else { return true }
        try advance()
        try skipType()
        return true
      }
    case .import:
      try advance()
      guard at(.leftParen) else { throw unexpected("'('") }
      try skipBrackets("import")
      try skipQualifiedName()
      return false
    case .typeof:
      try advance()
      if at(Name.import) {
        try advance()
        try skipBrackets("import")
      } else {
        guard at(.name) else { throw unexpected("a name") }
        try advance()
      }
      try skipQualifiedName()
      return false
    default: break
    }
    if token.name.isReserved {
      switch token.name {
      case .void, .null, .this, .true, .false: break
      default: throw unexpected("a type")
      }
    }
    let (isReserved, isKeyword) = (token.name.isReserved, token.name.isKeywordType)
    try advance()
    if at(Name.is), !token.followsLine {
      try advance()
      try skipType()
      return true
    }
    // `a as number < b` is a comparison.
    if !isReserved, !isKeyword || at(.dot) { try skipQualifiedName() }
    return false
  }

  /// Reads `.b.c<T>` behind a name.
  private mutating func skipQualifiedName() throws(Stop) {
    while at(.dot) {
      try advance()
      guard at(.name) || at(.privateName) else { throw unexpected("a name") }
      try advance()
    }
    if at(.less) || at(.shiftLeft), !token.followsLine { try skipTypeList() }
  }

  /// Reads `[]`, `[K]` and the like.
  private mutating func skipTypeSuffixes() throws(Stop) {
    while at(.leftBracket), !token.followsLine { try skipBrackets("type") }
  }

  // MARK: Trying

  /// Reads something that may be a type.
  ///
  /// Goes back to where it began if it is none, or if `accepts` does not want what follows it.
  mutating func attempt(
    _ body: (inout Parser) throws(Stop) -> Void, accepting accepts: (borrowing Parser) -> Bool
  ) throws(Stop) -> Bool {
    let place = tokenizer.place
    let counts = (edits.count, texts.count, tokens.count)
    let openings = tokenizer.htmlOpenings.count
    tokenizer.attempts += 1
    do {
      try body(&self)
      if accepts(self) {
        tokenizer.attempts -= 1
        return true
      }
    } catch {
      if isHopeless || tokenizer.failure?.code == .cancelled { throw error }
    }
    tokenizer.attempts -= 1
    try goBack(to: place)
    edits.removeLast(edits.count - counts.0)
    texts.removeLast(texts.count - counts.1)
    tokens.removeLast(tokens.count - counts.2)
    tokenizer.htmlOpenings.removeLast(tokenizer.htmlOpenings.count - openings)
    return false
  }
}
