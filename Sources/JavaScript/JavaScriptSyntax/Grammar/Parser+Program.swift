extension Parser {
  /// Reads the whole text.
  mutating func parseProgram() throws(Stop) {
    guard source.count <= 1 << 30 else {
      throw fail(.tooLong, "The text is longer than one gibibyte.", at: 0)
    }
    if let offset = source.firstIllFormedByte() {
      throw fail(.encoding, "The text is not UTF-8.", at: offset)
    }
    switch goal {
    case .script: context = .topLevel
    case .module: context = [.topLevel, .strict, .await, .topLevelAwait]
    case .functionBody: context = [.return, .newTarget]
    case .program: context = [.return, .await]
    case .prompt: context = [.topLevel, .await, .topLevelAwait]
    }
    scope = table.open(.top, in: -1)
    let hashbang = tokenizer.skipHashbang()
    if hashbang > 0 { replace(0..<2, with: "//") }
    beginJSX(from: hashbang)
    try tokenizer.advance()
    statementsStart = token.start
    try parseDirectives(isSimple: true)
    resources = ResourceList(goal == .script || goal == .prompt ? .script : .block)
    let opening = goal == .functionBody || goal == .program ? reserveOpening() : nil
    while !at(.end) {
      promptValue = nil
      try parseStatement(.list)
    }
    module.resources = resources
    if goal != .module { try endBody(resources, from: 0, to: source.count, opening: opening) }
    if usesNewSyntax {
      resourcesName = unusedName("u")
      classPrefix = unusedPrefix()
      renameDecorated()
    }
    if recordsTokens {
      tokens.append(TokenRecord(kind: .end, name: .none, start: Int32(source.count), end: Int32(source.count)))
    }
    if !enumUses.isEmpty || !namespaces.isEmpty { qualifyMembers() }
    if !aliases.isEmpty { settleAliases() }
    if goal == .module {
      if isTypeScript { try settleTypedExports() }
      try resolveExports()
    }
  }

  /// Checks that the module declares its local exports, and finds the indirect ones.
  private mutating func resolveExports() throws(Stop) {
    var local: [ModuleRecord.LocalExport] = []
    var bindings: [Name: ModuleRecord.Binding] = [:]
    for binding in module.bindings { bindings[binding.local] = binding }
    for export in module.localExports {
      guard let index = table.find(export.local, in: 0), table.declarations[index].kind != .type else {
        if isTypeScript, isErased(export) { continue }
        throw fail(
          .earlyError, "'\(text(export.local))' is exported but not declared in the module.", at: export.start)
      }
      guard table.declarations[index].kind == .importName,
        let binding = bindings[export.local]
      else {
        local.append(export)
        continue
      }
      if binding.isElided { continue }
      module.indirectExports.append(
        ModuleText.IndirectExport(
          name: export.name, request: binding.request, imported: binding.imported, position: export.position))
    }
    module.localExports = local
  }
}

extension SourceBytes {
  /// The offset of the first byte that makes the text no UTF-8.
  func firstIllFormedByte() -> Int? {
    var at = 0
    while at < count {
      if self[at] < 0x80 {
        while at + 8 <= count, word(at: at) & 0x8080_8080_8080_8080 == 0 { at += 8 }
        while at < count, self[at] < 0x80 { at += 1 }
        continue
      }
      guard let length = wellFormedLength(at: at), at + length <= count else { return at }
      at += length
    }
    return nil
  }

  /// The length of the sequence at `index`, if it is well-formed (Unicode, table 3-7).
  private func wellFormedLength(at index: Int) -> Int? {
    let first = self[index]
    let second = self[index + 1]
    let length: Int
    let range: ClosedRange<UInt8>
    switch first {
    case 0xC2...0xDF: (length, range) = (2, 0x80...0xBF)
    case 0xE0: (length, range) = (3, 0xA0...0xBF)
    case 0xED: (length, range) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, range) = (3, 0x80...0xBF)
    case 0xF0: (length, range) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, range) = (4, 0x80...0xBF)
    case 0xF4: (length, range) = (4, 0x80...0x8F)
    default: return nil
    }
    guard range.contains(second) else { return nil }
    for offset in 2..<max(length, 2) where self[index + offset] & 0xC0 != 0x80 { return nil }
    return length
  }
}
