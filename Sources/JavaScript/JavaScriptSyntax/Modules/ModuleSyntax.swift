/// Distinguishes modules from scripts by their syntax.
public enum ModuleSyntax {
  /// Whether a text is a module by its syntax, as Node decides for a file whose name is ambiguous.
  ///
  /// A text is a module if it has an `import` or `export` declaration or `import.meta`, or a top-level `await` that is
  /// not a name and is an error in the body of a function. A text without the words `import`, `export` and `await` is
  /// not parsed. A text with any other error is not a module.
  public static func detect(_ source: Span<UInt8>, options: ParserOptions = ParserOptions()) -> Bool {
    guard mayBeModule(source) else { return false }
    var script = Parser(source, options, goal: .functionBody)
    do {
      try script.parseProgram()
      return false
    } catch {
      if script.tokenizer.failure?.code == .moduleSyntax { return true }
    }
    var module = Parser(source, options, goal: .module)
    do {
      try module.parseProgram()
      return module.module.firstAwait >= 0 || module.module.hasDeclarations || module.module.usesMeta
    } catch {
      return false
    }
  }

  /// Whether a text is a module by its syntax.
  public static func detect(_ source: String, options: ParserOptions = ParserOptions()) -> Bool {
    detect(Array(source.utf8).span, options: options)
  }

  /// Whether one of the words stands in the text.
  static func mayBeModule(_ source: Span<UInt8>) -> Bool {
    let count = source.count
    var index = 0
    while index < count {
      let byte = source[index]
      // Their second letters are rarer than their first ones.
      if byte == UInt8(ascii: "m") || byte == UInt8(ascii: "x") || byte == UInt8(ascii: "w") {
        if index > 0, isWord(source, index - 1) { return true }
      }
      index += 1
    }
    return false
  }

  private static func isWord(_ source: Span<UInt8>, _ start: Int) -> Bool {
    func has(_ word: StaticString) -> Bool {
      guard start + word.utf8CodeUnitCount <= source.count else { return false }
      for offset in 0..<word.utf8CodeUnitCount where unsafe source[start + offset] != word.utf8Start[offset] {
        return false
      }
      return true
    }
    return has("import") || has("export") || has("await")
  }
}
