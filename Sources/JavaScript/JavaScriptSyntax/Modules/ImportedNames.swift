/// The code that replaces a module's imported names, for expressions that a debugger evaluates in the module.
///
/// `import { x as y } from "a"` declares no variable: for `y`, the code reads a property of the other module, such as
/// `m0.x`.
package struct ImportedNames: Sendable {
  /// The code for each name.
  private var code: [String: String] = [:]
  /// The variables that hold other modules.
  private var modules: [String] = []
  /// The parameters and the name of the host object: names that the module's text does not contain.
  package private(set) var generatedNames: Set<String> = []

  /// Parses a module's text; a text with an error imports nothing.
  package init(parsing source: String, _ options: ParserOptions) {
    let bytes = Array(source.utf8)
    var parser = Parser(bytes.span, options, goal: .module)
    guard (try? parser.parseProgram()) != nil else { return }
    let parameters = ImportedNames.parameters(of: parser.moduleText())
    modules = Array(parameters.dropFirst())
    generatedNames = Set(parameters)
    generatedNames.formUnion(parser.rewritingNames)
    // Newer engines list those of the function that a module's body becomes.
    if source.utf8.firstRange(of: "arguments".utf8) == nil { generatedNames.insert("arguments") }
    for binding in parser.module.bindings where !binding.isElided {
      guard case .name(let imported) = binding.imported, binding.request < modules.count else { continue }
      code[parser.text(binding.local)] = ModuleWriter.property(imported, of: modules[binding.request])
    }
  }

  /// The names that an expression may use.
  package func names(in expression: String) -> Set<String> {
    code.isEmpty
      ? []
      : Set(expression.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$" }.map(String.init))
        .intersection(code.keys)
  }

  /// Rewrites an expression as it would appear in the module's code; unchanged if it uses none of the names, or has an
  /// error.
  ///
  /// - Parameter names: the names that no variable at the position shadows.
  package func translated(
    _ expression: String, names: Set<String>, options: ParserOptions = ParserOptions()
  ) -> String {
    let used = names.filter { code[$0] != nil }.sorted()
    // As imports, the variables of the modules keep their names from the one that is made here.
    let imports = used + modules
    guard !used.isEmpty,
      let text = try? ModuleText(
        parsing: "import { \(imports.joined(separator: ", ")) } from '';\n\(expression)", options: options),
      let module = ImportedNames.parameters(of: text).last
    else { return expression }
    // Between the function's head and the import, and its end.
    let body = text.code.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).dropLast()
      .joined(separator: "\n")
    guard body != expression else { return expression }
    let getters = imports.map { "get \($0)() { return \(code[$0] ?? $0); }" }.joined(separator: ", ")
    return "{ const \(module) = { \(getters) };\n\(body)\n}"
  }

  /// Whether a module's code has the same variables for other modules.
  func hasModules(of text: ModuleText) -> Bool { modules == Array(ImportedNames.parameters(of: text).dropFirst()) }

  /// The parameters of the function that a module becomes: the host's object, then one for each module that it imports.
  private static func parameters(of text: ModuleText) -> [String] {
    let list = text.plainPrefix.drop { $0 != "(" }.dropFirst().drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
    return list.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }
}
