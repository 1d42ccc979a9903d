extension Parser {
  /// Reads `.a`, `[a]`, `(a)`, `?.a` and templates behind a value.
  mutating func parseSuffixes(_ operand: Expression, allowsCalls: Bool = true) throws(Stop) -> Expression {
    if operand.kind == .arrow { return operand }
    var result = operand
    var isOptional = false
    while true {
      switch tokenizer.token.kind {
      case .dot:
        try requireValue(result)
        try advance()
        result = Expression(try parsePropertyName(), at: Int(operand.start))
      case .leftBracket:
        try requireValue(result)
        let start = token.start
        try advance()
        try parseExpression()
        try close(.rightBracket, "]", "property access", from: start)
        result = Expression(.member, at: Int(operand.start))
      case .leftParen:
        guard allowsCalls else { return result }
        try requireValue(result)
        markCallee(result)
        noteEval(result)
        try parseArguments()
        result = Expression(.call, at: Int(operand.start))
      case .questionDot:
        guard allowsCalls else {
          throw fail(.unexpectedToken, "An optional chain cannot be the operand of 'new'.", at: token.start)
        }
        try requireValue(result)
        isOptional = true
        try advance()
        switch token.kind {
        case .leftParen:
          markCallee(result)
          try parseArguments()
          result = Expression(.call, at: Int(operand.start))
        case .leftBracket: continue
        case .template, .templateTail:
          throw fail(.unexpectedToken, "A template must not follow an optional chain.", at: token.start)
        case .less where isTypeScript:
          guard try takeTypeArguments(), at(.leftParen) else { throw unexpected("a call") }
          continue
        default: result = Expression(try parsePropertyName(), at: Int(operand.start))
        }
      case .template, .templateTail:
        if isOptional {
          throw fail(.unexpectedToken, "A template must not follow an optional chain.", at: token.start)
        }
        try requireValue(result)
        markCallee(result)
        try parseTemplate(isTagged: true)
        result = Expression(.other, at: Int(operand.start))
      case .bang where isTypeScript && !token.followsLine:
        try requireValue(result)
        blank(token.start..<token.end)
        try advance()
      case .less where isTypeScript, .shiftLeft where isTypeScript:
        guard try takeTypeArguments() else { return finish(result, isOptional) }
        if at(.template) || at(.templateTail) || at(.leftParen) { continue }
        result = Expression(.other, at: Int(operand.start))
      default: return finish(result, isOptional)
      }
    }
  }

  @inline(__always)
  private func finish(_ result: Expression, _ isOptional: Bool) -> Expression {
    guard isOptional else { return result }
    return Expression(
      result.kind == .privateMember ? .privateOptionalChain : .optionalChain, at: Int(result.start))
  }

  /// Reads the name of a property behind a dot.
  @inline(__always)
  private mutating func parsePropertyName() throws(Stop) -> Expression.Kind {
    if at(.name) {
      try advance()
      return .member
    }
    guard at(.privateName) else { throw unexpected("the name of a property") }
    try usePrivateName()
    try advance()
    return .privateMember
  }

  @inline(__always)
  mutating func markCallee(_ callee: Expression) {
    if callee.kind == .identifier { references[Int(callee.reference)].flags.insert(.callee) }
  }

  @inline(__always)
  private mutating func noteEval(_ callee: Expression) {
    if callee.kind == .identifier, references[Int(callee.reference)].name == .eval { module.callsEval = true }
  }

  /// Reads the arguments of a call, from its parenthesis on.
  mutating func parseArguments() throws(Stop) {
    let start = token.start
    try advance()
    while !at(.rightParen) {
      if at(.ellipsis) { try advance() }
      try parseAssignment()
      guard at(.comma) else { break }
      try advance()
    }
    try close(.rightParen, ")", "arguments", from: start)
  }

  // MARK: Templates

  /// Reads a template, from its first piece on.
  mutating func parseTemplate(isTagged: Bool) throws(Stop) {
    let start = token.start
    while true {
      if token.flaw == .badEscape, !isTagged {
        throw fail(.invalidToken, "The template has a malformed escape.", at: token.start)
      }
      let isLast = at(.templateTail)
      try advance()
      if isLast { return }
      try parseExpression()
      guard at(.rightBrace) else { throw unclosed("}", "template", start) }
      try tokenizer.continueTemplate()
    }
  }

  // MARK: new, super, import

  mutating func parseNew() throws(Stop) -> Expression {
    let start = token.start
    try checkDepth()
    try advance()
    if at(.dot) {
      try advance()
      guard at(Name.target) else { throw unexpected("'target'") }
      guard context.contains(.newTarget) else {
        throw fail(.earlyError, "'new.target' is allowed in functions only.", at: start)
      }
      try advance()
      return Expression(.other, at: start)
    }
    if at(Name.import) {
      let next = try peek()
      if next.kind != .dot {
        throw fail(.unexpectedToken, "'import()' cannot be the operand of 'new'.", at: token.start)
      }
    }
    let callee: Expression
    if at(Name.new) { callee = try parseNew() } else { callee = try parsePrimary() }
    if callee.kind == .arrow { throw unexpected("arguments") }
    if callee.kind == .optionalChain, !callee.isParenthesized {
      throw fail(.unexpectedToken, "'import()' cannot be the operand of 'new'.", at: Int(callee.start))
    }
    let operand = try parseSuffixes(callee, allowsCalls: false)
    try requireValue(operand)
    if at(.leftParen) { try parseArguments() }
    return Expression(.other, at: start)
  }

  mutating func parseSuper() throws(Stop) -> Expression {
    let start = token.start
    try advance()
    switch token.kind {
    case .leftParen:
      guard context.contains(.superCall) else {
        throw fail(.earlyError, "'super()' is allowed in constructors of derived classes only.", at: start)
      }
      try parseArguments()
      return Expression(.call, at: start)
    case .dot, .leftBracket:
      guard context.contains(.superProperty) else {
        throw fail(.earlyError, "'super' properties are allowed in methods only.", at: start)
      }
      if at(.leftBracket) { return Expression(.other, at: start) }
      if try peek().kind == .privateName {
        throw fail(.unexpectedToken, "Private names are not allowed after 'super'.", at: start)
      }
      return Expression(.other, at: start)
    default: throw unexpected("'(', '.' or '[' after 'super'")
    }
  }

  /// Reads `import()` or `import.meta`.
  mutating func parseImportExpression() throws(Stop) -> Expression {
    let keyword = token
    let start = token.start
    try advance()
    if at(.dot) {
      try advance()
      if at(Name.source) || at(Name.defer) {
        throw fail(.unsupported, "'import.\(text(token.name))' is not supported.", at: start)
      }
      guard at(Name.meta) else { throw unexpected("'meta'") }
      guard goal == .module else {
        throw fail(.moduleSyntax, "'import.meta' is allowed in modules only.", at: start)
      }
      if keyword.isEscaped { throw fail(.invalidToken, "A keyword must not be written with escapes.", at: start) }
      edits.append(Edit(.importMeta, start, token.end))
      module.usesMeta = true
      try advance()
      return Expression(.other, at: start)
    }
    guard at(.leftParen) else { throw unexpected("'(' or '.meta' after 'import'") }
    edits.append(Edit(.importCall, start, keyword.end))
    module.hasDynamicImport = true
    let open = token.start
    try advance()
    if at(.ellipsis) { throw unexpected("the specifier of the module") }
    try parseAssignment()
    if at(.comma) {
      try advance()
      if !at(.rightParen) {
        if at(.ellipsis) { throw unexpected("the options of 'import()'") }
        try parseAssignment()
        if at(.comma) { try advance() }
      }
    }
    try close(.rightParen, ")", "'import()'", from: open)
    return Expression(.optionalChain, at: start)
  }
}
