extension Parser {
  // MARK: Imports

  /// Reads what only TypeScript has behind `import`.
  ///
  /// Returns `true` if the declaration was read whole.
  mutating func parseTypedImport(_ clause: inout ImportClause) throws(Stop) -> Bool {
    guard at(.name) else { return false }
    let next = try peek()
    if next.kind == .assign {
      try parseImportEquals(clause.start, isExported: false)
      return true
    }
    guard at(Name.type), try isTypeKeyword(before: next) else { return false }
    let mark = eraseMark
    try advance()
    try skipTypeImport()
    erase(clause.start, mark)
    return true
  }

  /// Whether `type` behind `import` is a keyword rather than the name of the default export.
  private mutating func isTypeKeyword(before next: Token) throws(Stop) -> Bool {
    if next.kind == .star || next.kind == .leftBrace { return true }
    guard next.kind == .name else { return false }
    guard next.name == .from else { return true }
    let place = tokenizer.place
    defer { tokenizer.place = place }
    try tokenizer.advance()
    let behind = try peek()
    return behind.kind == .assign || (behind.kind == .name && behind.name == .from)
  }

  /// Reads the rest of `import type`, whose names are no values.
  private mutating func skipTypeImport() throws(Stop) {
    if at(.name) {
      try declareType(token)
      try advance()
      if try take(.assign) {
        if at(Name.require), try peek().kind == .leftParen {
          try advance()
          try skipBrackets("specifier")
        } else {
          try skipType()
        }
        return try endStatement()
      }
      _ = try take(.comma)
    }
    if at(.leftBrace) {
      try skipTypeNames(declares: true)
    } else if try take(.star) {
      try expect(Name.as, "as", "after '*'")
      guard at(.name) else { throw unexpected("a name") }
      try declareType(token)
      try advance()
    }
    try expect(Name.from, "from", "after the imported names")
    try skipModuleRequest()
    try endStatement()
  }

  /// Reads `{ a, b as c }`.
  private mutating func skipTypeNames(declares: Bool) throws(Stop) {
    let open = token.start
    try advance()
    while !at(.rightBrace) {
      if at(Name.type) {
        let next = try peek()
        if next.kind == .name, next.name != .as { try advance() }
      }
      var local = token
      _ = try parseModuleExportName()
      if try take(Name.as) {
        local = token
        _ = try parseModuleExportName()
      }
      if declares, local.kind == .name { try declareType(local) }
      guard try take(.comma) else { break }
    }
    try close(.rightBrace, "}", "names", from: open)
  }

  /// Reads a specifier that is not requested.
  mutating func skipModuleRequest() throws(Stop) {
    guard at(.string) else { throw unexpected("the specifier of the module, a string") }
    try advance()
    if try take(Name.with) { try skipBrackets("attributes") }
  }

  /// Reads `type a` or `type a as b` in a list of imports or exports.
  mutating func takeTypeSpecifier() throws(Stop) -> Bool {
    guard at(Name.type) else { return false }
    let place = tokenizer.place
    try tokenizer.advance()
    // `type`, `type as a` and `type as as a` begin alike.
    var isType = at(.name) || at(.string)
    if at(Name.as) {
      try tokenizer.advance()
      if at(.name), token.name == .as {
        try tokenizer.advance()
        isType = at(.name) || at(.string)
      } else {
        isType = !at(.name) && !at(.string)
      }
    }
    tokenizer.place = place
    guard isType else { return false }
    try advance()
    var local = token
    _ = try parseModuleExportName()
    if try take(Name.as) {
      local = token
      _ = try parseModuleExportName()
    }
    if local.kind == .name { try declareType(local) }
    return true
  }

  /// Reads `a = require("b")` or `a = b.c` behind `import`.
  mutating func parseImportEquals(_ start: Int, isExported: Bool) throws(Stop) {
    let keywordEnd = tokenizer.previousEnd
    try checkBindingName()
    let name = token
    let position = position(of: name.start)
    try advance()
    try advance()
    if at(Name.require), goal == .module, try peek().kind == .leftParen {
      try advance()
      try advance()
      guard at(.string) else { throw unexpected("the specifier of the module, a string") }
      let requestCount = module.requests.count
      let request = try parseModuleRequest()
      try expect(.rightParen, ")", "after the specifier")
      try declareLexical(name, .importName)
      module.bindings.append(
        ModuleRecord.Binding(local: name.name, request: request, imported: .name("default"), position: position))
      module.typedImports.append(
        TypedImport(
          bindings: module.bindings.count - 1..<module.bindings.count, request: request,
          isNew: module.requests.count > requestCount))
      try endStatement()
      if isExported { try addLocalExport(text(name.name), name.name, name.start) }
      edits.append(Edit(.blankStatement, start, tokenizer.previousEnd))
      return
    }
    guard at(.name) else { throw unexpected("the name of a namespace or of one of its members") }
    try checkName()
    let reference = addReference(token).reference
    let isRequire = at(Name.require)
    try advance()
    // A CommonJS module has this function.
    if isRequire, try take(.leftParen) {
      guard at(.string) else { throw unexpected("the specifier of the module, a string") }
      try advance()
      try expect(.rightParen, ")", "after the specifier")
    }
    while try take(.dot) {
      guard at(.name) else { throw unexpected("the name of a member") }
      try advance()
    }
    try endStatement()
    try declareLexical(name, .constant)
    if isExported, scope == 0 { try exportDeclared(name) }
    aliases.append(
      ImportAlias(
        name: name.name, scope: scope, start: start, keywordEnd: keywordEnd, end: tokenizer.previousEnd,
        reference: reference, isExported: isExported))
  }

  // MARK: Exports

  /// Reads an export that only TypeScript has.
  ///
  /// The token is the name behind `export`.
  mutating func parseTypedExport(_ keyword: Token) throws(Stop) -> Bool {
    let next = try peek()
    let mark = eraseMark
    switch token.name {
    case .type where next.kind == .leftBrace || next.kind == .star:
      try advance()
      if at(.leftBrace) {
        try skipTypeNames(declares: false)
      } else {
        try advance()
        if try take(Name.as) { _ = try parseModuleExportName() }
      }
      if try take(Name.from) { try skipModuleRequest() }
      try endStatement()
      erase(keyword.start, mark)
    case .as where next.kind == .name && next.name == .namespace:
      try advance()
      try advance()
      guard at(.name) else { throw unexpected("a name") }
      try advance()
      try endStatement()
      erase(keyword.start, mark)
    case .import:
      try advance()
      if at(Name.type), try peek().kind == .name {
        try advance()
        try skipTypeImport()
        erase(keyword.start, mark)
      } else {
        try parseImportEquals(keyword.start, isExported: true)
      }
    case .interface, .type, .declare:
      guard wordBeginsDeclaration(token.name, before: next) else { return false }
      if at(Name.interface) {
        try eraseInterface(keyword.start)
      } else if at(Name.type) {
        try eraseTypeAlias(keyword.start)
      } else {
        try eraseAmbient(keyword.start)
      }
    case .abstract, .enum, .namespace, .module:
      guard wordBeginsDeclaration(token.name, before: next) else { return false }
      exportsDeclarations = true
      defer { exportsDeclarations = false }
      if at(Name.abstract) {
        blank(keyword.start..<token.end)
        try advance()
        try parseClassDeclaration()
      } else if at(Name.enum) {
        try parseEnum(keyword.start)
      } else {
        try parseNamespace(keyword.start)
      }
    default: return false
    }
    return true
  }

  /// Reads `interface` or `abstract class` behind `export default`.
  mutating func parseTypedDefault(_ keyword: Token, _ word: Token) throws(Stop) -> Bool {
    guard at(Name.interface) || at(Name.abstract), wordBeginsDeclaration(token.name, before: try peek()) else {
      return false
    }
    if at(Name.interface) {
      try eraseInterface(keyword.start)
      return true
    }
    blank(token.start..<token.end)
    try advance()
    let next = try peek()
    if next.kind == .name, !next.name.isReserved, next.name != .implements {
      blank(keyword.start..<word.end)
      try parseDefaultClass()
      return true
    }
    try parseDefaultClassValue(keyword, word)
    return true
  }

  /// Reads `import a = b.c` where no other import may stand.
  ///
  /// Returns `false` if it is another one.
  mutating func takeImportAlias() throws(Stop) -> Bool {
    let place = tokenizer.place
    let start = token.start
    try tokenizer.advance()
    guard at(.name), try peek().kind == .assign else {
      tokenizer.place = place
      return false
    }
    try parseImportEquals(start, isExported: false)
    return true
  }

  /// Reads `export = a` of a CommonJS module.
  ///
  /// Returns `false` if it is another export.
  mutating func takeCommonJSExport() throws(Stop) -> Bool {
    guard try peek().kind == .assign else { return false }
    replace(token.start..<token.end, with: "module.exports")
    try advance()
    try advance()
    try parseAssignment()
    try endStatement()
    return true
  }

  /// Reads `export = a`, which is the default export of a module.
  mutating func parseExportAssignment(_ keyword: Token) throws(Stop) {
    let sign = token
    try advance()
    try parseDefaultValue(keyword, sign)
  }

  /// Whether the exported name is a type only.
  func isErased(_ export: ModuleRecord.LocalExport) -> Bool { table.find(export.local, in: 0) != nil }

  /// Drops the default export if it is the name of a type, and checks that names are exported once.
  mutating func settleTypedExports() throws(Stop) {
    if let (index, range) = module.defaultName, let declared = table.find(references[Int(index)].name, in: 0),
      references[Int(index)].scope == 0, table.declarations[declared].kind == .type
    {
      references[Int(index)].flags.insert(.dead)
      module.defaultKind = .none
      edits.insert(Edit(.blankStatement, range.lowerBound, range.upperBound), at: 0)
    }
    let hasDefault = module.defaultKind != .none
    if hasDefault { try exportName("default", 0) }
    for export in module.localExports where export.reference >= 0 || ExactText(export.name) == "default" {
      let isType = table.find(export.local, in: 0).map { table.declarations[$0].kind == .type } ?? false
      if !isType { try exportName(export.name, export.start) }
    }
  }

  // MARK: Elision

  /// Makes blank the imports whose names nothing uses as values.
  mutating func elideImports() {
    var candidates: Set<Name> = []
    for list in module.typedImports {
      for index in list.bindings { candidates.insert(module.bindings[index].local) }
    }
    var used: Set<Name> = []
    for index in referencesToTop({ candidates.contains($0) }) { used.insert(references[Int(index)].name) }
    for export in module.localExports + module.indirectExports.map({ ModuleRecord.LocalExport(shadow: $0) }) {
      used.insert(export.local)
    }
    for list in module.typedImports {
      for index in list.bindings where !used.contains(module.bindings[index].local) {
        module.bindings[index].isElided = true
      }
    }
    dropRequests()
  }

  /// Forgets the requests that only elided imports made.
  private mutating func dropRequests() {
    var isKept = [Bool](repeating: true, count: module.requests.count)
    for list in module.typedImports where list.isNew {
      isKept[list.request] = false
    }
    for binding in module.bindings where !binding.isElided { isKept[binding.request] = true }
    for export in module.indirectExports { isKept[export.request] = true }
    for request in module.starExports { isKept[request] = true }
    for request in module.bareImports { isKept[request] = true }
    var number: [Int] = []
    var count = 0
    for kept in isKept {
      number.append(count)
      if kept { count += 1 }
    }
    module.requests = zip(module.requests, isKept).filter(\.1).map(\.0)
    for index in module.bindings.indices { module.bindings[index].request = number[module.bindings[index].request] }
    for index in module.indirectExports.indices {
      module.indirectExports[index].request = number[module.indirectExports[index].request]
    }
    module.starExports = module.starExports.map { number[$0] }
  }
}

extension ModuleRecord.LocalExport {
  /// The local name of an export from another module, which is not used.
  fileprivate init(shadow export: ModuleText.IndirectExport) {
    self.init(name: export.name, local: .none, start: 0, position: export.position)
  }
}
