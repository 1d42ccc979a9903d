/// Prompt input that contains `await` or `import`, rewritten as the body of an async function.
///
/// A declaration at the top level of the input becomes a property of the global object: its variables, functions and
/// classes, and the names of its `import` declarations, with the current values. The value of its last statement, if
/// that is an expression, is returned. No line moves. The function must not be strict, because the body assigns
/// undeclared names.
public struct PromptText: Sendable, Hashable {
  /// The body, in which `import()` is unchanged.
  public var code: String
  /// The number of UTF-16 units before the input.
  public var prefixLength: Int

  /// - Returns: nil for an input that neither awaits nor imports at its top level.
  public init?(parsing source: String, options: ParserOptions = ParserOptions()) throws(SyntaxError) {
    // Other inputs are not parsed.
    guard source.hasText("await") || source.hasText("import") else { return nil }
    var parser = Parser(Array(source.utf8).span, options, goal: .prompt)
    do {
      try parser.parseProgram()
    } catch {
      throw parser.tokenizer.error
    }
    guard parser.module.firstAwait >= 0 else { return nil }
    var prefix = parser.promptFunctions.map { "globalThis.\($0) = \($0); " }.joined()
    if parser.promptValue?.lowerBound == 0 { prefix += "return (" }
    code = prefix + parser.promptText()
    prefixLength = prefix.utf16.count
  }
}

extension Parser {
  /// Whether the statement at `place` is one of a prompt's own, in no block and no function.
  func isPromptStatement(_ place: StatementPlace) -> Bool { goal == .prompt && scope == 0 && place == .list }

  /// Reads a declaration of variables and makes assignments of it.
  mutating func parsePromptVariables(_ kind: Declaration.Kind) throws(Stop) {
    replace(token.start..<token.end, with: ";(")
    repeat {
      try advance()
      let target = token
      var duplicate = -1
      try parseBindingTarget(kind, &duplicate)
      if try take(.assign) {
        try parseAssignment()
      } else if kind == .constant || target.kind != .name {
        throw missingValue(isName: target.kind == .name)
      } else {
        // A `var` without a value leaves the one that is there.
        let value = kind == .variable ? "globalThis.\(text(target.name))" : "void 0"
        replace(tokenizer.previousEnd..<tokenizer.previousEnd, with: " = \(value)")
      }
    } while at(.comma)
    replace(tokenizer.previousEnd..<tokenizer.previousEnd, with: ");")
    try endStatement()
  }

  /// Makes assignments of an import declaration that was just read.
  mutating func replacePromptImport(_ clause: ImportClause, _ request: Int, _ range: Range<Int>) {
    let names = clause.names.map { (local: text($0.token.name), imported: $0.imported) }
    let module = self.module.requests[request]
    let attributes = module.attributes.sorted { $0.key < $1.key }
      .map { "\(ModuleWriter.literal($0.key)): \(ModuleWriter.literal($0.value))" }.joined(separator: ", ")
    let call =
      "await import(\(ModuleWriter.literal(module.specifier))\(attributes.isEmpty ? "" : ", { with: { \(attributes) } }"))"
    guard !names.isEmpty else { return replace(range, with: ";\(call);") }
    var variable = "module"
    while names.contains(where: { $0.local == variable }) { variable += "_" }
    let assignments = names.map { name in
      guard case .name(let exported) = name.imported else { return "\(name.local) = \(variable);" }
      let key = ModuleWriter.literal(exported)
      let message = ModuleWriter.literal("\(module.specifier) has no export named '\(exported)'.")
      return "if (!(\(key) in \(variable))) throw new SyntaxError(\(message)); \(name.local) = \(variable)[\(key)];"
    }
    replace(range, with: ";{ const \(variable) = \(call); \(assignments.joined(separator: " ")) }")
  }

  /// The text with its edits.
  fileprivate mutating func promptText() -> String {
    if let value = promptValue {
      // After the previous statement, so that no column moves if the value is on its own line.
      if value.lowerBound > 0 { replace(value.lowerBound..<value.lowerBound, with: ";return (") }
      replace(value.upperBound..<value.upperBound, with: ")")
    }
    sortEdits()
    var writer = ModuleWriter(source, reserving: 256)
    for edit in edits where edit.kind != .importCall && !writer.isPast(Int(edit.start)) {
      writer.copy(to: Int(edit.start))
      write(edit, to: &writer)
    }
    writer.copy(to: source.count)
    return writer.text()
  }
}
