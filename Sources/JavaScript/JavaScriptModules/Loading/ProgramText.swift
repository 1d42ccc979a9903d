package import JavaScriptSyntax

/// Determines whether a program's text needs modules.
package enum ProgramText {
  /// Whether a text has an `import` or `export`, `import()` or `require()`, so that it cannot run as a script alone.
  ///
  /// The text of a file without these words is not parsed. A text that mentions `Worker` needs modules too, because a worker is a
  /// module.
  ///
  /// - Parameter path: the file's path; nil for a text without a file.
  package static func needsModules(_ text: String, path: String?) -> Bool {
    if let path, let kind = ModuleExtension(ofPath: path), kind.language != .javaScript || kind.format != nil {
      return kind.format != .json
    }
    if text.hasText("Worker") { return true }
    if path == nil, isTypeScript(text) { return true }
    let bytes = Array(text.utf8)
    guard ["import", "export", "require"].contains(where: { text.utf8.contains($0.utf8) }) else { return false }
    return StackRoom.parseLarge { options in needsModules(bytes, options) }
  }

  /// Whether the text of a program without a file is TypeScript: it is not JavaScript, and without its types it is a module, or
  /// its first error comes later.
  package static func isTypeScript(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    func error(_ language: ParserOptions.Language) -> SyntaxError? {
      StackRoom.parseLarge(ParserOptions(language: language)) { options in
        do throws(SyntaxError) {
          _ = try ModuleText(parsing: bytes.span, options: options)
          return nil
        } catch {
          return error
        }
      }
    }
    guard let inProgram = ScriptSyntax.error(in: bytes, kind: .program), let inModule = error(.javaScript) else {
      return false
    }
    guard let inTypes = error(.typeScript) else { return true }
    return [inProgram, inModule].allSatisfy { ($0.line, $0.column) < (inTypes.line, inTypes.column) }
  }

  /// A program, an expression or an input of a prompt that is TypeScript and not JavaScript, with blanks in place of its types;
  /// any other text unchanged.
  package static func withoutTypes(_ source: String) -> String {
    let bytes = Array(source.utf8)
    guard ScriptSyntax.error(in: bytes, kind: .program) != nil else { return source }
    let script = StackRoom.parseLarge(ParserOptions(language: .typeScript)) { options in
      try? ScriptText(parsing: bytes.span, kind: .program, importFunction: "import", options: options)
    }
    return script?.code ?? source
  }

  /// The text of a classic script with `importFunction` in place of `import()`, and without syntax that the engine lacks.
  ///
  /// - Returns: nil if nothing changes, or if the script has an error, which the engine reports.
  package static func scriptText(_ source: String, importFunction: String) -> String? {
    let bytes = Array(source.utf8)
    let script = try? StackRoom.parse { (options) throws(SyntaxError) in
      try ScriptText(parsing: bytes.span, importFunction: importFunction, options: options)
    }
    return script.flatMap { $0.hasDynamicImport || $0.isRewritten ? $0.code : nil }
  }

  /// The input of a prompt that awaits or imports; nil for other inputs, and for inputs with an error, which the engine
  /// reports.
  package static func promptText(_ source: String) -> PromptText? {
    try? StackRoom.parse { (options) throws(SyntaxError) in try PromptText(parsing: source, options: options) }
  }

  /// Whether an input of a prompt is incomplete, such as `f(`: the first error is that it ends.
  package static func isIncomplete(prompt input: String) -> Bool {
    var forms = [("(async () => {\n", "\n})")]
    if input.trimmingPrefix(while: \.isWhitespace).hasPrefix("{") { forms.append(("(", "\n)")) }
    func error(_ text: String) -> SyntaxError? { ScriptSyntax.error(in: Array(text.utf8)) }
    guard forms.allSatisfy({ error($0.0 + input + $0.1) != nil }) else { return false }
    return forms.contains { error($0.0 + input)?.isIncomplete == true } || isIncompleteTypeScript(input)
  }

  private static func isIncompleteTypeScript(_ input: String) -> Bool {
    let bytes = Array(input.utf8)
    return StackRoom.parseLarge(ParserOptions(language: .typeScript)) { options in
      do throws(SyntaxError) {
        _ = try ScriptText(parsing: bytes.span, kind: .program, importFunction: "import", options: options)
        return false
      } catch {
        return error.isIncomplete
      }
    }
  }

  /// The error in the text of a program that needs no modules; nil if it has none.
  ///
  /// - Parameter name: the referrer of the error.
  package static func syntaxError(in text: String, named name: String) -> ModuleError? {
    guard let error = ScriptSyntax.error(in: Array(text.utf8), kind: .program) else { return nil }
    return ModuleError(
      .invalidArgument, error.message, referrer: name, line: error.line, column: error.column, isSyntaxError: true)
  }

  private static func needsModules(_ bytes: [UInt8], _ options: ParserOptions) -> Bool {
    if ModuleSyntax.detect(bytes.span, options: options) { return true }
    guard let found = try? CommonJSExports(parsing: bytes.span, options: options) else { return false }
    let script = try? ScriptText(parsing: bytes.span, kind: .functionBody, importFunction: "_", options: options)
    return !found.requires.isEmpty || script?.hasDynamicImport == true
  }

  /// The calls of methods with these names in the text of a file; empty for a text with an error.
  package static func methodCalls(of names: Set<String>, in text: [UInt8], path: String) -> [MethodCall] {
    let language = ModuleExtension(ofPath: path)?.language ?? .javaScript
    let source = ModuleSource(url: ModuleURL(filePath: path), bytes: text, language: language)
    return StackRoom.parseLarge(source.parserOptions) { options in
      let isModule = ModuleSyntax.detect(text.span, options: options)
      return MethodCall.all(named: names, in: text.span, isModule: isModule, options: options)
    }
  }
}
