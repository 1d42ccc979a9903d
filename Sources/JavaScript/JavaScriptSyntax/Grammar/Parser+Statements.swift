/// Where a statement stands, which decides about declarations.
enum StatementPlace {
  /// In a block or body.
  case list
  /// After `if` or `else`: sloppy code may have a function there.
  case branch
  /// The body of a loop or of `with`.
  case body
  /// After a label, in a list.
  case labelled
}

/// A label of the statements around.
struct Label {
  var name: Name
  var isLoop: Bool
}

extension Parser {
  mutating func parseStatement(_ place: StatementPlace) throws(Stop) {
    try checkDepth()
    let start = token.start
    statementAfterInsertedSemicolon = tokenizer.previousEnd == insertedSemicolon ? start : -1
    switch token.kind {
    case .name:
      if !token.isEscaped, try parseKeywordStatement(place, start) { return }
      try parseExpressionStatement(place)
    case .leftBrace: try parseBlock("block")
    case .semicolon: try advance()
    case .at: try parseDecoratedStatement(place)
    default: try parseValueStatement(place)
    }
  }

  /// Reads an expression that is a statement.
  private mutating func parseValueStatement(_ place: StatementPlace) throws(Stop) {
    let before = tokenizer.previousEnd
    leadingStart = token.start
    try parseExpression()
    if isPromptStatement(place) { promptValue = before..<tokenizer.previousEnd }
    try endStatement()
  }

  /// Reads the statement that the token, a name, begins with a keyword.
  ///
  /// Returns `false` if it is an expression.
  private mutating func parseKeywordStatement(_ place: StatementPlace, _ start: Int) throws(Stop) -> Bool {
    switch token.name {
    case .var:
      if isPromptStatement(place) {
        try parsePromptVariables(.variable)
        break
      }
      try advance()
      try parseDeclarators(.variable, allowsIn: true)
      try endStatement()
    case .const:
      if isTypeScript, try parseConstEnum(start) { return true }
      try refuseDeclaration(place, "'const'")
      if isPromptStatement(place) {
        try parsePromptVariables(.constant)
        break
      }
      try advance()
      try parseDeclarators(.constant, allowsIn: true)
      try endStatement()
    case .let:
      guard try beginsLet(place) else { return false }
      if isPromptStatement(place) {
        try parsePromptVariables(.let)
        break
      }
      try advance()
      try parseDeclarators(.let, allowsIn: true)
      try endStatement()
    case .function: try parseFunctionDeclaration(place, isAsync: false, start)
    case .class:
      try refuseDeclaration(place, "A class")
      try parseClassDeclaration()
    case .if: try parseIf()
    case .for: try parseFor()
    case .while: try parseWhile()
    case .do: try parseDo()
    case .return: try parseReturn()
    case .break, .continue: try parseJump()
    case .throw: try parseThrow()
    case .try: try parseTry()
    case .switch: try parseSwitch()
    case .with: try parseWith()
    case .debugger:
      try advance()
      try endStatement()
    case .import:
      let next = try peek()
      if next.kind == .leftParen || next.kind == .dot { return false }
      try parseImportStatement(place)
    case .export: try parseExportStatement(place)
    case .async:
      let next = try peek()
      guard next.kind == .name, next.name == .function, !next.followsLine, !next.isEscaped else { return false }
      try advance()
      try parseFunctionDeclaration(place, isAsync: true, start)
    case .using:
      guard try beginsUsing() else { return false }
      try parseUsing(place)
    case .await where context.contains(.await):
      guard try beginsAwaitUsing() else { return false }
      try parseUsing(place)
    default:
      if isTypeScript { return try parseTypedStatement(place, start) }
      return false
    }
    return true
  }

  mutating func refuseDeclaration(_ place: StatementPlace, _ what: StaticString) throws(Stop) {
    guard place == .list else {
      throw fail(.unexpectedToken, "\(what) is not allowed here: put it in a block.", at: token.start)
    }
  }

  /// Whether the token `let` begins a declaration rather than an expression.
  private mutating func beginsLet(_ place: StatementPlace) throws(Stop) -> Bool {
    let next = try peek()
    let begins: Bool
    switch next.kind {
    case .leftBracket: begins = true
    case .leftBrace: begins = place == .list || !next.followsLine
    case .name where next.name.isReserved && !next.isEscaped:
      // No name that it could declare: on the next line it begins another statement.
      begins = !next.followsLine && next.name != .in && next.name != .instanceof
    case .name: begins = place == .list || !next.followsLine
    default: begins = isStrict
    }
    if begins { try refuseDeclaration(place, "'let'") }
    return begins
  }

  private mutating func parseExpressionStatement(_ place: StatementPlace) throws(Stop) {
    if !token.name.isReserved, try peekIsColon() {
      return try parseLabelled(place)
    }
    try parseValueStatement(place)
  }

  /// Whether a colon follows the token, a name, as behind a label.
  @inline(__always)
  private mutating func peekIsColon() throws(Stop) -> Bool {
    let next = source[token.end]
    // Most names that begin a statement are followed by one of these.
    if next == UInt8(ascii: "."), source[token.end + 1] != UInt8(ascii: ":") { return false }
    if next == UInt8(ascii: "(") { return false }
    return try peek().kind == .colon
  }

  // MARK: Blocks and declarations

  /// Reads a block, in a new scope.
  mutating func parseBlock(_ what: StaticString) throws(Stop) {
    let outer = scope
    scope = table.open(.block, in: outer)
    try parseBlockBody(what)
    scope = outer
  }

  mutating func parseBlockBody(_ what: StaticString) throws(Stop) {
    let start = token.start
    try expect(.leftBrace, "{", "before the statements")
    let outer = beginList(.block)
    while !at(.rightBrace) {
      if at(.end) { throw unclosed("}", what, start) }
      try parseStatement(.list)
    }
    endList(outer, from: start, to: token.start)
    try advance()
  }

  /// Reads the declarations behind `var`, `let` or `const`.
  ///
  /// Returns how many there are, and whether the last one has a value and is a name: `for (… of …)` wants one
  /// without.
  @discardableResult
  mutating func parseDeclarators(
    _ kind: Declaration.Kind, allowsIn: Bool
  ) throws(Stop) -> (count: Int, hasValue: Bool, isName: Bool) {
    var count = 0
    var hasValue = false
    var isName = false
    repeat {
      if count > 0 { try advance() }
      count += 1
      isName = at(.name)
      var duplicate = -1
      try parseBindingTarget(kind, &duplicate)
      if isTypeScript { try skipVariableType() }
      hasValue = at(.assign)
      if hasValue {
        try advance()
        try parseAssignment(allowsIn)
      } else if allowsIn || at(.comma), kind == .constant || !isName, !context.contains(.ambient) {
        throw missingValue(isName: isName)
      }
    } while at(.comma)
    return (count, hasValue, isName)
  }

  mutating func missingValue(isName: Bool) -> Stop {
    fail(
      .unexpectedToken, "Expected '=' and a value for the \(isName ? "constant" : "pattern"), not \(tokenName()).",
      at: token.start)
  }

  mutating func parseFunctionDeclaration(
    _ place: StatementPlace, isAsync: Bool, _ start: Int
  ) throws(Stop) {
    try advance()
    var traits: FunctionTraits = isAsync ? [.async, .declaration] : .declaration
    if try take(.star) { traits.insert(.generator) }
    if place != .list {
      guard traits == .declaration, place != .body, !isStrict else {
        throw fail(
          .unexpectedToken, "A function is not allowed here: put it in a block.", at: start)
      }
    }
    try checkBindingName()
    let name = token
    if isPromptStatement(place) { promptFunctions.append(text(name.name)) }
    let outer = scope
    if place == .branch { scope = table.open(.block, in: outer) }
    let mark = eraseMark
    try advance()
    // A signature of TypeScript's declares nothing at run time, so the body decides.
    if !isTypeScript { try declareFunction(name, traits) }
    let hasBody = try parseFunction(traits, name)
    if isTypeScript {
      if hasBody { try declareFunction(name, traits) } else { erase(start, mark) }
    }
    scope = outer
  }

  mutating func declareFunction(_ name: Token, _ traits: FunctionTraits) throws(Stop) {
    let kind = table.scopes[Int(scope)].kind
    if kind == .top && goal == .module {
      try declareLexical(name, .lexicalFunction)
    } else if kind.holdsVariables {
      try declareVariable(name, .function)
    } else {
      let isSloppy = !isStrict && traits.isDisjoint(with: [.async, .generator])
      try declareLexical(name, isSloppy ? .blockFunction : .lexicalFunction)
      if isSloppy { table.hoistFunction(name.name, in: scope, at: name.start) }
    }
    if exportsDeclarations { try exportDeclared(name) }
  }

  mutating func parseClassDeclaration() throws(Stop) {
    let start = token.start
    try advance()
    let outer = context
    context.insert(.strict)
    guard at(.name) else { throw unexpected("the name of the class") }
    try checkBindingName()
    let name = token
    try declareLexical(name, .class)
    if exportsDeclarations { try exportDeclared(name) }
    let exports = exportsDeclarations
    exportsDeclarations = false
    // Each place that may have a class declaration is one of a list.
    let isPrompt = isPromptStatement(.list)
    let state = beginClass()
    let label = text(name.name)
    if isPrompt, state.decorators == nil { replace(start..<start, with: ";\(label) = ") }
    try advance()
    try parseClassTail(name, state.decorators, start)
    try endClass(
      state, start..<name.end, label: name,
      assignment: !isPrompt ? "let \(label)=" : state.decorators == nil ? "" : ";\(label)=")
    if isPrompt { replace(tokenizer.previousEnd..<tokenizer.previousEnd, with: ";") }
    exportsDeclarations = exports
    context = outer
  }
}
