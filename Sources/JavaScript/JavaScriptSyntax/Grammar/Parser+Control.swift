extension Parser {
  // MARK: Conditions

  private mutating func parseCondition(_ what: StaticString) throws(Stop) {
    let start = token.start
    try expect(.leftParen, "(", what)
    try parseExpression()
    try close(.rightParen, ")", "condition", from: start)
  }

  /// Reads `if`, and all that follow its `else`.
  mutating func parseIf() throws(Stop) {
    while true {
      try advance()
      try parseCondition("after 'if'")
      try parseStatement(.branch)
      guard try take(.else) else { return }
      guard at(Name.if) else { break }
    }
    try parseStatement(.branch)
  }

  // MARK: Loops

  /// Reads the body of a loop.
  private mutating func parseLoopBody() throws(Stop) {
    let outer = context
    context.formUnion([.loop, .breakable])
    try parseStatement(.body)
    context = outer
  }

  mutating func parseWhile() throws(Stop) {
    try advance()
    try parseCondition("after 'while'")
    try parseLoopBody()
  }

  mutating func parseDo() throws(Stop) {
    try advance()
    try parseLoopBody()
    try expect(Name.while, "while", "after the body of 'do'")
    try parseCondition("after 'while'")
    // A semicolon is inserted here on any line.
    if !(try take(.semicolon)) { insertedSemicolon = tokenizer.previousEnd }
  }

  mutating func parseFor() throws(Stop) {
    let outer = scope
    let start = labelStart >= 0 ? labelStart : token.start
    labelStart = -1
    try advance()
    var isAwaited = false
    if at(Name.await) {
      guard context.contains(.await) else {
        throw fail(.earlyError, "'for await' is allowed in async functions and modules only.", at: token.start)
      }
      if context.contains(.topLevelAwait) { noteTopLevelAwait(token.start) }
      isAwaited = true
      try advance()
    }
    let open = token.start
    try expect(.leftParen, "(", "after 'for'")
    scope = table.open(.block, in: outer)
    let resources = try parseForHead(isAwaited)
    let end = token.start
    try close(.rightParen, ")", "'for'", from: open)
    try parseLoopBody()
    endFor(resources, from: start, close: end)
    scope = outer
  }

  /// Reads the head of a `for` statement, in its parentheses.
  private mutating func parseForHead(_ isAwaited: Bool) throws(Stop) -> ForResources {
    if try beginsForUsing() { return try parseForUsing(isAwaited: isAwaited) }
    try parsePlainForHead(isAwaited)
    return .none
  }

  private mutating func parsePlainForHead(_ isAwaited: Bool) throws(Stop) {
    if at(.semicolon) {
      if isAwaited { throw unexpected("a name: 'for await' needs 'of'") }
      return try parseForTail()
    }
    if let kind = try forDeclaration() {
      let start = token.start
      try advance()
      let list = try parseDeclarators(kind, allowsIn: false)
      if at(Name.of) || (at(Name.in) && !isAwaited) {
        let isOf = at(Name.of)
        let isAnnexB = !isOf && kind == .variable && list.isName && !isStrict
        if list.count != 1 || (list.hasValue && !isAnnexB) {
          throw fail(
            .unexpectedToken, "'for' with 'of' or 'in' must declare exactly one variable, without an initial value.",
            at: start)
        }
        return try parseIterated(isOf)
      }
      if isAwaited { throw unexpected("'of'") }
      if !list.hasValue, kind == .constant || !list.isName {
        throw fail(.unexpectedToken, "Expected '=' and a value, not \(tokenName()).", at: token.start)
      }
      return try parseForTail()
    }
    try parseForExpression(isAwaited)
  }

  /// What kind of declaration the token begins, in the head of `for`.
  private mutating func forDeclaration() throws(Stop) -> Declaration.Kind? {
    if at(Name.var) { return .variable }
    if at(Name.const) { return .constant }
    guard at(Name.let) else { return nil }
    let next = try peek()
    switch next.kind {
    case .leftBracket, .leftBrace: return .let
    case .name: return next.name == .in || next.name == .instanceof || (next.name == .of && !isStrict) ? nil : .let
    default: return isStrict ? .let : nil
    }
  }

  private mutating func parseForExpression(_ isAwaited: Bool) throws(Stop) {
    let first = token
    let mark = targets.count
    let target = try parseCover(false)
    let isOf = at(Name.of)
    if isOf || (at(Name.in) && !isAwaited) {
      if first.kind == .name, !first.isEscaped, isOf {
        if first.name == .let {
          throw fail(.unexpectedToken, "'let' must not begin the target of 'for' with 'of'.", at: first.start)
        }
        if first.name == .async, !isAwaited, target.kind == .identifier, !target.isParenthesized {
          throw fail(.unexpectedToken, "'async' must not be the target of 'for' with 'of'.", at: first.start)
        }
      }
      if target.isOpen {
        try makeAssignmentPattern(from: mark)
      } else {
        try requireSimpleTarget(target)
      }
      targets.removeLast(targets.count - mark)
      return try parseIterated(isOf)
    }
    if isAwaited { throw unexpected("'of'") }
    try requireValue(target)
    targets.removeLast(targets.count - mark)
    while try take(.comma) { try parseAssignment(false) }
    try parseForTail()
  }

  mutating func parseIterated(_ isOf: Bool) throws(Stop) {
    try advance()
    if isOf { try parseAssignment() } else { try parseExpression() }
  }

  mutating func parseForTail() throws(Stop) {
    try expect(.semicolon, ";", "after the start of 'for'")
    if !at(.semicolon) { try parseExpression() }
    try expect(.semicolon, ";", "after the condition of 'for'")
    if !at(.rightParen) { try parseExpression() }
  }

  // MARK: Jumps

  mutating func parseReturn() throws(Stop) {
    guard context.contains(.return) else {
      throw fail(.earlyError, "'return' is allowed in functions only.", at: token.start)
    }
    try advance()
    if !at(.semicolon), !at(.rightBrace), !at(.end), !token.followsLine { try parseExpression() }
    try endStatement()
  }

  mutating func parseThrow() throws(Stop) {
    try advance()
    if token.followsLine {
      throw fail(.unexpectedToken, "A line break is not allowed between 'throw' and its value.", at: token.start)
    }
    try parseExpression()
    try endStatement()
  }

  mutating func parseJump() throws(Stop) {
    let start = token.start
    let isBreak = at(Name.break)
    try advance()
    if at(.name), !token.followsLine, !token.name.isReserved {
      try checkName()
      let name = token.name
      let label = labels[labelBase...].last { $0.name == name }
      guard let label else {
        throw fail(.earlyError, "No enclosing statement has the label '\(text(name))'.", at: token.start)
      }
      if !isBreak, !label.isLoop {
        throw fail(.earlyError, "'continue' needs the label of a loop.", at: token.start)
      }
      try advance()
    } else if isBreak ? !context.contains(.breakable) : !context.contains(.loop) {
      throw fail(
        .earlyError,
        isBreak ? "'break' is allowed in loops and 'switch' only." : "'continue' is allowed in loops only.", at: start)
    }
    try endStatement()
  }

  mutating func parseLabelled(_ place: StatementPlace) throws(Stop) {
    let first = labels.count
    let start = token.start
    while at(.name), !token.name.isReserved, try peek().kind == .colon {
      try checkName()
      let name = token.name
      if labels[labelBase...].contains(where: { $0.name == name }) {
        throw fail(.earlyError, "An enclosing statement already has the label '\(text(name))'.", at: token.start)
      }
      // Each label is compared with those around it.
      if labels.count - labelBase >= 1_000 {
        throw fail(.tooDeep, "The statement is nested in more than 1,000 labels.", at: token.start)
      }
      labels.append(Label(name: name, isLoop: false))
      try advance()
      try advance()
    }
    if at(Name.for) || at(Name.while) || at(Name.do) {
      for index in first..<labels.count { labels[index].isLoop = true }
    }
    if at(Name.for) { labelStart = start }
    try parseStatement(place == .list || place == .labelled ? .labelled : .body)
    labels.removeLast(labels.count - first)
  }

  // MARK: try, switch, with

  mutating func parseTry() throws(Stop) {
    try advance()
    let block = token.start
    try parseBlock("'try'")
    var isComplete = false
    if at(Name.catch) {
      if recordsTokens { caughtBlocks.append(block..<tokenizer.previousEnd) }
      try advance()
      isComplete = true
      let outer = scope
      scope = table.open(.catchClause, in: outer)
      let open = token.start
      if try take(.leftParen) {
        var duplicate = -1
        try parseBindingTarget(at(.name) ? .catchParameter : .catchPattern, &duplicate)
        if isTypeScript, at(.colon) { try skipTypeAnnotation() }
        try close(.rightParen, ")", "'catch'", from: open)
      }
      try parseBlockBody("'catch'")
      scope = outer
    }
    if try take(.finally) {
      isComplete = true
      try parseBlock("'finally'")
    }
    if !isComplete { throw unexpected("'catch' or 'finally'") }
  }

  mutating func parseSwitch() throws(Stop) {
    try advance()
    try parseCondition("after 'switch'")
    let start = token.start
    try expect(.leftBrace, "{", "before the cases of 'switch'")
    let outer = (context, scope)
    let outerList = beginList(.switchCase)
    context.insert(.breakable)
    scope = table.open(.block, in: scope)
    var hasDefault = false
    while !at(.rightBrace) {
      if at(Name.default) {
        if hasDefault { throw fail(.earlyError, "'switch' must not have more than one 'default'.", at: token.start) }
        hasDefault = true
        try advance()
      } else {
        guard at(Name.case) else {
          if at(.end) { throw unclosed("}", "'switch'", start) }
          throw unexpected("'case', 'default' or '}'")
        }
        try advance()
        try parseExpression()
      }
      try expect(.colon, ":", "after the case")
      while !at(.rightBrace), !at(Name.case), !at(Name.default) {
        if at(.end) { throw unclosed("}", "'switch'", start) }
        try parseStatement(.list)
      }
    }
    (context, scope) = outer
    resources = outerList
    try advance()
  }

  mutating func parseWith() throws(Stop) {
    if isStrict { throw fail(.strictMode, "'with' is not allowed in strict code.", at: token.start) }
    module.hasWith = true
    try advance()
    try parseCondition("after 'with'")
    try parseStatement(.body)
  }
}
