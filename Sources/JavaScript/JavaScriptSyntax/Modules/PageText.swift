/// A text of TypeScript or JSX as JavaScript that a web engine loads itself: a module with its imports and exports, or a
/// script.
///
/// Every line keeps its line. The imports of a module stand before its first statement, in the order in which the text
/// requests them; its exports are behind its last line.
package struct PageText: Sendable, Hashable {
  package let code: String

  /// Parses a text, which has no decorators and no `using` that the engine does not parse: a page has no code for them.
  ///
  /// - Parameter isModule: whether it is a module in any case; otherwise its syntax decides.
  /// - Throws: the first error in the text.
  package init(
    parsing source: Span<UInt8>, isModule: Bool, options: ParserOptions = ParserOptions()
  ) throws(SyntaxError) {
    var options = options
    options.hasSyntaxObject = false
    if !isModule {
      do throws(SyntaxError) {
        code = try ScriptText(parsing: source, importFunction: "import", options: options).code
        return
      } catch {
        // Another error may be that of a module's syntax, such as `await`.
        if error.code == .tooDeep || error.code == .encoding { throw error }
      }
    }
    var parser = Parser(source, options, goal: .module)
    do {
      try parser.parseProgram()
    } catch {
      throw parser.tokenizer.error
    }
    if let moved = parser.textWithMovedDecorators() {
      code = try PageText(parsing: moved.span, isModule: true, options: options.afterMovingDecorators).code
    } else {
      code = parser.pageText()
    }
  }
}

extension PageText {
  /// A string literal of JavaScript's, in one line.
  package static func literal(_ text: String) -> String { ModuleWriter.literal(text) }
}

extension Parser {
  fileprivate mutating func pageText() -> String {
    if isTypeScript, !keepsUnusedImports { elideImports() }
    let uses = jsxUses
    let own = module.requests.indices
    let requests = requestJSX(uses)
    let jsx = JSXNames(runtime: unusedName("j"), element: unusedName("e"), keyed: unusedName("k"))
    let defaultValue = unusedName("d")
    var imports = own.map { importText($0) }.joined()
    if uses.functions.contains(where: { $0 != .createElement }) {
      imports += "import * as \(jsx.runtime) from \(specifier(requests.runtime)); "
    }
    if uses.functions.contains(.createElement) {
      imports += "import * as \(jsx.element) from \(specifier(requests.element)); "
    }
    if uses.hasKeyed { imports += "const \(jsx.keyedFunction); " }
    edits.insert(Edit(.text, statementsStart, statementsStart, value: texts.count), at: 0)
    texts.append(imports)
    sortEdits()
    var writer = ModuleWriter(source, reserving: imports.utf8.count + 256)
    for edit in edits where !writer.isPast(Int(edit.start)) {
      // The engine reads `import()` and `import.meta` itself.
      if edit.kind == .importCall || edit.kind == .importMeta { continue }
      writer.copy(to: Int(edit.start))
      switch edit.kind {
      case .defaultValue: writer.replace(to: Int(edit.end), with: "export default (")
      case .defaultValueEnd: writer.write(");")
      case .defaultName: writer.write(" \(defaultValue)")
      case .jsxFunction: writer.replace(to: Int(edit.end), with: jsx.code(Int(edit.value)))
      case .jsxFactory: writer.write(factoryName(edit.value))
      default: write(edit, to: &writer)
      }
    }
    writer.copy(to: source.count)
    writer.write(exportText(defaultValue))
    return writer.text()
  }

  /// The imports of a requested module, which is loaded in any case.
  private func importText(_ request: Int) -> String {
    var names: [String] = []
    var text = ""
    for binding in module.bindings where binding.request == request && !binding.isElided {
      let local = self.text(binding.local)
      switch binding.imported {
      case .namespace: text += "import * as \(local) from \(specifier(request)); "
      case .name(let name): names.append("\(exportedName(name)) as \(local)")
      }
    }
    if !names.isEmpty { text += "import { \(names.joined(separator: ", ")) } from \(specifier(request)); " }
    return text.isEmpty ? "import \(specifier(request)); " : text
  }

  /// The exports, on a line of their own.
  private func exportText(_ defaultValue: String) -> String {
    var text = ""
    var names = module.localExports.map { "\(self.text($0.local)) as \(exportedName($0.name))" }
    if module.defaultKind == .function { names.append("\(defaultValue) as default") }
    if !names.isEmpty { text += "export { \(names.joined(separator: ", ")) }; " }
    for export in module.indirectExports {
      let name = exportedName(export.name)
      switch export.imported {
      case .namespace: text += "export * as \(name) from \(specifier(export.request)); "
      case .name(let imported):
        text += "export { \(exportedName(imported)) as \(name) } from \(specifier(export.request)); "
      }
    }
    for request in module.starExports { text += "export * from \(specifier(request)); " }
    // A text without any of these may be read as a script.
    return "\n" + (text.isEmpty && module.requests.isEmpty ? "export {};" : text)
  }

  private func exportedName(_ name: String) -> String {
    ModuleWriter.isIdentifier(name) ? name : ModuleWriter.literal(name)
  }

  /// A specifier with its attributes.
  private func specifier(_ index: Int) -> String {
    let request = module.requests[index]
    let attributes = request.attributes.sorted { $0.key < $1.key }
      .map { "\(ModuleWriter.literal($0.key)): \(ModuleWriter.literal($0.value))" }
    let list = attributes.isEmpty ? "" : " with { \(attributes.joined(separator: ", ")) }"
    return ModuleWriter.literal(request.specifier) + list
  }
}
