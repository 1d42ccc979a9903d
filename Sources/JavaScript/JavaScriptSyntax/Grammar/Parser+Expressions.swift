extension Parser {
  /// Reads expressions with commas between them.
  mutating func parseExpression(allowsIn: Bool = true) throws(Stop) {
    _ = try parseAssignment(allowsIn)
    while at(.comma) {
      try advance()
      _ = try parseAssignment(allowsIn)
    }
  }

  /// Reads an expression without a comma that is no pattern.
  @inline(__always)
  @discardableResult
  mutating func parseAssignment(_ allowsIn: Bool = true, inConditional: Bool = false) throws(Stop) -> Expression {
    let mark = targets.count
    let expression = try parseCover(allowsIn, inConditional: inConditional)
    if expression.isOpen { try refuseOpenLiteral() }
    if targets.count > mark { targets.removeLast(targets.count - mark) }
    return expression
  }

  /// Throws if the literal that was just read is valid as a pattern only.
  @inline(never)
  mutating func refuseOpenLiteral() throws(Stop) {
    if cover.notExpression >= 0 {
      throw fail(
        .unexpectedToken, "A property with a default, '{ a = 1 }', is allowed in a pattern only.",
        at: Int(cover.notExpression))
    }
    if cover.duplicateProto >= 0 {
      throw fail(
        .earlyError, "An object literal must not set '__proto__' more than once.", at: Int(cover.duplicateProto))
    }
  }

  @inline(__always)
  mutating func requireValue(_ expression: Expression) throws(Stop) {
    if expression.isOpen { try refuseOpenLiteral() }
  }

  /// Reads an expression without a comma, which the caller may make a pattern of.
  mutating func parseCover(_ allowsIn: Bool, inConditional: Bool = false) throws(Stop) -> Expression {
    try checkDepth()
    var isAlternative = false
    let whole = token.start
    while true {
      let start = token.start
      if at(.name), token.name == .yield, context.contains(.yield) {
        try parseYield(allowsIn)
        return Expression(.other, at: whole)
      }
      let mark = targets.count
      arrowStart = start
      arrowAllowsIn = allowsIn
      arrowInConditional = inConditional
      let expression = try parseBinary(0, allowsIn)
      if expression.kind == .arrow { return isAlternative ? Expression(.other, at: whole) : expression }
      if at(.question) {
        if isTypeScript, try peekEndsParameter() { return expression }
        try requireValue(expression)
        try advance()
        try parseAssignment(true, inConditional: isTypeScript)
        try expect(.colon, ":", "between the alternatives of '?'")
        isAlternative = true
        continue
      }
      if token.kind.isAssignment {
        if isTypeScript, source[start] == UInt8(ascii: "<") {
          throw fail(.unexpectedToken, "An assertion needs parentheses to be assigned to: '(<T>a) = b'.", at: start)
        }
        let result = try parseAssignmentTail(expression, mark, allowsIn)
        return isAlternative ? Expression(.other, at: whole) : result
      }
      if isAlternative {
        try requireValue(expression)
        return Expression(.other, at: whole)
      }
      return expression
    }
  }

  // MARK: Assignments

  private mutating func parseAssignmentTail(
    _ target: Expression, _ mark: Int, _ allowsIn: Bool
  ) throws(Stop) -> Expression {
    var kind = Expression.Kind.memberAssignment
    let isPlain = at(.assign)
    if target.isOpen, isPlain {
      try makeAssignmentPattern(from: mark)
      var inner = cover
      inner.notExpression = -1
      inner.duplicateProto = -1
      try advance()
      try parseAssignment(allowsIn)
      cover = inner
      return Expression(.patternAssignment, at: Int(target.start))
    }
    try requireSimpleTarget(target, isLogical: token.kind.rawValue >= TokenKind.ampAmpAssign.rawValue)
    if target.kind == .identifier, isPlain, !target.isParenthesized { kind = .nameAssignment }
    try advance()
    try parseAssignment(allowsIn)
    if !isPlain { kind = .other }
    return Expression(kind, at: Int(target.start), reference: target.reference)
  }

  /// Makes targets of an assignment out of the names of a literal.
  mutating func makeAssignmentPattern(from mark: Int) throws(Stop) {
    if cover.notAssignmentPattern >= 0 {
      throw fail(
        .earlyError, "This is not allowed in an assignment pattern.", at: Int(cover.notAssignmentPattern))
    }
    for index in mark..<targets.count { try markAssigned(targets[index]) }
  }

  mutating func markAssigned(_ index: Int32) throws(Stop) {
    let reference = references[Int(index)]
    if isStrict, reference.name == .eval || reference.name == .arguments {
      throw fail(
        .strictMode, "Strict code must not assign to '\(text(reference.name))'.", at: Int(reference.start))
    }
    references[Int(index)].flags.insert(.assigned)
  }

  /// Checks what `=`, `++` and the like assign to.
  mutating func requireSimpleTarget(_ target: Expression, isLogical: Bool = false) throws(Stop) {
    switch target.kind {
    case .identifier: return try markAssigned(target.reference)
    case .member, .privateMember: return
    // Web compatibility: sloppy code fails when it runs.
    case .call where !isStrict && !isLogical: return
    default: break
    }
    throw fail(
      .earlyError, "The left side of an assignment must be a name, a property or a pattern.", at: Int(target.start))
  }

  // MARK: Yield

  private mutating func parseYield(_ allowsIn: Bool) throws(Stop) {
    if token.isEscaped { throw fail(.invalidToken, "A keyword must not be written with escapes.", at: token.start) }
    if context.contains(.parameters) {
      throw fail(.earlyError, "Parameters must not contain 'yield'.", at: token.start)
    }
    if firstYieldOrAwait < 0 { firstYieldOrAwait = Int32(token.start) }
    try advance()
    if token.followsLine { return }
    switch token.kind {
    case .star:
      try advance()
      try parseAssignment(allowsIn)
    case .end, .semicolon, .comma, .colon, .rightParen, .rightBracket, .rightBrace: return
    case .name where token.name == .in || (token.name == .of && !allowsIn): return
    default: try parseAssignment(allowsIn)
    }
  }

  /// Whether the token, `?`, marks an optional parameter: no expression follows it.
  @inline(never)
  private mutating func peekEndsParameter() throws(Stop) -> Bool {
    switch try peek().kind {
    case .colon, .comma, .rightParen, .assign: true
    default: false
    }
  }
}
