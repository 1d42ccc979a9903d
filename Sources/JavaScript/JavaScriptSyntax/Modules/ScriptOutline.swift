/// The structure of a script's text for coverage: its functions, and the positions at which code begins.
package struct ScriptOutline: Sendable {
  package struct Function: Sendable, Equatable {
    /// Nil for a function without one.
    package let name: String?
    /// The beginning of its parameters; the `=>` of an arrow function.
    package let start: ModuleText.Position
    package let end: ModuleText.Position
    /// Whether it is asynchronous or a generator.
    package let isSuspendable: Bool
  }

  /// Ordered by their beginnings.
  package private(set) var functions: [Function] = []
  /// The positions at which names, keywords, numbers, strings, templates and regular expressions begin, in order.
  ///
  /// Words that only join blocks, such as `else`, are not among them.
  package private(set) var words: [ModuleText.Position] = []

  /// Parses a script's text; a text with an error has no outline.
  package init(parsing source: String, options: ParserOptions = ParserOptions()) {
    let bytes = Array(source.utf8)
    var parser = Parser(bytes.span, options, goal: .script, recordsTokens: true)
    guard (try? parser.parseProgram()) != nil else { return }
    let tokens = parser.tokens
    let openings = parser.openings()
    for token in tokens where ScriptOutline.isWord(token) { words.append(parser.position(of: Int(token.start))) }
    var index = 0
    for range in parser.functions.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      while index < tokens.count, Int(tokens[index].start) < range.lowerBound { index += 1 }
      guard let label = parser.functionLabel(atToken: index, openings) else { continue }
      functions.append(
        Function(
          name: label.name, start: parser.position(of: range.lowerBound), end: parser.position(of: range.upperBound),
          isSuspendable: label.isSuspendable))
    }
  }

  private static func isWord(_ token: TokenRecord) -> Bool {
    switch token.kind {
    case .name: ![.else, .try, .catch, .finally, .do, .case, .default].contains(token.name)
    case .privateName, .number, .bigInt, .string, .template, .regularExpression: true
    default: false
    }
  }
}

/// The tokens before a function's parameters.
private struct FunctionLabel {
  var name: String?
  var isSuspendable = false
}

extension Parser {
  /// The label of a function whose parameters, or the arrow behind them, are at a token; nil if it is none.
  ///
  /// An anonymous function has the name of the variable or property that it is the first value of. The parser's functions
  /// are also fields' values and static blocks, which begin with other tokens or behind an `=`.
  fileprivate func functionLabel(atToken start: Int, _ openings: [Int]) -> FunctionLabel? {
    guard start < tokens.count else { return nil }
    var label = FunctionLabel()
    var index = start - 1
    if tokens[start].kind == .arrow {
      // The parameters `(a, b)`, or one without parentheses.
      index = openings[index] - 1
      label.isSuspendable = take(.async, &index)
      label.name = nameOfValue(before: index)
      return label
    }
    guard tokens[start].kind == .leftParen, index >= 0 else { return nil }
    switch tokens[index].kind {
    case .star: break
    case .name where tokens[index].name == .function: break
    case .name, .privateName, .string, .number, .bigInt:
      label.name = text(ofToken: index)
      index -= 1
    case .rightBracket: return label
    default: return nil
    }
    if index >= 0, tokens[index].kind == .star {
      label.isSuspendable = true
      index -= 1
    }
    let isExpression = take(.function, &index)
    if take(.async, &index) { label.isSuspendable = true }
    if isExpression, label.name == nil { label.name = nameOfValue(before: index) }
    return label
  }

  /// Passes over a word, if it is at an index.
  private func take(_ name: Name, _ index: inout Int) -> Bool {
    guard index >= 0, tokens[index].kind == .name, tokens[index].name == name else { return false }
    index -= 1
    return true
  }

  /// For each token its own index; for `)` that of the `(` that it closes.
  fileprivate func openings() -> [Int] {
    var openings = Array(tokens.indices)
    var open: [Int] = []
    for index in tokens.indices {
      if tokens[index].kind == .leftParen { open.append(index) }
      if tokens[index].kind == .rightParen, let opening = open.popLast() { openings[index] = opening }
    }
    return openings
  }

  /// The name before `=` or `:`, which are at an index.
  private func nameOfValue(before index: Int) -> String? {
    guard index > 0, tokens[index].kind == .assign || tokens[index].kind == .colon else { return nil }
    switch tokens[index - 1].kind {
    case .name where !tokens[index - 1].name.isReserved, .privateName, .string: return text(ofToken: index - 1)
    default: return nil
    }
  }

  private func text(ofToken index: Int) -> String {
    let text = source.string(Int(tokens[index].start)..<Int(tokens[index].end))
    return tokens[index].kind == .string ? String(text.dropFirst().dropLast()) : text
  }
}
