/// A CommonJS module, parsed once: its text as the body of a function, and its exports.
public struct CommonJSModule: Sendable, Hashable {
  /// The text, in which `import()` calls a function.
  public var script: ScriptText
  /// The names that the module exports and the modules that it requires.
  public var exports: CommonJSExports

  /// Parses a module's text.
  ///
  /// - parameter source: the bytes of the text, UTF-8.
  /// - parameter importFunction: the name of the function that is called for `import()`.
  /// - throws: the first error in the text.
  public init(
    parsing source: Span<UInt8>, importFunction: String, options: ParserOptions = ParserOptions()
  ) throws(SyntaxError) {
    var parser = Parser(source, options, goal: .functionBody, recordsTokens: true)
    do {
      try parser.parseProgram()
    } catch {
      throw parser.tokenizer.error
    }
    if let moved = parser.textWithMovedDecorators() {
      self = try CommonJSModule(
        parsing: moved.span, importFunction: importFunction, options: options.afterMovingDecorators)
    } else {
      exports = parser.commonJSExports()
      script = ScriptText(parsed: &parser, importFunction)
    }
  }
}
