extension Parser {
  /// Reads `as T` or `satisfies T` behind a value.
  mutating func parseTypeAssertion(allowsConst: Bool) throws(Stop) {
    let start = token.start
    try advance()
    if allowsConst, at(Name.const) {
      try advance()
      if at(.less) || at(.shiftLeft) { throw unexpected("an operator that is not read as type arguments") }
    } else {
      try skipType()
    }
    eraseAssertion(start..<tokenizer.previousEnd)
  }

  /// Makes an assertion blank.
  ///
  /// Where the next line would go on with the value before it, a semicolon takes its place.
  private mutating func eraseAssertion(_ range: Range<Int>) {
    // A slash is a division, as in TypeScript.
    let goesOn = at(.leftParen) || at(.leftBracket) || at(.template) || at(.templateTail)
    if token.followsLine, goesOn {
      edits.append(Edit(.blankStatement, range.lowerBound, range.upperBound))
    } else {
      blank(range)
    }
  }

  /// Encloses a value whose assertion, which begins at `assertion`, kept it from the operator behind.
  mutating func encloseAsserted(_ value: inout Expression, before assertion: Int) {
    let start = Int(value.start)
    let followsInsertedSemicolon = start == statementAfterInsertedSemicolon
    // Before the edits of the value.
    var place = edits.count
    while place > 0, Int(edits[place - 1].start) >= start { place -= 1 }
    edits.insert(Edit(.text, start, start, value: texts.count), at: place)
    texts.append(followsInsertedSemicolon ? ";(" : "(")
    // Before the blanks that the assertion became.
    edits.insert(Edit(.text, assertion, assertion, value: texts.count), at: edits.count - 1)
    texts.append(")")
    for index in references.indices.reversed() {
      guard Int(references[index].start) >= start else { break }
      references[index].flags.remove(.followsInsertedSemicolon)
    }
    value = Expression(.other, at: start)
    value.isParenthesized = true
  }

  /// Reads `<T>a`, an assertion, or an arrow function with type parameters.
  mutating func parseAngleAssertion() throws(Stop) -> Expression {
    try checkDepth()
    let start = token.start
    let mayBeArrow = arrowStart == start
    let leads = leadingStart == start
    let state = (arrowAllowsIn, arrowInConditional)
    let list = try skipTypeParameterList()
    let end = tokenizer.previousEnd
    // A line that ends here must not end a `return` before it, and a literal must not become a block.
    var hasParentheses = token.followsLine || source.endsLine(in: start..<end)
    if leads, !hasParentheses { hasParentheses = try beginsNoExpression() }
    if hasParentheses { replace(start..<end, with: "(") } else { blank(start..<end) }
    if leads, at(.less) { leadingStart = token.start }
    if mayBeArrow, list != .type, at(.leftParen) {
      arrowStart = token.start
      (arrowAllowsIn, arrowInConditional) = state
    }
    let operand = try parseUnary()
    if list == .parameters, operand.kind != .arrow {
      throw fail(.unexpectedToken, "Type parameters must be followed by the parameters of a function.", at: start)
    }
    if hasParentheses { replace(tokenizer.previousEnd..<tokenizer.previousEnd, with: ")") }
    return operand
  }

  /// Whether the token begins something other than an expression where a statement begins.
  private mutating func beginsNoExpression() throws(Stop) -> Bool {
    if at(.leftBrace) { return true }
    guard at(.name) else { return false }
    switch token.name {
    case .function, .class: return true
    case .async: return try peek().name == .function
    case .let: return try peek().kind == .leftBracket
    default: return false
    }
  }

  /// Reads the type arguments of a call or template, if there are some: `a < b` begins like them.
  mutating func takeTypeArguments() throws(Stop) -> Bool {
    let start = token.start
    let isList = try attempt({ (parser) throws(Stop) in try parser.skipTypeArgumentsOfValue() }) { parser in
      parser.mayFollowTypeArguments
    }
    guard isList else { return false }
    if at(.dot) || at(.questionDot) {
      throw fail(
        .unexpectedToken, "A property must not follow type arguments: enclose 'a<T>' in parentheses.", at: token.start)
    }
    blank(start..<tokenizer.previousEnd)
    return true
  }

  private mutating func skipTypeArgumentsOfValue() throws(Stop) {
    try skipTypeList(closes: false)
    // `x < y, x >= y` has no type arguments.
    try expect(.greater, ">", "after the types")
  }

  /// Whether the token may follow the type arguments of a value, as TypeScript decides it.
  private var mayFollowTypeArguments: Bool {
    switch token.kind {
    case .leftParen, .template, .templateTail: return true
    case .less, .greater, .plus, .minus: return false
    case .name:
      if token.followsLine { return true }
      return token.name == .in || token.name == .instanceof || token.name == .as || token.name == .satisfies
        || token.name == .of || token.name == .extends || token.name == .implements
    case .number, .bigInt, .string, .leftBracket, .leftBrace, .bang, .tilde, .plusPlus, .minusMinus, .slash,
      .privateName, .at:
      return token.followsLine || at(.leftBrace)
    default: return true
    }
  }

  /// Reads `<T>` between `async` and the parameters of an arrow function.
  mutating func takeAsyncTypeParameters() throws(Stop) -> Bool {
    let start = token.start
    let isList = try attempt({ (parser) throws(Stop) in try parser.skipTypeParameterList() }) { $0.at(.leftParen) }
    guard isList else { return false }
    if source.endsLine(in: start..<token.start) {
      // The parenthesis must stand in the line of `async`.
      replace(start..<start + 1, with: "(")
      blank(start + 1..<tokenizer.previousEnd)
      blank(token.start..<token.end)
    } else {
      blank(start..<tokenizer.previousEnd)
    }
    return true
  }

  // MARK: Parameters of arrow functions

  /// Reads the type and default of an element, which make a parameter of it.
  ///
  /// Returns whether there was a type or `?`.
  mutating func takeElementType(_ element: inout Expression) throws(Stop) -> Bool {
    guard at(.colon) || at(.question) else { return false }
    guard element.kind == .identifier || element.isOpen, !element.isParenthesized else { return false }
    try skipParameterType(isRest: false)
    if at(.assign) {
      let inner = cover
      try advance()
      try parseAssignment()
      cover = inner
      cover.notExpression = -1
      cover.duplicateProto = -1
      element = Expression(
        element.kind == .identifier ? .nameAssignment : .patternAssignment, at: Int(element.start),
        reference: element.reference)
    }
    return true
  }

  /// Reads the return type of an arrow function, if there is one.
  ///
  /// - parameter close: where the closing parenthesis stands.
  /// - parameter isCertain: whether only an arrow function's parameters look like those before.
  mutating func takeReturnType(_ close: Int, isCertain: Bool) throws(Stop) -> Bool {
    guard at(.colon) else { return false }
    let start = token.start
    if isCertain {
      try skipColonAndType()
      guard at(.arrow) else { throw expected("=>", "after the parameters and the type") }
    } else {
      let isType = try attempt({ (parser) throws(Stop) in try parser.skipColonAndType() }) {
        $0.at(.arrow) && !$0.token.followsLine
      }
      guard isType else { return false }
    }
    let end = tokenizer.previousEnd
    if source.endsLine(in: close..<token.start) {
      // `=>` must stand in the line of the parenthesis, which moves behind the type.
      blank(close..<close + 1)
      blank(start..<end - 1)
      replace(end - 1..<end, with: ")")
      tokenizer.token.followsLine = false
    } else {
      blank(start..<end)
    }
    return true
  }

  private mutating func skipColonAndType() throws(Stop) {
    let mark = edits.count
    try skipTypeAnnotation()
    edits.removeLast(edits.count - mark)
  }
}

extension SourceBytes {
  /// Whether a line ends within a range.
  func endsLine(in range: Range<Int>) -> Bool {
    for index in range {
      let byte = self[index]
      if byte == 0x0A || byte == 0x0D || isLineSeparator(at: index) { return true }
    }
    return false
  }
}
