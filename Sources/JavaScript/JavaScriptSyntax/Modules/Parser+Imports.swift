extension Parser {
  /// Throws unless the text is a module and the token stands in none of its blocks.
  mutating func requireModule(_ place: StatementPlace, _ what: StaticString) throws(Stop) {
    if goal != .module, goal != .prompt || at(Name.export) {
      throw fail(.moduleSyntax, "\(what) declarations are allowed in modules only.", at: token.start)
    }
    guard scope == 0, place == .list, context.contains(.topLevelAwait) else {
      throw fail(
        .unexpectedToken, "\(what) declarations are allowed at the top level of a module only.", at: token.start)
    }
    module.hasDeclarations = true
  }

  /// Reads an import declaration.
  mutating func parseImportStatement(_ place: StatementPlace) throws(Stop) {
    if isTypeScript, goal != .module || context.contains(.namespace), try takeImportAlias() { return }
    try requireModule(place, "'import'")
    let start = token.start
    try advance()
    if at(.string) {
      let request = try parseModuleRequest()
      module.bareImports.append(request)
      try endStatement()
      return endImport(ImportClause(start: start), request)
    }
    var clause = ImportClause(start: start)
    if isTypeScript, try parseTypedImport(&clause) { return }
    try refusePhase()
    if at(.name) {
      let name = token
      try checkBindingName()
      clause.add(name, .name("default"), position(of: name.start))
      try advance()
      guard try take(.comma) else { return try finishImport(clause) }
      guard at(.star) || at(.leftBrace) else { throw unexpected("'*' or '{'") }
    }
    if at(.star) {
      let position = position(of: token.start)
      try advance()
      try expect(Name.as, "as", "after '*'")
      try checkBindingName()
      clause.add(token, .namespace, position)
      try advance()
    } else if at(.leftBrace) {
      try parseImportList(&clause)
    } else if clause.names.isEmpty {
      throw unexpected("a name, '*', '{' or a string")
    }
    try finishImport(clause)
  }

  /// Reads `from "x"` and declares the names of an import declaration.
  mutating func finishImport(_ clause: ImportClause) throws(Stop) {
    try expect(Name.from, "from", "after the imported names")
    guard at(.string) else { throw unexpected("the specifier of the module, a string") }
    let requestCount = module.requests.count
    let request = try parseModuleRequest()
    for (name, imported, position) in clause.names {
      try declareLexical(name, .importName)
      module.bindings.append(
        ModuleRecord.Binding(
          local: name.name, request: request, imported: imported, position: position, isElided: clause.isType))
    }
    try endStatement()
    if isTypeScript {
      module.typedImports.append(
        TypedImport(
          bindings: module.bindings.count - clause.names.count..<module.bindings.count, request: request,
          isNew: module.requests.count > requestCount))
    }
    endImport(clause, request)
  }

  /// Replaces an import declaration that was read.
  private mutating func endImport(_ clause: ImportClause, _ request: Int) {
    let range = clause.start..<tokenizer.previousEnd
    if goal == .prompt {
      noteTopLevelAwait(clause.start)
      replacePromptImport(clause, request, range)
    } else {
      edits.append(Edit(.blankStatement, range.lowerBound, range.upperBound))
    }
  }

  /// Throws at `import defer * as a` and `import source a`.
  private mutating func refusePhase() throws(Stop) {
    guard at(Name.defer) || at(Name.source) else { return }
    let next = try peek()
    let isPhase: Bool
    if at(Name.defer) {
      isPhase = next.kind == .star
    } else if next.kind == .name, next.name == .from {
      // `import source from "x"`, or `import source from from "x"`.
      let place = tokenizer.place
      try tokenizer.advance()
      isPhase = try peek().kind == .name
      tokenizer.place = place
    } else {
      isPhase = next.kind == .name
    }
    if isPhase { throw fail(.unsupported, "'import \(text(token.name))' is not supported.", at: token.start) }
  }

  private mutating func parseImportList(_ clause: inout ImportClause) throws(Stop) {
    let open = token.start
    try advance()
    while !at(.rightBrace) {
      let isType = isTypeScript ? try takeTypeSpecifier() : false
      if !isType {
        let position = position(of: token.start)
        let first = token
        let imported = try parseModuleExportName()
        if try take(Name.as) {
          try checkBindingName()
          clause.add(token, .name(imported), position)
          try advance()
        } else {
          let place = tokenizer.place
          tokenizer.token = first
          guard at(.name) else { throw unexpected("'as' and a name after the string") }
          try checkBindingName()
          tokenizer.place = place
          clause.add(first, .name(imported), position)
        }
      }
      guard try take(.comma) else { break }
    }
    try close(.rightBrace, "}", "imported names", from: open)
  }

  /// Reads a name, a keyword or a string.
  mutating func parseModuleExportName() throws(Stop) -> String {
    switch token.kind {
    case .name:
      let name = text(token.name)
      try advance()
      return name
    case .string:
      let units = units(of: token)
      guard isWellFormed(units) else {
        throw fail(.earlyError, "The name of an export must be well-formed Unicode.", at: token.start)
      }
      try advance()
      return String(decoding: units, as: UTF16.self)
    default: throw unexpected("a name or a string")
    }
  }

  /// Reads a specifier and the attributes behind it.
  ///
  /// Returns the index of the request.
  mutating func parseModuleRequest() throws(Stop) -> Int {
    let specifier = string(of: token)
    let position = position(of: token.start)
    try advance()
    if at(Name.assert), !token.followsLine {
      throw fail(.unsupported, "'assert' is not supported: write 'with'.", at: token.start)
    }
    var attributes: [String: String] = [:]
    if try take(Name.with) {
      let open = token.start
      try expect(.leftBrace, "{", "after 'with'")
      while !at(.rightBrace) {
        let start = token.start
        let key: String
        switch token.kind {
        case .name: key = text(token.name)
        case .string: key = string(of: token)
        default: throw unexpected("the name of an attribute")
        }
        try advance()
        try expect(.colon, ":", "after the name of the attribute")
        guard at(.string) else { throw unexpected("a string") }
        guard attributes.updateValue(string(of: token), forKey: key) == nil else {
          throw fail(.earlyError, "The attribute '\(key)' appears twice.", at: start)
        }
        try advance()
        guard try take(.comma) else { break }
      }
      try close(.rightBrace, "}", "attributes", from: open)
    }
    return module.request(specifier, attributes, position)
  }
}

/// The names of an import declaration, before its specifier is known.
struct ImportClause {
  var start: Int
  var names: [(token: Token, imported: ModuleText.ImportedName, position: ModuleText.Position)] = []
  /// `import type`.
  var isType = false

  init(start: Int) { self.start = start }

  mutating func add(_ token: Token, _ imported: ModuleText.ImportedName, _ position: ModuleText.Position) {
    names.append((token, imported, position))
  }
}

/// An import declaration of TypeScript's, which goes if nothing uses its names.
struct TypedImport {
  var bindings: Range<Int>
  var request: Int
  /// Whether it was the first to ask for its module.
  var isNew: Bool
}
