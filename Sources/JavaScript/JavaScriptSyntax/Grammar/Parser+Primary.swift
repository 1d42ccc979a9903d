extension Parser {
  /// Reads a name, a literal, a function, a class or an expression in parentheses.
  mutating func parsePrimary() throws(Stop) -> Expression {
    let start = token.start
    switch token.kind {
    case .name: return try parseNamedPrimary()
    case .number, .bigInt:
      try refuseLegacyOctal()
      try advance()
      return Expression(.other, at: start)
    case .string:
      try refuseLegacyOctal()
      try advance()
      return Expression(.string, at: start)
    case .leftParen: return try parseParenthesized()
    case .leftBracket: return try parseArray()
    case .leftBrace: return try parseObject()
    case .template, .templateTail:
      try parseTemplate(isTagged: false)
      return Expression(.other, at: start)
    case .slash, .slashAssign:
      try tokenizer.scanRegularExpression()
      try advance()
      return Expression(.other, at: start)
    case .at: return try parseDecoratedExpression()
    case .less where !isJSX: throw unexpected("an expression; JSX is read in files named .jsx and .tsx only")
    default: throw unexpected("an expression")
    }
  }

  private mutating func refuseLegacyOctal() throws(Stop) {
    if token.flaw == .legacyOctal, isStrict {
      throw fail(
        .strictMode, "Octal numbers with a leading zero and octal escapes are not allowed in strict code.",
        at: token.start)
    }
  }

  @inline(__always)
  private mutating func parseNamedPrimary() throws(Stop) -> Expression {
    let name = token.name
    if !name.isReserved {
      if name == .async { return try parseAsync() }
      return try parseReference()
    }
    return try parseKeywordPrimary()
  }

  @inline(never)
  private mutating func parseKeywordPrimary() throws(Stop) -> Expression {
    let start = token.start
    if token.isEscaped { throw fail(.invalidToken, "A keyword must not be written with escapes.", at: start) }
    switch token.name {
    case .this, .null, .true, .false:
      if staticThis >= 0, at(Name.this) { rewriteStaticThis() }
      try advance()
      return Expression(.other, at: start)
    case .function: return try parseFunctionExpression(isAsync: false, start)
    case .class: return try parseClassExpression()
    case .new: return try parseNew()
    case .super: return try parseSuper()
    case .import: return try parseImportExpression()
    default: throw unexpected("an expression")
    }
  }

  /// Reads a name that is used, or the single parameter of an arrow function.
  @inline(__always)
  mutating func parseReference() throws(Stop) -> Expression {
    let used = token
    try checkName()
    if used.name == .arguments { try checkArguments() }
    try advance()
    if at(.arrow), arrowStart == used.start { return try parseArrow(of: used, isAsync: false) }
    let expression = addReference(used)
    if used.name == .arguments { noteFreeArguments(expression.reference) }
    return expression
  }

  /// Notes a use of `arguments` outside of functions: the function around a module must not lend it its own.
  @inline(never)
  mutating func noteFreeArguments(_ reference: Int32) {
    if goal == .module, context.contains(.topLevel) { module.freeArguments.append(reference) }
  }

  @inline(__always)
  mutating func addReference(_ used: Token, _ flags: Reference.Flags = []) -> Expression {
    var reference = Reference(name: used.name, scope: scope, start: used.start, end: used.end)
    reference.flags = flags
    if used.start == statementAfterInsertedSemicolon { reference.flags.insert(.followsInsertedSemicolon) }
    references.append(reference)
    return Expression(.identifier, at: used.start, reference: Int32(truncatingIfNeeded: references.count &- 1))
  }

  /// Checks that the token is a name that code may use or declare here.
  @inline(__always)
  mutating func checkName() throws(Stop) {
    if token.name.id > 0, token.name.id <= Name.await.id { try checkWord() }
  }

  @inline(never)
  private mutating func checkWord() throws(Stop) {
    let name = token.name
    if name.isReserved { throw unexpected("a name; '\(text(name))' is a keyword") }
    if name == .yield, context.contains(.yield) || isStrict {
      throw fail(.strictMode, "'yield' is not a valid name in generators and strict code.", at: token.start)
    }
    if name.isStrictReserved, isStrict {
      throw fail(.strictMode, "'\(text(name))' is a reserved word in strict code.", at: token.start)
    }
    if name == .await {
      if goal == .module || !context.isDisjoint(with: [.await, .awaitReserved]) {
        throw fail(
          .earlyError, "'await' is not a valid name in modules, async functions and static blocks.", at: token.start)
      }
      if firstAwaitName < 0 { firstAwaitName = Int32(token.start) }
    }
  }

  @inline(never)
  mutating func checkArguments() throws(Stop) {
    if context.contains(.noArguments) {
      throw fail(.earlyError, "'arguments' is not allowed in fields and static blocks of classes.", at: token.start)
    }
  }

  @inline(never)
  mutating func unexpected(_ expectation: String) -> Stop {
    fail(
      .unexpectedToken, "\(tokenName(capitalized: true)) is not allowed here. Expected \(expectation).", at: token.start
    )
  }

  // MARK: async

  /// Reads what begins with `async`: a function, an arrow function, a call, or a name.
  private mutating func parseAsync() throws(Stop) -> Expression {
    let keyword = token
    let start = token.start
    let mayBeArrow = arrowStart == start
    let (allowsIn, inConditional) = (arrowAllowsIn, arrowInConditional)
    try advance()
    if !token.followsLine, !keyword.isEscaped {
      if at(Name.function) { return try parseFunctionExpression(isAsync: true, start) }
      if at(.name), mayBeArrow, !token.name.isReserved || token.name == .await {
        let parameter = token
        if try peek().kind == .arrow {
          if parameter.name == .await {
            throw fail(
              .earlyError, "'await' is not a valid name in modules, async functions and static blocks.", at: token.start
            )
          }
          try checkName()
          try advance()
          (arrowAllowsIn, arrowInConditional) = (allowsIn, inConditional)
          return try parseArrow(of: parameter, isAsync: true)
        }
      }
      if isTypeScript, at(.less), mayBeArrow { _ = try takeAsyncTypeParameters() }
      if at(.leftParen), mayBeArrow {
        let reference = addReference(keyword)
        (arrowAllowsIn, arrowInConditional) = (allowsIn, inConditional)
        return try parseParameterList(start, async: reference)
      }
    }
    if at(.arrow), mayBeArrow {
      (arrowAllowsIn, arrowInConditional) = (allowsIn, inConditional)
      return try parseArrow(of: keyword, isAsync: false)
    }
    return addReference(keyword)
  }
}
