/// What kind of function is read.
struct FunctionTraits: OptionSet {
  var rawValue: UInt16

  static var async: FunctionTraits { FunctionTraits(rawValue: 1) }
  static var generator: FunctionTraits { FunctionTraits(rawValue: 2) }
  static var method: FunctionTraits { FunctionTraits(rawValue: 4) }
  static var getter: FunctionTraits { FunctionTraits(rawValue: 8) }
  static var setter: FunctionTraits { FunctionTraits(rawValue: 16) }
  static var constructor: FunctionTraits { FunctionTraits(rawValue: 32) }
  /// Its class extends another, so that its constructor may call `super()`.
  static var derived: FunctionTraits { FunctionTraits(rawValue: 64) }
  static var declaration: FunctionTraits { FunctionTraits(rawValue: 128) }
  static var classMember: FunctionTraits { FunctionTraits(rawValue: 256) }
}

/// The facts about a function's head that its body depends on.
struct FunctionHead {
  /// Its name, if it has one that strict code must not have.
  var name: Token?
  var isSimple = true
  /// Where a parameter repeats another one's name, or -1.
  var duplicate = -1
  var forbidsDuplicates = false
  /// The count of the declarations before its parameters.
  var firstDeclaration = 0
  /// The parameters that TypeScript makes properties.
  var properties: [Name] = []
  /// Whether its class extends another: properties exist behind `super()` only.
  var isDerived = false
  /// Whether it is a constructor whose class may have fields that it assigns.
  var assignsFields = false
}

/// The parser state that is restored at the end of a function.
struct FunctionState {
  var start: Int32
  var context: Context
  var labelBase: Int
  var scope: Int32
  var yield: Int32
  var name: Int32
}

extension Parser {
  @inline(__always)
  mutating func enterFunction(_ inner: Context) -> FunctionState {
    let state = FunctionState(
      start: Int32(token.start), context: context, labelBase: labelBase, scope: scope, yield: firstYieldOrAwait,
      name: firstAwaitName)
    context = inner
    labelBase = labels.count
    return state
  }

  @inline(__always)
  mutating func leaveFunction(_ state: FunctionState) {
    if recordsTokens { functions.append(Int(state.start)..<tokenizer.previousEnd) }
    context = state.context
    labelBase = state.labelBase
    scope = state.scope
    firstYieldOrAwait = state.yield
    firstAwaitName = state.name
  }

  // MARK: Functions

  /// Reads a function expression, from `function` on.
  mutating func parseFunctionExpression(isAsync: Bool, _ start: Int) throws(Stop) -> Expression {
    try advance()
    var traits: FunctionTraits = isAsync ? .async : []
    if try take(.star) { traits.insert(.generator) }
    var name: Token?
    if at(.name) {
      let outer = context
      context.remove([.yield, .await, .awaitReserved])
      if isAsync { context.insert(.awaitReserved) }
      if traits.contains(.generator) { context.insert(.yield) }
      name = token
      try checkBindingName()
      context = outer
      try advance()
    }
    try parseFunction(traits, name)
    return Expression(.other, at: start)
  }

  /// Reads a method's parameters and body.
  mutating func parseMethod(_ traits: FunctionTraits, _ start: Int) throws(Stop) {
    try parseFunction(traits, nil)
  }

  private func innerContext(_ traits: FunctionTraits) -> Context {
    var inner = context.intersection([.strict, .ambient]).union([.return, .newTarget])
    if traits.contains(.async) { inner.formUnion([.await, .awaitReserved]) }
    if traits.contains(.generator) { inner.insert(.yield) }
    if traits.contains(.method) { inner.insert(.superProperty) }
    if traits.isSuperset(of: [.constructor, .derived]) { inner.insert(.superCall) }
    return inner
  }

  /// Reads a function from its parameters on.
  ///
  /// Returns whether it has a body, as all but TypeScript's overloads have.
  @discardableResult
  mutating func parseFunction(_ traits: FunctionTraits, _ name: Token?) throws(Stop) -> Bool {
    try checkDepth()
    let state = enterFunction(innerContext(traits))
    let outerThis = staticThis
    staticThis = -1
    defer { staticThis = outerThis }
    scope = table.open(.function, in: state.scope)
    var head = FunctionHead(name: name, firstDeclaration: table.declarations.count)
    head.forbidsDuplicates = traits.contains(.method)
    head.isDerived = traits.contains(.derived)
    head.assignsFields = assignsFields && traits.contains(.constructor)
    if let name, !traits.contains(.declaration) {
      _ = table.declareLexical(name.name, .ownName, in: scope, at: name.start)
    }
    if isTypeScript, at(.less) { try skipTypeParameters() }
    try parseParameters(traits, &head)
    if isTypeScript {
      if at(.colon) { try skipReturnType() }
      if !at(.leftBrace) {
        try endSignature(traits)
        leaveFunction(state)
        return false
      }
    }
    try parseFunctionBody(head)
    leaveFunction(state)
    return true
  }

  /// Reads the parameters of a function, with their parentheses.
  private mutating func parseParameters(_ traits: FunctionTraits, _ head: inout FunctionHead) throws(Stop) {
    let start = token.start
    try expect(.leftParen, "(", "before the parameters of the function")
    context.insert(.parameters)
    var count = 0
    var hasRest = false
    while !at(.rightParen) {
      if at(.at) { try parseParameterDecorators(traits, count) }
      if isTypeScript, try takeThisParameter() {
        guard try take(.comma) else { break }
        continue
      }
      if at(.ellipsis) {
        hasRest = true
        head.isSimple = false
        try advance()
      } else if isTypeScript, traits.contains(.constructor) {
        try takeParameterProperties(&head)
      }
      if !at(.name) { head.isSimple = false }
      try parseBindingTarget(.parameter, &head.duplicate)
      if isTypeScript { try skipParameterType(isRest: hasRest) }
      if at(.assign) {
        if hasRest { throw fail(.unexpectedToken, "A rest parameter must not have a default.", at: token.start) }
        head.isSimple = false
        try advance()
        try parseAssignment()
      }
      count += 1
      guard at(.comma) else { break }
      if hasRest, !(isTypeScript && context.contains(.ambient)) {
        throw fail(.unexpectedToken, "The rest parameter must be the last one.", at: token.start)
      }
      try advance()
    }
    try close(.rightParen, ")", "parameters", from: start)
    context.remove(.parameters)
    if traits.contains(.getter), count != 0 { throw fail(.earlyError, "A getter must not have parameters.", at: start) }
    if traits.contains(.setter), count != 1 || hasRest {
      throw fail(.earlyError, "A setter must have exactly one parameter, which is not a rest parameter.", at: start)
    }
  }

  /// Reads a function's body.
  ///
  /// The current scope is that of its parameters.
  mutating func parseFunctionBody(_ head: FunctionHead) throws(Stop) {
    let start = token.start
    let wasStrict = isStrict
    if !head.isSimple { scope = table.open(.body, in: scope) }
    try expect(.leftBrace, "{", "before the body of the function")
    let outer = beginList(.block)
    try parseDirectives(isSimple: head.isSimple)
    let opening = tokenizer.previousEnd > start + 1 ? reserveOpening() : nil
    if !wasStrict, isStrict, let name = head.name { try checkStrict(name.name, name.start) }
    if !wasStrict, isStrict { try checkStrictParameters(from: head.firstDeclaration) }
    if head.duplicate >= 0, isStrict || !head.isSimple || head.forbidsDuplicates {
      throw fail(.earlyError, "Two parameters have the same name.", at: head.duplicate)
    }
    if !head.properties.isEmpty, !assignsFields { declareProperties(head) }
    var isComplete = head.properties.isEmpty && !head.assignsFields
    var hasThis = !head.isDerived
    while true {
      if !isComplete, hasThis || at(.rightBrace) {
        addProperties(head)
        isComplete = true
      }
      if at(.rightBrace) { break }
      if at(.end) { throw unclosed("}", "function", start) }
      hasThis = at(Name.super)
      try parseStatement(.list)
    }
    try endBody(outer, from: start, to: token.start, opening: opening)
    try advance()
  }

  /// Declares the properties that TypeScript makes of a constructor's parameters.
  private mutating func declareProperties(_ head: FunctionHead) {
    replace(classStart..<classStart, with: head.properties.map { " \(text($0));" }.joined())
  }

  /// Sets the properties that TypeScript makes of a constructor's parameters, and the fields, behind the token before this
  /// one.
  private mutating func addProperties(_ head: FunctionHead) {
    let end = tokenizer.previousEnd
    if !head.properties.isEmpty {
      let assignments = head.properties.map { "this.\(text($0)) = \(text($0));" }.joined(separator: " ")
      replace(end..<end, with: "; " + assignments)
    }
    guard head.assignsFields else { return }
    decorated.assignments = Int32(truncatingIfNeeded: texts.count)
    rewrite(end..<end, "")
  }

  private mutating func checkStrict(_ name: Name, _ start: Int) throws(Stop) {
    if name == .eval || name == .arguments || name.isStrictReserved {
      throw fail(.strictMode, "Strict code must not declare '\(text(name))'.", at: start)
    }
  }

  /// Checks the parameters of a function that its body makes strict.
  ///
  /// They are simple.
  private mutating func checkStrictParameters(from first: Int) throws(Stop) {
    for index in first..<table.declarations.count where table.declarations[index].kind == .parameter {
      let parameter = table.declarations[index]
      if parameter.scope == scope { try checkStrict(parameter.name, Int(parameter.start)) }
    }
  }

  /// Reads the strings that begin a body, of which `"use strict"` makes it strict.
  mutating func parseDirectives(isSimple: Bool) throws(Stop) {
    var octal = -1
    while at(.string) {
      let directive = token
      if directive.flaw == .legacyOctal, octal < 0 { octal = directive.start }
      statementAfterInsertedSemicolon = -1
      try parseExpression()
      let isDirective = tokenizer.previousEnd == directive.end
      try endStatement()
      guard isDirective else { return }
      if scope == 0 { statementsStart = token.start }
      guard directive.end - directive.start == 12, source.has("use strict", at: directive.start + 1) else { continue }
      if !isSimple {
        throw fail(.earlyError, "'use strict' needs simple parameters: names without defaults.", at: directive.start)
      }
      context.insert(.strict)
      if octal >= 0 { throw fail(.strictMode, "Octal escapes are not allowed in strict code.", at: octal) }
    }
  }
}
