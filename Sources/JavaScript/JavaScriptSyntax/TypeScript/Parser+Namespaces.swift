/// What blocks of the same namespace share.
struct NamespaceKey: Hashable {
  var name: Name
  var outer: Int32
}

/// A block of a namespace.
struct NamespaceRecord {
  var name: Name
  /// The scope that the namespace is declared in, and that of its statements.
  var outer: Int32
  var scope: Int32
  /// The variables that it exports, which are properties only.
  var variables: Set<Name> = []
  /// The functions, classes and the like that it exports, which other blocks of it see as properties.
  var declarations: Set<Name> = []

  var key: NamespaceKey { NamespaceKey(name: name, outer: outer) }
}

extension Parser {
  // MARK: Namespaces

  /// Reads a namespace, from its keyword on, and makes the function of it that TypeScript makes.
  ///
  /// One without values goes.
  mutating func parseNamespace(_ start: Int) throws(Stop) {
    let isExported = exportsDeclarations
    exportsDeclarations = false
    let mark = eraseMark
    try advance()
    var path: [Token] = []
    repeat {
      if !path.isEmpty { try advance() }
      guard at(.name) else { throw unexpected("the name of the namespace") }
      try checkBindingName()
      path.append(token)
      try advance()
    } while at(.dot)
    guard at(.leftBrace) else { throw expected("{", "before the statements of the namespace") }
    namespaceDepth += path.count
    // A name is looked for in each of them.
    guard namespaceDepth <= 100 else {
      throw fail(.tooDeep, "The statement is nested in more than 100 namespaces.", at: token.start)
    }
    let open = token
    let state = (context, scope, namespace)
    var parents: [Int] = []
    for name in path {
      let record = NamespaceRecord(name: name.name, outer: scope, scope: table.open(.namespace, in: scope))
      scope = record.scope
      if let parent = parents.last { namespaces[parent].declarations.insert(name.name) }
      parents.append(namespaces.count)
      namespaces.append(record)
    }
    namespace = namespaces.count - 1
    let inner = context.subtracting([.topLevelAwait, .await, .loop, .breakable, .return, .yield])
    context = inner.union(.namespace)
    let hasValues = try parseNamespaceStatements(open.start)
    let close = token
    (context, scope, namespace) = state
    namespaceDepth -= path.count
    try advance()
    guard hasValues else {
      erase(start, mark)
      try declareType(path[0])
      return
    }
    let isFirst = isUndeclared(path[0].name)
    try declareLexical(path[0], .merged)
    if isExported { try exportNamespaceName(path[0]) }
    writeNamespace(path, parents, start..<open.end, close, isFirst: isFirst, isExported: isExported)
  }

  private mutating func exportNamespaceName(_ name: Token) throws(Stop) {
    if scope == 0, !module.exportedNames.contains(name.name) { try exportDeclared(name) }
  }

  /// Reads the statements of a namespace up to its closing brace.
  ///
  /// Returns whether one of them is code.
  private mutating func parseNamespaceStatements(_ open: Int) throws(Stop) -> Bool {
    var hasValues = false
    let outer = beginList(.namespace)
    defer { resources = outer }
    try advance()
    while !at(.rightBrace) {
      if at(.end) { throw unclosed("}", "namespace", open) }
      let start = token.start
      // Types, and aliases of them, are no code.
      let isEmpty = at(.semicolon) || at(Name.import)
      if try declaresAmbientValue() { hasValues = true }
      try parseStatement(.list)
      let isErased = edits.last.map { $0.kind == .blankStatement && Int($0.start) == start } ?? false
      if !isEmpty, !(isErased && Int(edits[edits.count - 1].end) == tokenizer.previousEnd) { hasValues = true }
    }
    return hasValues
  }

  /// Whether `declare class` and the like stand here, for which TypeScript keeps a namespace.
  private mutating func declaresAmbientValue() throws(Stop) -> Bool {
    guard at(Name.declare) || at(Name.export) else { return false }
    let place = tokenizer.place
    defer { tokenizer.place = place }
    if at(Name.export) { try tokenizer.advance() }
    guard at(Name.declare) else { return false }
    try tokenizer.advance()
    return [.const, .let, .var, .function, .class, .abstract, .enum].contains(token.name)
  }

  private mutating func writeNamespace(
    _ path: [Token], _ records: [Int], _ head: Range<Int>, _ close: Token, isFirst: Bool, isExported: Bool
  ) {
    var before = ""
    var after = ""
    for (index, name) in path.enumerated() {
      let label = text(name.name)
      let parameter = parameterName(records[index])
      before += index == 0 ? declarator(isFirst: isFirst, label) : "let \(label);"
      before += "(function (\(parameter)) {"
      let argument: String
      if index == 0 {
        argument = mergedArgument(label, isExported: isExported)
      } else {
        let property = "\(parameterName(records[index - 1])).\(label)"
        argument = "\(label) = \(property) || (\(property) = {})"
      }
      after = "})(\(argument));" + after
    }
    replace(head, with: before)
    replace(close.start..<close.end, with: after)
  }

  /// The argument of the function of an enum or namespace.
  func mergedArgument(_ label: String, isExported: Bool) -> String {
    guard isExported, namespace >= 0, namespaces[namespace].scope == scope else {
      return "\(label) || (\(label) = {})"
    }
    let property = "\(parameterName(namespace)).\(label)"
    return "\(label) = \(property) || (\(property) = {})"
  }

  /// The name of the parameter of a namespace's function: its own, unless it declares that.
  func parameterName(_ index: Int) -> String {
    let record = namespaces[index]
    let label = text(record.name)
    guard let declaration = table.find(record.name, in: record.scope),
      table.declarations[declaration].kind != .type
    else { return label }
    return label + "_1"
  }

  // MARK: Exports

  /// Reads an export of a namespace.
  mutating func parseNamespaceExport(_ place: StatementPlace) throws(Stop) {
    guard place == .list, scope == namespaces[namespace].scope else {
      throw fail(.unexpectedToken, "'export' is allowed at the top level of a namespace only.", at: token.start)
    }
    let keyword = token
    try advance()
    guard at(.name) else { throw unexpected("a declaration") }
    let start = token.start
    switch token.name {
    case .const where try peek().name != .enum: try parseExportedVariables(keyword, .constant)
    case .let: try parseExportedVariables(keyword, .let)
    case .var: try parseExportedVariables(keyword, .variable)
    case .interface: try eraseInterface(keyword.start)
    case .type: try eraseTypeAlias(keyword.start)
    case .declare: try eraseAmbient(keyword.start)
    case .enum, .const, .namespace, .module:
      let name = try declaredName()
      exportsDeclarations = true
      defer { exportsDeclarations = false }
      if at(Name.const) { try advance() }
      if at(Name.enum) { try parseEnum(keyword.start) } else { try parseNamespace(keyword.start) }
      namespaces[namespace].declarations.insert(name)
    case .import:
      try advance()
      let name = token.name
      try parseImportEquals(keyword.start, isExported: true)
      exportValue(name)
    default:
      blank(keyword.start..<keyword.end)
      try parseExportedValue(start)
    }
  }

  /// The name behind `enum`, `const enum`, `namespace` or `module`.
  private mutating func declaredName() throws(Stop) -> Name {
    let place = tokenizer.place
    defer { tokenizer.place = place }
    if at(Name.const) { try tokenizer.advance() }
    try tokenizer.advance()
    return token.name
  }

  /// Reads a function or class that a namespace exports.
  private mutating func parseExportedValue(_ start: Int) throws(Stop) {
    let place = tokenizer.place
    if at(Name.async) || at(Name.abstract) { try tokenizer.advance() }
    let isFunction = at(Name.function)
    guard isFunction || at(Name.class) else { throw unexpected("a declaration") }
    try tokenizer.advance()
    if at(.star) { try tokenizer.advance() }
    let name = token.name
    tokenizer.place = place
    let editCount = edits.count
    try parseStatement(.list)
    let isSignature =
      edits.count > editCount && edits[edits.count - 1].kind == .blankStatement
      && Int(edits[edits.count - 1].start) == start
    if !(isFunction && isSignature) { exportValue(name) }
  }

  /// Adds `N.a = a;` behind the declaration that was just read.
  private mutating func exportValue(_ name: Name) {
    namespaces[namespace].declarations.insert(name)
    namespaceExports.append(
      NamespaceExport(name: name, namespace: namespace, end: tokenizer.previousEnd))
  }

  /// Reads variables that a namespace exports: they become properties, and those without a value vanish.
  private mutating func parseExportedVariables(_ keyword: Token, _ kind: Declaration.Kind) throws(Stop) {
    edits.append(Edit(.blankStatement, keyword.start, token.end))
    var hasValues = false
    repeat {
      let comma = at(.comma) ? token.start..<token.end : token.start..<token.start
      try advance()
      let (name, use) = (token.start..<token.end, references.count)
      let isPattern = at(.leftBrace) || at(.leftBracket)
      if isPattern { replace(token.start..<token.start, with: "(") }
      exportsVariables = true
      var duplicate = -1
      try parseBindingTarget(kind, &duplicate)
      exportsVariables = false
      try skipVariableType()
      let hasValue = try take(.assign)
      if hasValue {
        try parseAssignment()
      } else if !isPattern, use < references.count {
        references[use].flags.insert(.dead)
        blank(name)
      }
      if !hasValue || !hasValues { blank(comma) }
      hasValues = hasValues || hasValue
      if isPattern { replace(tokenizer.previousEnd..<tokenizer.previousEnd, with: ")") }
    } while at(.comma)
    try endStatement()
  }

  // MARK: Uses

  /// Makes properties out of the uses of what namespaces export, and of the members of enums in their values.
  mutating func qualifyMembers() {
    for export in namespaceExports {
      let label = text(export.name)
      replace(export.end..<export.end, with: " \(parameterName(export.namespace)).\(label) = \(label);")
    }
    var lookup = MemberLookup()
    // The blocks of one namespace share their exports.
    for (index, record) in namespaces.enumerated() {
      lookup.namespaces[record.scope] = index
      lookup.exported[record.key, default: []].formUnion(record.variables)
      lookup.exported[record.key, default: []].formUnion(record.declarations)
    }
    var wanted: Set<Name> = []
    for names in lookup.exported.values { wanted.formUnion(names) }
    var members: [ScopedName] = []
    for (index, uses) in enumUses.enumerated() {
      lookup.enums[uses.scope] = index
      for name in uses.names {
        let name = tokenizer.names.intern(name.text)
        members.append(ScopedName(name: name, scope: uses.scope))
        wanted.insert(name)
      }
    }
    if wanted.isEmpty { return }
    resolveUses({ wanted.contains($0) }, members: members) { parser, use, scope in
      if let label = parser.owner(of: use, declaredIn: scope, lookup) { parser.qualify(Int(use), label) }
    }
  }

  /// The object that a used name is a property of; nil for a name that is none.
  ///
  /// - parameter scope: the scope that declares the name, or -1.
  private mutating func owner(of use: Int32, declaredIn scope: Int32, _ lookup: MemberLookup) -> String? {
    if let index = lookup.enums[scope] { return enumUses[index].label }
    let name = references[Int(use)].name
    if let index = lookup.namespaces[scope], namespaces[index].variables.contains(name) { return parameterName(index) }
    // Another block of a namespace around the use may export it.
    var block = references[Int(use)].scope
    while block > scope, block > 0 {
      work += 1
      if let index = lookup.namespaces[block], lookup.exported[namespaces[index].key]?.contains(name) == true {
        return parameterName(index)
      }
      block = table.scopes[Int(block)].namespace
    }
    return nil
  }

  mutating func qualify(_ index: Int, _ parameter: String) {
    let reference = references[index]
    references[index].flags.insert(.dead)
    let value = "\(parameter).\(text(reference.name))"
    if reference.flags.contains(.jsx) {
      jsx?.members[Int32(index)] = value
      return
    }
    if reference.flags.contains(.shorthand) {
      replace(reference.end..<reference.end, with: ": \(value)")
    } else if reference.flags.contains(.callee) {
      let semicolon = reference.flags.contains(.followsInsertedSemicolon) ? ";" : ""
      replace(Int(reference.start)..<reference.end, with: "\(semicolon)(0, \(value))")
    } else {
      replace(Int(reference.start)..<reference.end, with: value)
    }
  }
}

/// The members of enums and namespaces, by the numbers of their scopes.
private struct MemberLookup {
  /// Indices into `Parser.namespaces`.
  var namespaces: [Int32: Int] = [:]
  /// Indices into `Parser.enumUses`.
  var enums: [Int32: Int] = [:]
  var exported: [NamespaceKey: Set<Name>] = [:]
}

/// A function or class that a namespace exports.
struct NamespaceExport {
  var name: Name
  var namespace: Int
  var end: Int
}
