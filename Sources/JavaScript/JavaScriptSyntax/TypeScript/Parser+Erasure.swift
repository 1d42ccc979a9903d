/// Where something begins that may turn out to be no code.
struct EraseMark {
  var edits = 0
  var references = 0
  var texts = 0
  var aliases = 0
  var namespaceExports = 0
}

extension Parser {
  var eraseMark: EraseMark {
    EraseMark(
      edits: edits.count, references: references.count, texts: texts.count,
      aliases: aliases.count, namespaceExports: namespaceExports.count)
  }

  /// Blanks the text since `start`, and discards the references, edits and scopes in it.
  ///
  /// A semicolon stays, so that the statements before and after it are not joined.
  mutating func erase(_ start: Int, _ mark: EraseMark) {
    edits.removeLast(edits.count - mark.edits)
    references.removeLast(references.count - mark.references)
    texts.removeLast(texts.count - mark.texts)
    aliases.removeLast(aliases.count - mark.aliases)
    namespaceExports.removeLast(namespaceExports.count - mark.namespaceExports)
    edits.append(Edit(.blankStatement, start, tokenizer.previousEnd))
  }

  /// Reads the end of a function without a body: an overload or an abstract method.
  mutating func endSignature(_ traits: FunctionTraits) throws(Stop) {
    guard traits.contains(.declaration) || traits.contains(.classMember) else {
      throw expected("{", "before the body of the function")
    }
    try endStatement()
  }

  // MARK: Declarations without code

  /// Reads an interface, from its keyword on.
  mutating func eraseInterface(_ start: Int) throws(Stop) {
    let mark = eraseMark
    try advance()
    guard at(.name) else { throw unexpected("the name of the interface") }
    try declareType(token)
    try advance()
    if at(.less) { try skipTypeParameterList() }
    if try take(.extends) {
      repeat { try skipType() } while try take(.comma)
    }
    guard at(.leftBrace) else { throw expected("{", "before the members of the interface") }
    try skipBrackets("interface")
    erase(start, mark)
  }

  /// Reads a type alias, from its keyword on.
  mutating func eraseTypeAlias(_ start: Int) throws(Stop) {
    let mark = eraseMark
    try advance()
    try declareType(token)
    try advance()
    if at(.less) { try skipTypeParameterList() }
    try expect(.assign, "=", "before the type")
    try skipType()
    try endStatement()
    erase(start, mark)
  }

  /// Declares a name that is no value, unless there is a value of that name.
  mutating func declareType(_ name: Token) throws(Stop) {
    if table.find(name.name, in: scope) == nil {
      table.insert(Declaration(name: name.name, scope: scope, start: Int32(name.start), kind: .type))
    }
  }

  /// Reads a declaration behind `declare`, which is the token.
  mutating func eraseAmbient(_ start: Int) throws(Stop) {
    let mark = eraseMark
    try advance()
    if at(Name.const), try peek().name == .enum { try advance() }
    if [.type, .interface, .namespace, .module, .abstract].contains(token.name), try peek().followsLine {
      throw fail(
        .unexpectedToken, "A line must not end between '\(text(token.name))' and its declaration.", at: token.start)
    }
    switch token.name {
    case .enum, .class, .abstract, .namespace, .module, .global, .interface:
      try skipAmbientBlock()
    case .const, .let, .var: try skipAmbientVariables()
    case .function, .async:
      if at(Name.async) { try advance() }
      try advance()
      if at(.star) { try advance() }
      guard at(.name) else { throw unexpected("the name of the function") }
      try declareType(token)
      try advance()
      if at(.less) { try skipTypeParameterList() }
      guard at(.leftParen) else { throw expected("(", "before the parameters of the function") }
      try skipBrackets("parameters")
      if at(.colon) { try skipTypeAnnotation() }
      if at(.leftBrace) { throw unexpected("a declaration without a body") }
      try endStatement()
    case .type: try eraseTypeAlias(token.start)
    default: throw unexpected("a declaration")
    }
    erase(start, mark)
  }

  /// Reads up to and with the block of a declaration.
  private mutating func skipAmbientBlock() throws(Stop) {
    let isModule = at(Name.module) || at(Name.namespace)
    if at(Name.abstract) { try advance() }
    try advance()
    if at(.name), !at(Name.extends) { try declareType(token) }
    while !at(.leftBrace) {
      switch token.kind {
      case .less, .shiftLeft: try skipTypeParameterList()
      case .leftParen, .leftBracket: try skipBrackets("declaration")
      case .end: throw expected("{", "in the declaration")
      case .string where isModule:
        try advance()
        if !at(.leftBrace) { return try endStatement() }
      default: try advance()
      }
    }
    try skipBrackets("declaration")
  }

  private mutating func skipAmbientVariables() throws(Stop) {
    repeat {
      try advance()
      if at(.leftBrace) || at(.leftBracket) {
        try skipBrackets("pattern")
      } else {
        guard at(.name) else { throw unexpected("a name") }
        try declareType(token)
        try advance()
      }
      try skipVariableType()
      if try take(.assign) { try parseAssignment() }
    } while at(.comma)
    try endStatement()
  }

  // MARK: Statements

  /// Reads a statement that only TypeScript has.
  ///
  /// Returns `false` if the token begins another one.
  mutating func parseTypedStatement(_ place: StatementPlace, _ start: Int) throws(Stop) -> Bool {
    guard try beginsTypedDeclaration() else { return false }
    try refuseDeclaration(place, "A TypeScript declaration")
    switch token.name {
    case .interface: try eraseInterface(start)
    case .type: try eraseTypeAlias(start)
    case .declare: try eraseAmbient(start)
    case .abstract:
      blank(token.start..<token.end)
      try advance()
      try parseClassDeclaration()
    case .enum: try parseEnum(start)
    default: try parseNamespace(start)
    }
    return true
  }

  /// Whether the token is a word that begins a declaration of TypeScript's here.
  func wordBeginsDeclaration(_ word: Name, before next: Token) -> Bool {
    if next.followsLine, word != .enum { return false }
    switch word {
    case .interface, .type: return next.kind == .name && (!next.name.isReserved || next.isEscaped)
    case .abstract: return next.kind == .name && next.name == .class
    case .enum: return next.kind == .name
    case .namespace: return next.kind == .name && !next.name.isReserved
    case .module: return next.kind == .string || (next.kind == .name && !next.name.isReserved)
    case .declare:
      guard next.kind == .name else { return false }
      switch next.name {
      case .const, .let, .var, .function, .class, .abstract, .enum, .namespace, .module, .global, .interface, .type,
        .async:
        return true
      default: return false
      }
    default: return false
    }
  }

  private mutating func beginsTypedDeclaration() throws(Stop) -> Bool {
    switch token.name {
    case .interface, .type, .abstract, .enum, .namespace, .module, .declare:
      return wordBeginsDeclaration(token.name, before: try peek())
    default: return false
    }
  }

  // MARK: Functions

  /// Reads the parameter `this: T`, which is none.
  mutating func takeThisParameter() throws(Stop) -> Bool {
    guard at(Name.this) else { return false }
    let start = token.start
    let mark = edits.count
    try advance()
    if at(.colon) { try skipTypeAnnotation() }
    edits.removeLast(edits.count - mark)
    blank(start..<(at(.comma) ? token.end : tokenizer.previousEnd))
    return true
  }

  /// Reads the modifiers that make a property of a constructor's parameter.
  mutating func takeParameterProperties(_ head: inout FunctionHead) throws(Stop) {
    var isProperty = false
    while at(.name), !token.isEscaped {
      switch token.name {
      case .public, .private, .protected, .readonly, .override: break
      default:
        if isProperty { head.properties.append(token.name) }
        return
      }
      let next = try peek()
      guard next.kind == .name || next.kind == .leftBrace || next.kind == .leftBracket else {
        if isProperty { head.properties.append(token.name) }
        return
      }
      isProperty = true
      blank(token.start..<token.end)
      try advance()
    }
    if isProperty { throw fail(.unsupported, "A parameter property must be a name.", at: token.start) }
  }
}
