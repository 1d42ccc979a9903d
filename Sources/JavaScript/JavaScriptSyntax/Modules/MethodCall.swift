/// A call of a method, `.name(…)`, and the place of its last argument.
package struct MethodCall: Sendable, Hashable {
  /// The position of the name.
  package let position: ModuleText.Position
  /// The bytes of the last argument, if it is a string or a template without expressions.
  package let literal: Range<Int>?
  /// The offset at which another argument can be inserted.
  package let end: Int
  /// Whether there is an argument.
  package let hasArguments: Bool

  /// The calls in a text, in source order; empty for a text with an error.
  package static func all(
    named names: Set<String>, in source: Span<UInt8>, isModule: Bool, options: ParserOptions
  ) -> [MethodCall] {
    var parser = Parser(source, options, goal: isModule ? .module : .functionBody, recordsTokens: true)
    guard (try? parser.parseProgram()) != nil else { return [] }
    return parser.methodCalls(names)
  }
}

extension Parser {
  fileprivate mutating func methodCalls(_ names: Set<String>) -> [MethodCall] {
    // A text that is read twice, such as a possible arrow function, has its tokens twice.
    var records: [Int32: TokenRecord] = [:]
    for token in tokens { records[token.start] = token }
    let sorted = records.values.sorted { $0.start < $1.start }
    var found: [MethodCall] = []
    for index in sorted.indices.dropLast(2)
    where sorted[index].kind == .dot && sorted[index + 1].kind == .name && sorted[index + 2].kind == .leftParen {
      let name = sorted[index + 1]
      guard names.contains(text(of: name)), let call = call(sorted, name, opening: index + 2) else { continue }
      found.append(call)
    }
    return found
  }

  private mutating func call(_ tokens: [TokenRecord], _ name: TokenRecord, opening: Int) -> MethodCall? {
    var depth = 0
    /// The first token of the last argument.
    var first = opening + 1
    for index in opening..<tokens.count {
      switch tokens[index].kind {
      case .leftParen, .leftBrace, .leftBracket: depth += 1
      case .rightParen, .rightBrace, .rightBracket: depth -= 1
      case .comma where depth == 1:
        if index + 1 < tokens.count, tokens[index + 1].kind != .rightParen { first = index + 1 }
      default: break
      }
      guard depth == 0 else { continue }
      var last = index - 1
      if last > opening, tokens[last].kind == .comma { last -= 1 }
      let hasArguments = last > opening
      let argument = tokens[last]
      let isLiteral = hasArguments && last == first && isLiteral(argument)
      return MethodCall(
        position: position(of: Int(name.start)),
        literal: isLiteral ? Int(argument.start)..<Int(argument.end) : nil, end: Int(tokens[last].end),
        hasArguments: hasArguments)
    }
    return nil
  }

  private func isLiteral(_ token: TokenRecord) -> Bool {
    if token.kind == .string { return true }
    let backtick = UInt8(ascii: "`")
    guard token.kind == .template || token.kind == .templateTail else { return false }
    return source[Int(token.start)] == backtick && source[Int(token.end) - 1] == backtick
  }

  private func text(of token: TokenRecord) -> String {
    String(decoding: (Int(token.start)..<Int(token.end)).map { source[$0] }, as: UTF8.self)
  }
}
