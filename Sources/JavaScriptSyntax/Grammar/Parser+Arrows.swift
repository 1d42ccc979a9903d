extension Parser {
  /// Adds an element of a literal or list to what the whole may be.
  @inline(__always)
  mutating func absorb(_ element: Expression, into list: inout Cover, from mark: Int) {
    switch element.kind {
    case .identifier, .nameAssignment:
      targets.append(element.reference)
      if element.isParenthesized { list.refuseBinding(element.start) }
    case .array where !element.isParenthesized, .object where !element.isParenthesized, .patternAssignment:
      list.merge(cover)
    case .member, .privateMember, .memberAssignment:
      if targets.count > mark { targets.removeLast(targets.count - mark) }
      list.refuseBinding(element.start)
    default:
      if targets.count > mark { targets.removeLast(targets.count - mark) }
      list.refusePattern(element.start)
    }
  }

  mutating func parseParenthesized() throws(Stop) -> Expression {
    let start = token.start
    if arrowStart == start { return try parseParameterList(start, async: nil) }
    // No arrow function can begin behind an operator.
    try advance()
    let mark = targets.count
    var inner = try parseCover(true)
    try requireValue(inner)
    var isList = false
    while at(.comma) {
      isList = true
      try advance()
      try parseAssignment()
    }
    try close(.rightParen, ")", "parentheses", from: start)
    if targets.count > mark { targets.removeLast(targets.count - mark) }
    if isList { inner = Expression(.other, at: start) }
    return parenthesize(inner, start)
  }

  private func parenthesize(_ inner: Expression, _ start: Int) -> Expression {
    var result = inner
    switch inner.kind {
    case .identifier, .member, .privateMember, .call, .array, .object, .privateOptionalChain: break
    default: result = Expression(.other, at: start)
    }
    result.isParenthesized = true
    result.start = Int32(truncatingIfNeeded: start)
    return result
  }

  /// Reads `( … )` where it may be the parameters of an arrow function, or the arguments of a call of `async`.
  ///
  /// - parameter async: the use of the name `async` before it, if there is one.
  mutating func parseParameterList(_ start: Int, async: Expression?) throws(Stop) -> Expression {
    let allowsIn = arrowAllowsIn
    let open = token.start
    let mark = targets.count
    let outer = (scope: scope, yield: firstYieldOrAwait, name: firstAwaitName)
    scope = table.open(.parentheses, in: outer.scope)
    firstYieldOrAwait = -1
    firstAwaitName = -1
    var list = Cover()
    /// What only parameters may be.
    var parametersOnly = -1
    var isSimple = true
    var count = 0
    var last = Expression(.other, at: start)
    try advance()
    while !at(.rightParen) {
      let elementMark = targets.count
      if at(.ellipsis) {
        if async == nil, parametersOnly < 0 { parametersOnly = token.start }
        let restStart = Int32(token.start)
        isSimple = false
        try advance()
        last = try parseCover(true)
        let isTarget = last.kind == .identifier || last.isOpen
        absorb(last, into: &list, from: elementMark)
        if !isTarget { list.refusePattern(last.start) }
        if at(.comma) { list.refusePattern(restStart) }
      } else {
        last = try parseCover(true)
        if last.kind != .identifier { isSimple = false }
        absorb(last, into: &list, from: elementMark)
      }
      count += 1
      guard at(.comma) else { break }
      try advance()
      if at(.rightParen), async == nil, parametersOnly < 0 { parametersOnly = tokenizer.previousEnd - 1 }
    }
    if count == 0, async == nil { parametersOnly = token.start }
    try close(.rightParen, ")", async == nil ? "parentheses" : "arguments", from: open)
    if at(.arrow), !token.followsLine {
      if async != nil { references[Int(async!.reference)].flags.insert(.dead) }
      try declareParameters(from: mark, list, isAsync: async != nil)
      firstYieldOrAwait = outer.yield
      if outer.name >= 0 { firstAwaitName = outer.name }
      try parseArrowBody(isAsync: async != nil, isSimple: isSimple, allowsIn: allowsIn)
      scope = outer.scope
      return Expression(.arrow, at: start)
    }
    if parametersOnly >= 0 {
      throw fail(.unexpectedToken, "Expected '=>' after the parameters, not \(tokenName()).", at: token.start)
    }
    cover = list
    try refuseOpenLiteral()
    if targets.count > mark { targets.removeLast(targets.count - mark) }
    if outer.yield >= 0 { firstYieldOrAwait = outer.yield }
    if outer.name >= 0 { firstAwaitName = outer.name }
    scope = outer.scope
    if let async {
      markCallee(async)
      return Expression(.call, at: start)
    }
    return parenthesize(count == 1 ? last : Expression(.other, at: start), start)
  }

  /// Makes parameters out of the names of a list.
  private mutating func declareParameters(from mark: Int, _ list: Cover, isAsync: Bool) throws(Stop) {
    if list.notBindingPattern >= 0 {
      throw fail(.earlyError, "This cannot be a parameter of an arrow function.", at: Int(list.notBindingPattern))
    }
    if firstYieldOrAwait >= 0 {
      throw fail(.earlyError, "Parameters must not contain 'yield' or 'await'.", at: Int(firstYieldOrAwait))
    }
    if isAsync, firstAwaitName >= 0 {
      throw fail(.earlyError, "'await' is no name in async functions.", at: Int(firstAwaitName))
    }
    table.scopes[Int(scope)].kind = .function
    for index in mark..<targets.count {
      let position = Int(targets[index])
      references[position].flags.insert(.dead)
      let (name, start) = (references[position].name, Int(references[position].start))
      if isStrict, name == .eval || name == .arguments {
        throw fail(.strictMode, "Strict code must not declare '\(text(name))'.", at: start)
      }
      try declareArrowParameter(name, start)
    }
    targets.removeLast(targets.count - mark)
  }

  mutating func declareArrowParameter(_ name: Name, _ start: Int) throws(Stop) {
    guard table.find(name, in: scope) == nil else {
      throw fail(.earlyError, "Two parameters are called '\(text(name))'.", at: start)
    }
    table.insert(Declaration(name: name, scope: scope, start: Int32(start), kind: .parameter))
  }

  /// Reads the rest of an arrow function with one parameter, which was just read.
  mutating func parseArrow(of parameter: Token, isAsync: Bool) throws(Stop) -> Expression {
    if token.followsLine {
      throw fail(.unexpectedToken, "A line must not end before '=>'.", at: token.start)
    }
    let allowsIn = arrowAllowsIn
    let outer = scope
    scope = table.open(.function, in: outer)
    if isStrict, parameter.name == .eval || parameter.name == .arguments {
      throw fail(.strictMode, "Strict code must not declare '\(text(parameter.name))'.", at: parameter.start)
    }
    try declareArrowParameter(parameter.name, parameter.start)
    try parseArrowBody(isAsync: isAsync, isSimple: true, allowsIn: allowsIn)
    scope = outer
    return Expression(.arrow, at: parameter.start)
  }

  /// Reads `=>` and what follows it.
  ///
  /// The current scope is the function's.
  mutating func parseArrowBody(isAsync: Bool, isSimple: Bool, allowsIn: Bool) throws(Stop) {
    let outer = enterFunction(context.intersection(.arrow).union(isAsync ? [.await, .awaitReserved] : []))
    try advance()
    if at(.leftBrace) {
      context.insert(.return)
      try parseFunctionBody(FunctionHead(isSimple: isSimple, forbidsDuplicates: true))
    } else {
      try parseAssignment(allowsIn)
    }
    leaveFunction(outer)
  }
}
