extension Parser {
  /// Adds the constraints of an element to those of its literal or list.
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
    let (allowsIn, inConditional) = (arrowAllowsIn, arrowInConditional)
    let open = token.start
    let outer = (scope: scope, yield: firstYieldOrAwait, name: firstAwaitName)
    var list = ElementList(start: start, mark: targets.count, isAsync: async != nil)
    list.allowsIn = allowsIn
    list.inConditional = inConditional
    scope = table.open(.parentheses, in: outer.scope)
    firstYieldOrAwait = -1
    firstAwaitName = -1
    try advance()
    try parseElements(&list)
    let close = token.start
    try self.close(.rightParen, ")", async == nil ? "parentheses" : "arguments", from: open)
    var isArrow = at(.arrow) && !token.followsLine
    if !isArrow, isTypeScript, at(.colon) {
      if list.parametersOnly >= 0 || !inConditional {
        isArrow = try takeReturnType(close, isCertain: list.parametersOnly >= 0)
      } else if try attemptArrow(list, close) {
        if let async { references[Int(async.reference)].flags.insert(.dead) }
        restoreOuter(outer)
        return Expression(.arrow, at: start)
      }
    }
    if isArrow {
      if let async { references[Int(async.reference)].flags.insert(.dead) }
      try parseListedArrow(list)
      restoreOuter(outer)
      return Expression(.arrow, at: start)
    }
    if list.parametersOnly >= 0 {
      throw fail(.unexpectedToken, "Expected '=>' after the parameters, not \(tokenName()).", at: token.start)
    }
    cover = list.cover
    try refuseOpenLiteral()
    if targets.count > list.mark { targets.removeLast(targets.count - list.mark) }
    restoreOuter(outer)
    if let async {
      markCallee(async)
      return Expression(.call, at: start)
    }
    return parenthesize(list.count == 1 ? list.last : Expression(.other, at: start), start)
  }

  private mutating func restoreOuter(_ outer: (scope: Int32, yield: Int32, name: Int32)) {
    if outer.yield >= 0 { firstYieldOrAwait = outer.yield }
    if outer.name >= 0 { firstAwaitName = outer.name }
    scope = outer.scope
  }

  /// Reads the elements of a list up to its closing parenthesis.
  private mutating func parseElements(_ list: inout ElementList) throws(Stop) {
    while !at(.rightParen) {
      let mark = targets.count
      if at(.ellipsis) {
        if !list.isAsync { list.refuseExpression(token.start) }
        let rest = Int32(token.start)
        list.isSimple = false
        try advance()
        var element = try parseCover(true)
        if isTypeScript, at(.colon) {
          list.refuseExpression(token.start)
          try skipTypeAnnotation()
        }
        let isTarget = element.kind == .identifier || element.isOpen
        absorb(element, into: &list.cover, from: mark)
        if !isTarget { list.cover.refusePattern(element.start) }
        if at(.comma) { list.cover.refusePattern(rest) }
        element.kind = .other
        list.last = element
      } else {
        list.last = try parseCover(true)
        if isTypeScript {
          let start = token.start
          if try takeElementType(&list.last) { list.refuseExpression(start) }
        }
        if list.last.kind != .identifier { list.isSimple = false }
        absorb(list.last, into: &list.cover, from: mark)
      }
      list.count += 1
      guard at(.comma) else { break }
      try advance()
      if at(.rightParen), !list.isAsync { list.refuseExpression(tokenizer.previousEnd - 1) }
    }
    if list.count == 0, !list.isAsync { list.refuseExpression(token.start) }
  }

  /// Reads the rest of an arrow function whose parameters are a list.
  ///
  /// The token is `=>`.
  mutating func parseListedArrow(_ list: ElementList) throws(Stop) {
    try declareParameters(from: list.mark, list.cover, isAsync: list.isAsync)
    try parseArrowBody(
      isAsync: list.isAsync, isSimple: list.isSimple, allowsIn: list.allowsIn, inConditional: list.inConditional)
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
      throw fail(.earlyError, "'await' is not a valid name in async functions.", at: Int(firstAwaitName))
    }
    table.makeFunction(scope)
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
      throw fail(.earlyError, "Two parameters have the name '\(text(name))'.", at: start)
    }
    table.insert(Declaration(name: name, scope: scope, start: Int32(start), kind: .parameter))
  }

  /// Reads the rest of an arrow function with one parameter, which was just read.
  mutating func parseArrow(of parameter: Token, isAsync: Bool) throws(Stop) -> Expression {
    if token.followsLine {
      throw fail(.unexpectedToken, "A line break is not allowed before '=>'.", at: token.start)
    }
    let (allowsIn, inConditional) = (arrowAllowsIn, arrowInConditional)
    let outer = scope
    scope = table.open(.function, in: outer)
    if isStrict, parameter.name == .eval || parameter.name == .arguments {
      throw fail(.strictMode, "Strict code must not declare '\(text(parameter.name))'.", at: parameter.start)
    }
    try declareArrowParameter(parameter.name, parameter.start)
    try parseArrowBody(
      isAsync: isAsync, isSimple: true, allowsIn: allowsIn, inConditional: inConditional)
    scope = outer
    return Expression(.arrow, at: parameter.start)
  }

  /// Reads `=>` and what follows it.
  ///
  /// The current scope is the function's.
  mutating func parseArrowBody(
    isAsync: Bool, isSimple: Bool, allowsIn: Bool, inConditional: Bool = false
  ) throws(Stop) {
    let outer = enterFunction(context.intersection(.arrow).union(isAsync ? [.await, .awaitReserved] : []))
    try advance()
    if at(.leftBrace) {
      context.insert(.return)
      try parseFunctionBody(FunctionHead(isSimple: isSimple, forbidsDuplicates: true))
    } else {
      leadingStart = token.start
      try parseAssignment(allowsIn, inConditional: inConditional)
    }
    leaveFunction(outer)
  }
}

/// The elements of a list in parentheses, which may become parameters.
struct ElementList {
  let start: Int
  /// The count of targets before it.
  let mark: Int
  let isAsync: Bool
  var cover = Cover()
  /// Where something stands that only parameters may have, or -1.
  var parametersOnly = -1
  /// Whether all elements are names.
  var isSimple = true
  var count = 0
  var last: Expression
  var allowsIn = true
  var inConditional = false

  init(start: Int, mark: Int, isAsync: Bool) {
    self.start = start
    self.mark = mark
    self.isAsync = isAsync
    last = Expression(.other, at: start)
  }

  mutating func refuseExpression(_ start: Int) { if parametersOnly < 0 { parametersOnly = start } }
}
