/// A script's text, edited so that `import()` calls a function.
///
/// Nothing else changes, and no line moves.
public struct ScriptText: Sendable, Hashable {
  /// The kind of a text that is not a module.
  public enum Kind: Sendable, Hashable {
    /// Evaluated unchanged.
    case script
    /// The body of a function, such as a CommonJS module's text: `return` and `new.target` are allowed.
    case functionBody
    /// The body of an async function, such as a program: `return` and `await` are allowed.
    case program
  }

  /// The edited text.
  public var code: String
  /// Whether the text contains `import()`.
  public var hasDynamicImport: Bool
  /// Whether syntax that the engine does not parse was rewritten.
  package var isRewritten: Bool

  /// Parses a script's text.
  ///
  /// - parameter source: the bytes of the text, UTF-8.
  /// - parameter importFunction: the name of the function, or an expression for it, that is called for `import()`.
  /// - throws: the first error in the text.
  public init(
    parsing source: Span<UInt8>, kind: Kind = .script, importFunction: String, options: ParserOptions = ParserOptions()
  ) throws(SyntaxError) {
    var parser = Parser(source, options, goal: kind.goal)
    do {
      try parser.parseProgram()
    } catch {
      throw parser.tokenizer.error
    }
    if let moved = parser.textWithMovedDecorators() {
      self = try ScriptText(
        parsing: moved.span, kind: kind, importFunction: importFunction, options: options.afterMovingDecorators)
    } else {
      self.init(parsed: &parser, importFunction)
    }
  }

  /// The text of a parser that has read it without an error.
  init(parsed parser: inout Parser, _ importFunction: String) {
    hasDynamicImport = parser.module.hasDynamicImport
    isRewritten = parser.usesNewSyntax
    code = parser.scriptText(importFunction)
  }

  /// Parses a script's text.
  public init(
    parsing source: String, kind: Kind = .script, importFunction: String, options: ParserOptions = ParserOptions()
  ) throws(SyntaxError) {
    try self.init(parsing: Array(source.utf8).span, kind: kind, importFunction: importFunction, options: options)
  }
}

extension Parser {
  fileprivate mutating func scriptText(_ importFunction: String) -> String {
    let jsxNames = requireJSX()
    sortEdits()
    var writer = ModuleWriter(source, reserving: edits.count * importFunction.utf8.count)
    for edit in edits {
      if writer.isPast(Int(edit.start)) { continue }
      writer.copy(to: Int(edit.start))
      switch edit.kind {
      case .importCall: writer.replace(to: Int(edit.end), with: importFunction)
      case .jsxFunction: writer.replace(to: Int(edit.end), with: jsxNames?.code(Int(edit.value)) ?? "")
      case .jsxFactory: writer.write(factoryName(edit.value))
      default: write(edit, to: &writer)
      }
    }
    writer.copy(to: source.count)
    return writer.text()
  }
}

extension ScriptText.Kind {
  var goal: Parser.Goal {
    switch self {
    case .script: .script
    case .functionBody: .functionBody
    case .program: .program
    }
  }
}
