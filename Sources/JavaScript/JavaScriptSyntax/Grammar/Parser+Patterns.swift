extension Parser {
  /// Checks that the token is a name that may be declared here.
  mutating func checkBindingName() throws(Stop) {
    guard at(.name) else { throw unexpected("a name") }
    try checkName()
    if isStrict, token.name == .eval || token.name == .arguments {
      throw fail(.strictMode, "Strict code must not declare '\(text(token.name))'.", at: token.start)
    }
  }

  /// Reads a name or pattern that is declared.
  ///
  /// `duplicate` receives where a parameter repeats a name.
  mutating func parseBindingTarget(
    _ kind: Declaration.Kind, _ duplicate: inout Int
  ) throws(Stop) {
    switch token.kind {
    case .leftBracket: try parseArrayBinding(kind, &duplicate)
    case .leftBrace: try parseObjectBinding(kind, &duplicate)
    default:
      try checkBindingName()
      if token.name == .let, kind == .let || kind == .constant {
        throw fail(.earlyError, "'let' is not a valid name in 'let' and 'const' declarations.", at: token.start)
      }
      try declare(token, kind, &duplicate)
      try advance()
    }
  }

  private mutating func parseArrayBinding(
    _ kind: Declaration.Kind, _ duplicate: inout Int
  ) throws(Stop) {
    try checkDepth()
    let start = token.start
    try advance()
    while !at(.rightBracket) {
      if try take(.comma) { continue }
      let isRest = try take(.ellipsis)
      try parseBindingTarget(kind, &duplicate)
      if !isRest, try take(.assign) { try parseAssignment() }
      guard at(.comma) else { break }
      if isRest { throw fail(.unexpectedToken, "The rest element must be the last one.", at: token.start) }
      try advance()
    }
    try close(.rightBracket, "]", "pattern", from: start)
  }

  private mutating func parseObjectBinding(
    _ kind: Declaration.Kind, _ duplicate: inout Int
  ) throws(Stop) {
    try checkDepth()
    let start = token.start
    try advance()
    while !at(.rightBrace) {
      if try take(.ellipsis) {
        guard at(.name) else { throw unexpected("a name: the rest element of an object pattern must not be a pattern") }
        try parseBindingTarget(kind, &duplicate)
        if at(.comma) { throw fail(.unexpectedToken, "The rest element must be the last one.", at: token.start) }
        break
      }
      let key = token
      try parsePropertyKey()
      if try take(.colon) {
        try parseBindingTarget(kind, &duplicate)
      } else {
        guard key.kind == .name else { throw expected(":", "after the name of the property") }
        let place = tokenizer.place
        tokenizer.token = key
        try checkBindingName()
        if key.name == .let, kind == .let || kind == .constant {
          throw fail(.earlyError, "'let' is not a valid name in 'let' and 'const' declarations.", at: key.start)
        }
        tokenizer.place = place
        try declare(key, kind, &duplicate, .shorthand)
      }
      if try take(.assign) { try parseAssignment() }
      guard try take(.comma) else { break }
    }
    try close(.rightBrace, "}", "pattern", from: start)
  }

  // MARK: Declaring

  private mutating func declare(
    _ declared: Token, _ kind: Declaration.Kind, _ duplicate: inout Int, _ flags: Reference.Flags = []
  ) throws(Stop) {
    switch kind {
    case .parameter:
      if let index = table.find(declared.name, in: scope) {
        if table.declarations[index].kind == .parameter {
          if duplicate < 0 { duplicate = declared.start }
        } else {
          table.replace(index, .parameter, declared.start)
        }
      } else {
        table.insert(
          Declaration(name: declared.name, scope: scope, start: Int32(declared.start), kind: .parameter))
      }
    case .variable: try declareVariable(declared, .variable)
    default: try declareLexical(declared, kind)
    }
    if exportsDeclarations { try exportDeclared(declared) }
    if exportsVariables, scope == namespaces[namespace].scope {
      namespaces[namespace].variables.insert(declared.name)
      _ = addReference(declared, flags)
    }
  }

  mutating func declareLexical(_ declared: Token, _ kind: Declaration.Kind) throws(Stop) {
    if let index = table.declareLexical(declared.name, kind, in: scope, at: declared.start) {
      throw declaredTwice(declared, index)
    }
  }

  mutating func declareVariable(
    _ declared: Token, _ kind: Declaration.Kind
  ) throws(Stop) {
    if let index = table.declareVariable(
      declared.name, kind, in: scope, at: declared.start)
    {
      throw declaredTwice(declared, index)
    }
  }

  private mutating func declaredTwice(_ declared: Token, _ index: Int) -> Stop {
    let line = line(of: Int(table.declarations[index].start))
    return fail(
      .earlyError, "'\(text(declared.name))' is already declared in line \(line).", at: declared.start)
  }
}
