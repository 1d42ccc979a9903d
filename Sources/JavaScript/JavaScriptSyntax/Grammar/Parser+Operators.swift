extension Parser {
  /// Reads operands and the operators between them that bind more strongly than `weakest`.
  mutating func parseBinary(_ weakest: Int, _ allowsIn: Bool) throws(Stop) -> Expression {
    var left: Expression
    if at(.privateName) {
      left = try parsePrivateIn(weakest, allowsIn)
    } else {
      left = try parseUnary()
    }
    /// The precedence of the operator that made `left`.
    var formed = Int.max
    while true {
      var precedence = tokenizer.token.kind.precedence
      if precedence == 0 {
        guard at(.name) else { return left }
        if at(Name.in) {
          guard allowsIn else { return left }
          precedence = 8
        } else if at(Name.instanceof) {
          precedence = 8
        } else if isTypeScript, at(Name.as) || at(Name.satisfies), !token.followsLine, weakest < 8 {
          guard try parseAssertionOperator(&left, &formed, allowsIn) else { return left }
          // The value is still a target: `(a as any) = 1`.
          continue
        } else {
          return left
        }
      }
      guard precedence > weakest, left.kind != .arrow else { return left }
      try requireValue(left)
      let op = token.kind
      let start = token.start
      if op == .starStar, left.kind == .unary, !left.isParenthesized {
        throw fail(
          .unexpectedToken, "The left operand of '**' needs parentheses: '(-a) ** b'.", at: Int(left.start))
      }
      if op == .starStar { try checkDepth() }
      try advance()
      let right = try parseBinary(op == .starStar ? precedence - 1 : precedence, allowsIn)
      if right.kind == .arrow {
        throw fail(.unexpectedToken, "An arrow function as an operand needs parentheses.", at: Int(right.start))
      }
      try requireValue(right)
      if op == .questionQuestion {
        let isMixed =
          (left.kind == .logical && !left.isParenthesized) || (right.kind == .logical && !right.isParenthesized)
        if isMixed {
          throw fail(.unexpectedToken, "Mixing '??' with '||' or '&&' needs parentheses.", at: start)
        }
      }
      let isLogical = op == .barBar || op == .ampAmp
      left = Expression(isLogical ? .logical : .other, at: Int(left.start))
      formed = precedence
    }
  }

  /// Reads `as T` behind a value; false behind an arrow function, which ends before it.
  private mutating func parseAssertionOperator(
    _ left: inout Expression, _ formed: inout Int, _ allowsIn: Bool
  ) throws(Stop) -> Bool {
    try requireValue(left)
    if left.kind == .arrow { return false }
    let assertion = token.start
    try parseTypeAssertion(allowsConst: at(Name.as))
    // `a + b as T * c` means `(a + b) * c`.
    if precedenceOfToken(allowsIn) > formed || mayNotBeBase(left, formed) {
      encloseAsserted(&left, before: assertion)
      formed = .max
    }
    return true
  }

  /// The precedence of the token as an operator between two operands; 0 if it is none.
  private func precedenceOfToken(_ allowsIn: Bool) -> Int {
    at(Name.in) && allowsIn || at(Name.instanceof) ? 8 : token.kind.precedence
  }

  /// Whether the token is `**`, whose left operand needs parentheses once its assertion is gone.
  private func mayNotBeBase(_ left: Expression, _ formed: Int) -> Bool {
    at(.starStar) && (formed != .max || (left.kind == .unary && !left.isParenthesized))
  }

  /// Reads `#a in b`.
  private mutating func parsePrivateIn(_ weakest: Int, _ allowsIn: Bool) throws(Stop) -> Expression {
    let start = token.start
    try usePrivateName()
    try advance()
    guard at(Name.in), allowsIn, weakest < 8 else {
      throw fail(
        .unexpectedToken, "A private name without an object is allowed only on the left side of 'in'.", at: start)
    }
    return Expression(.other, at: start)
  }

  mutating func parseUnary() throws(Stop) -> Expression {
    let start = token.start
    switch token.kind {
    case .bang, .tilde, .plus, .minus:
      try checkDepth()
      try advance()
      try parseOperand()
      return Expression(.unary, at: start)
    case .plusPlus, .minusMinus:
      try checkDepth()
      try advance()
      let operand = try parseUnary()
      try requireSimpleTarget(operand)
      return Expression(.other, at: start)
    case .less where isJSX:
      if isTypeScript, try beginsTypeParameters() { return try parseAngleAssertion() }
      return try parseJSX()
    case .less where isTypeScript:
      return try parseAngleAssertion()
    case .name:
      switch token.name {
      case .typeof, .void:
        guard !token.isEscaped else { break }
        try checkDepth()
        let isTypeof = token.name == .typeof
        try advance()
        let operand = try parseOperand()
        if isTypeof, operand.kind == .identifier { references[Int(operand.reference)].flags.insert(.isTypeof) }
        return Expression(.unary, at: start)
      case .delete:
        guard !token.isEscaped else { break }
        try checkDepth()
        try advance()
        try parseDeleted()
        return Expression(.unary, at: start)
      case .await:
        if context.contains(.await) { return try parseAwait() }
      default: break
      }
    default: break
    }
    let operand = try parseSuffixes(try parsePrimary())
    guard at(.plusPlus) || at(.minusMinus), !token.followsLine, operand.kind != .arrow else { return operand }
    try requireSimpleTarget(operand)
    try advance()
    return Expression(.other, at: start)
  }

  /// Reads the operand of an operator that stands before it.
  @discardableResult
  private mutating func parseOperand() throws(Stop) -> Expression {
    let operand = try parseUnary()
    try requireValue(operand)
    if operand.kind == .arrow {
      throw fail(.unexpectedToken, "An arrow function as an operand needs parentheses.", at: Int(operand.start))
    }
    return operand
  }

  private mutating func parseDeleted() throws(Stop) {
    let operand = try parseOperand()
    switch operand.kind {
    case .identifier where isStrict:
      throw fail(.strictMode, "Strict code must not delete a variable.", at: Int(operand.start))
    case .privateMember, .privateOptionalChain:
      throw fail(.earlyError, "A private name cannot be deleted.", at: Int(operand.start))
    default: break
    }
  }

  private mutating func parseAwait() throws(Stop) -> Expression {
    let start = token.start
    if token.isEscaped { throw fail(.invalidToken, "A keyword must not be written with escapes.", at: start) }
    if context.contains(.parameters) {
      throw fail(.earlyError, "Parameters must not contain 'await'.", at: start)
    }
    try checkDepth()
    if firstYieldOrAwait < 0 { firstYieldOrAwait = Int32(start) }
    if context.contains(.topLevelAwait) { noteTopLevelAwait(start) }
    try advance()
    try parseOperand()
    return Expression(.unary, at: start)
  }

  mutating func noteTopLevelAwait(_ start: Int) {
    if module.firstAwait < 0 { module.firstAwait = start }
  }
}
