/// The names that a CommonJS module exports and the modules that it requires, as far as its text shows them.
///
/// The patterns are those of Node's cjs-module-lexer, so that `import { a } from "./b.cjs"` finds the same exports as
/// in Node.
public struct CommonJSExports: Sendable, Hashable {
  /// The names, in the order in which they are found, including `__esModule`.
  public var names: [String]
  /// The specifiers of the modules whose exports are re-exported.
  public var reexports: [String]
  /// The specifiers of all `require("…")`, each once.
  public var requires: [String]

  /// Whether the module is marked as compiled from an ES module.
  public var isESModule: Bool { names.contains { ExactText($0) == "__esModule" } }

  /// Parses a CommonJS module's text.
  ///
  /// - throws: the first error in the text.
  public init(parsing source: Span<UInt8>, options: ParserOptions = ParserOptions()) throws(SyntaxError) {
    var parser = Parser(source, options, goal: .functionBody, recordsTokens: true)
    do {
      try parser.parseProgram()
    } catch {
      throw parser.tokenizer.error
    }
    self = parser.commonJSExports()
  }

  /// Parses a CommonJS module's text.
  public init(parsing source: String, options: ParserOptions = ParserOptions()) throws(SyntaxError) {
    try self.init(parsing: Array(source.utf8).span, options: options)
  }

  init() {
    names = []
    reexports = []
    requires = []
  }
}

extension Parser {
  borrowing func commonJSExports() -> CommonJSExports {
    var scanner = CommonJSScanner(source: source, tokens: tokens, strings: [:])
    // The values of strings need the parser, and few of them are asked for.
    for (index, token) in tokens.enumerated() where token.kind == .string {
      guard index > 0, index + 1 < tokens.count, scanner.isPlace(ofString: index) else { continue }
      let string = Token(kind: .string, start: Int(token.start), end: Int(token.end))
      let units = units(of: string)
      if isWellFormed(units) { scanner.strings[index] = String(decoding: units, as: UTF16.self) }
    }
    return scanner.scan()
  }
}
