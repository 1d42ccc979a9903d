extension Parser {
  /// Reads an export declaration.
  mutating func parseExportStatement(_ place: StatementPlace) throws(Stop) {
    if isTypeScript, context.contains(.namespace) { return try parseNamespaceExport(place) }
    if isTypeScript, goal == .functionBody, place == .list, try takeCommonJSExport() { return }
    try requireModule(place, "'export'")
    let keyword = token
    try advance()
    switch token.kind {
    case .star: return try parseExportAll(keyword)
    case .leftBrace: return try parseExportList(keyword)
    case .at:
      if pendingDecorators != nil { throw unexpected("a class: its decorators stand before or behind 'export'") }
      try parseClassDecorators()
      guard at(Name.class) else { throw unexpected("a class behind its decorators") }
    case .name: break
    case .assign where isTypeScript: return try parseExportAssignment(keyword)
    default: throw unexpected("a declaration, 'default', '*' or '{'")
    }
    if token.isEscaped { throw unexpected("a declaration, 'default', '*' or '{'") }
    if token.name == .default { return try parseExportDefault(keyword) }
    if isTypeScript, try parseTypedExport(keyword) { return }
    switch token.name {
    case .var, .let, .const, .class, .function:
      exportsDeclarations = true
    case .async:
      let next = try peek()
      guard next.kind == .name, next.name == .function, !next.followsLine else {
        throw unexpected("a declaration, 'default', '*' or '{'")
      }
      exportsDeclarations = true
    default: throw unexpected("a declaration, 'default', '*' or '{'")
    }
    blank(keyword.start..<keyword.end)
    try parseExportedDeclaration()
  }

  /// Reads a declaration whose names are exported.
  private mutating func parseExportedDeclaration() throws(Stop) {
    let start = token.start
    switch token.name {
    case .var, .let, .const:
      let kind: Declaration.Kind = at(Name.var) ? .variable : at(Name.let) ? .let : .constant
      if isTypeScript, kind == .constant, try parseConstEnum(start) { break }
      try advance()
      try parseExportedDeclarators(kind)
      try endStatement()
    case .class: try parseClassDeclaration()
    default:
      let isAsync = at(Name.async)
      if isAsync { try advance() }
      try parseFunctionDeclaration(.list, isAsync: isAsync, start)
    }
    exportsDeclarations = false
  }

  /// Reads declarations; only their names are exported, not what their values declare.
  private mutating func parseExportedDeclarators(_ kind: Declaration.Kind) throws(Stop) {
    try parseDeclarators(kind, allowsIn: true)
  }

  /// Notes that a name that is declared is exported.
  mutating func exportDeclared(_ declared: Token) throws(Stop) {
    guard scope == 0 else { return }
    try addLocalExport(text(declared.name), declared.name, declared.start)
  }

  mutating func addLocalExport(_ name: String, _ local: Name, _ start: Int, reference: Int = -1) throws(Stop) {
    // What TypeScript exports may turn out to be a type.
    if !isTypeScript || reference < 0 { try exportName(name, start) }
    module.localExports.append(
      ModuleRecord.LocalExport(
        name: name, local: local, start: start, position: position(of: start), reference: reference))
  }

  /// Notes that a name is exported, once.
  mutating func exportName(_ name: String, _ start: Int) throws(Stop) {
    guard module.exportedNames.insert(tokenizer.names.intern(name)).inserted else {
      throw fail(.earlyError, "'\(name)' is exported twice.", at: start)
    }
  }

  private mutating func parseExportAll(_ keyword: Token) throws(Stop) {
    let star = token.start
    try advance()
    if try take(Name.as) {
      let start = token.start
      let name = try parseModuleExportName()
      try expect(Name.from, "from", "after the exported name")
      guard at(.string) else { throw unexpected("the specifier of the module, a string") }
      try exportName(name, start)
      let position = position(of: star)
      let request = try parseModuleRequest()
      module.indirectExports.append(
        ModuleText.IndirectExport(name: name, request: request, imported: .namespace, position: position))
    } else {
      try expect(Name.from, "from", "after '*'")
      guard at(.string) else { throw unexpected("the specifier of the module, a string") }
      let request = try parseModuleRequest()
      module.starExports.append(request)
    }
    try endStatement()
    edits.append(Edit(.blankStatement, keyword.start, tokenizer.previousEnd))
  }

  private mutating func parseExportList(_ keyword: Token) throws(Stop) {
    let open = token.start
    var names: [(local: Token, localText: String, name: String, start: Int, position: ModuleText.Position)] = []
    var hadTypes = false
    try advance()
    while !at(.rightBrace) {
      if isTypeScript, try takeTypeSpecifier() {
        hadTypes = true
      } else {
        let local = token
        let position = position(of: local.start)
        let localText = try parseModuleExportName()
        var name = localText
        var start = local.start
        if try take(Name.as) {
          start = token.start
          name = try parseModuleExportName()
        }
        names.append((local, localText, name, start, position))
      }
      guard try take(.comma) else { break }
    }
    try close(.rightBrace, "}", "exported names", from: open)
    if try take(Name.from) {
      guard at(.string) else { throw unexpected("the specifier of the module, a string") }
      if names.isEmpty, hadTypes, isTypeScript {
        try skipModuleRequest()
      } else {
        let request = try parseModuleRequest()
        for name in names {
          try exportName(name.name, name.start)
          module.indirectExports.append(
            ModuleText.IndirectExport(
              name: name.name, request: request, imported: .name(name.localText), position: name.position))
        }
      }
    } else {
      for name in names {
        guard name.local.kind == .name else {
          throw fail(.unexpectedToken, "A string cannot be exported without 'from'.", at: name.local.start)
        }
        let place = tokenizer.place
        tokenizer.token = name.local
        try checkName()
        tokenizer.place = place
        let reference = addReference(name.local, .exported).reference
        try addLocalExport(name.name, name.local.name, name.start, reference: Int(reference))
      }
    }
    try endStatement()
    edits.append(Edit(.blankStatement, keyword.start, tokenizer.previousEnd))
  }

  // MARK: export default

  private mutating func parseExportDefault(_ keyword: Token) throws(Stop) {
    if !isTypeScript { try exportName("default", token.start) }
    let word = token
    try advance()
    let start = token.start
    let isAsync = at(Name.async)
    if isAsync {
      let next = try peek()
      guard next.kind == .name, next.name == .function, !next.isEscaped, !next.followsLine else {
        return try parseDefaultValue(keyword, word)
      }
      try advance()
    }
    if at(Name.function) {
      blank(keyword.start..<word.end)
      return try parseDefaultFunction(isAsync, start)
    }
    if at(.at) {
      if pendingDecorators != nil { throw unexpected("a class: its decorators stand before or behind 'export'") }
      try parseClassDecorators()
      guard at(Name.class) else { throw unexpected("a class behind its decorators") }
    } else if isTypeScript, try parseTypedDefault(keyword, word) {
      return
    }
    guard at(Name.class) else { return try parseDefaultValue(keyword, word) }
    let next = try peek()
    let isNamed =
      next.kind == .name && (!next.name.isReserved || next.isEscaped)
      && !(isTypeScript && next.name == .implements && !next.isEscaped)
    if isNamed {
      blank(keyword.start..<word.end)
      return try parseDefaultClass()
    }
    try parseDefaultClassValue(keyword, word)
  }

  /// Reads a class without a name that is the default export.
  mutating func parseDefaultClassValue(_ keyword: Token, _ word: Token) throws(Stop) {
    if let start = pendingDecorators.map({ Int($0.start) }), start < keyword.start {
      blank(keyword.start..<word.end)
      let place = edits.firstIndex { Int($0.start) >= start } ?? edits.count
      edits.insert(Edit(.defaultValue, start, start), at: place)
    } else {
      beginDefaultValue(keyword, word)
    }
    _ = try parseClassExpression(isDeclaration: true)
    edits.append(Edit(.defaultValueEnd, tokenizer.previousEnd, tokenizer.previousEnd))
    module.defaultKind = .value
  }

  /// Reads a class with a name that is the default export.
  mutating func parseDefaultClass() throws(Stop) {
    let next = try peek()
    try parseClassDeclaration()
    addDefaultExport(next.name, next.start)
  }

  mutating func addDefaultExport(_ local: Name, _ start: Int) {
    module.localExports.append(
      ModuleRecord.LocalExport(name: "default", local: local, start: start, position: position(of: start)))
  }

  private mutating func beginDefaultValue(_ keyword: Token, _ word: Token) {
    // A blank behind the words makes room for the brace and the name.
    let end = source[word.end] == 0x20 ? word.end + 1 : word.end
    edits.append(Edit(.defaultValue, keyword.start, end))
  }

  mutating func parseDefaultValue(_ keyword: Token, _ word: Token) throws(Stop) {
    beginDefaultValue(keyword, word)
    let value = try parseAssignment()
    // The brace behind the value ends the statement: an assertion at its end leaves no semicolon.
    if let last = edits.last, last.kind == .blankStatement, Int(last.end) == tokenizer.previousEnd {
      edits[edits.count - 1].kind = .blank
    }
    edits.append(Edit(.defaultValueEnd, tokenizer.previousEnd, tokenizer.previousEnd))
    module.defaultKind = .value
    try endStatement()
    if value.kind == .identifier { module.defaultName = (value.reference, keyword.start..<tokenizer.previousEnd) }
  }

  private mutating func parseDefaultFunction(_ isAsync: Bool, _ start: Int) throws(Stop) {
    try advance()
    var traits: FunctionTraits = isAsync ? [.async, .declaration] : .declaration
    if try take(.star) { traits.insert(.generator) }
    let mark = eraseMark
    if at(.name) {
      try checkBindingName()
      let name = token
      try advance()
      if !isTypeScript { try declareFunction(name, traits) }
      if try parseFunction(traits, name) {
        if isTypeScript { try declareFunction(name, traits) }
        addDefaultExport(name.name, name.start)
      } else {
        erase(start, mark)
      }
      return
    }
    edits.append(Edit(.defaultName, token.start, token.start))
    if try parseFunction(traits, nil) {
      module.defaultKind = .function
    } else {
      erase(start, mark)
    }
  }
}
