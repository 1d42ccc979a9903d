import JavaScriptSyntax

/// Tells whether a program's text needs modules.
package enum ProgramText {
  /// Whether a text has an `import` or `export`, `import()` or `require()`, so that it cannot run as a script alone.
  ///
  /// A text without these words is not parsed.
  ///
  /// - Parameter path: the file's path; nil for a text without a file.
  package static func needsModules(_ text: String, path: String?) -> Bool {
    if let path, let kind = ModuleExtension(ofPath: path), kind.language == .typeScript || kind.format != nil {
      return kind.format != .json
    }
    let bytes = Array(text.utf8)
    guard ["import", "export", "require"].contains(where: { text.utf8.contains($0.utf8) }) else { return false }
    var needs = false
    let isTold = StackRoom.withLargeStack {
      needs = needsModules(bytes, ParserOptions(stackBudget: StackRoom.largeBudget))
    }
    return isTold ? needs : needsModules(bytes, ParserOptions())
  }

  private static func needsModules(_ bytes: [UInt8], _ options: ParserOptions) -> Bool {
    if ModuleSyntax.detect(bytes.span, options: options) { return true }
    guard let found = try? CommonJSExports(parsing: bytes.span, options: options) else { return false }
    let script = try? ScriptText(parsing: bytes.span, kind: .functionBody, importFunction: "_", options: options)
    return !found.requires.isEmpty || script?.hasDynamicImport == true
  }
}
