/// A call of `import()` or `require()` whose specifier is a string.
public struct LiteralRequest: Sendable, Hashable {
  /// The function that is called.
  public enum Function: Sendable, Hashable { case `import`, require }

  /// The function that is called.
  public var function: Function
  /// The value of the string.
  public var specifier: String
  /// The position of the string.
  public var position: ModuleText.Position
  /// Whether the call has more arguments, such as import attributes.
  public var hasOptions: Bool
  /// Whether the code handles a failure: the call is in a `try` block, or its result is used by `.then` or `.catch`.
  public var isOptional: Bool
}

extension LiteralRequest {
  /// The calls in a text, in source order; empty for a text with an error.
  ///
  /// - parameter isModule: whether the text is an ECMAScript module; otherwise it is the body of a function.
  public static func all(
    in source: Span<UInt8>, isModule: Bool, options: ParserOptions = ParserOptions()
  ) -> [LiteralRequest] {
    var parser = Parser(source, options, goal: isModule ? .module : .functionBody, recordsTokens: true)
    guard (try? parser.parseProgram()) != nil else { return [] }
    return (isModule ? [] : parser.jsxRequests()) + parser.literalRequests()
  }
}

extension Parser {
  fileprivate mutating func literalRequests() -> [LiteralRequest] {
    // A type may be written as `import("x").T`: only a call has this edit.
    let imports = Set(edits.lazy.filter { $0.kind == .importCall }.map(\.start))
    var found: [LiteralRequest] = []
    /// For each open brace, whether it opens a `try` block or stands in one.
    var tried: [Bool] = []
    // A text that is read twice, such as a possible arrow function, has its tokens twice.
    var seen: Set<Int32> = []
    for index in tokens.indices {
      let token = tokens[index]
      switch token.kind {
      case .leftBrace:
        let opens = index > 0 && isWord(index - 1, "try") && !(index > 1 && tokens[index - 2].kind == .dot)
        tried.append(opens || tried.last ?? false)
      case .rightBrace: _ = tried.popLast()
      case .name where seen.insert(token.start).inserted:
        let isImport = imports.contains(token.start)
        let isRequire = !isImport && isWord(index, "require") && !(index > 0 && isMember(index))
        guard isImport || isRequire, index + 3 < tokens.count, tokens[index + 1].kind == .leftParen,
          tokens[index + 2].kind == .string
        else { continue }
        let end = tokens[index + 3].kind
        guard end == .rightParen || end == .comma else { continue }
        let string = tokens[index + 2]
        let units = units(of: Token(kind: .string, start: Int(string.start), end: Int(string.end)))
        guard isWellFormed(units) else { continue }
        let isUsed = isImport && index + 4 < tokens.count && tokens[index + 4].kind == .dot
        found.append(
          LiteralRequest(
            function: isImport ? .import : .require, specifier: String(decoding: units, as: UTF16.self),
            position: position(of: Int(string.start)), hasOptions: end == .comma,
            isOptional: isUsed || tried.last ?? false))
      default: break
      }
    }
    return found
  }

  private func isMember(_ index: Int) -> Bool {
    tokens[index - 1].kind == .dot || tokens[index - 1].kind == .questionDot
  }

  private func isWord(_ index: Int, _ text: StaticString) -> Bool {
    let token = tokens[index]
    return Int(token.end - token.start) == text.utf8CodeUnitCount && source.has(text, at: Int(token.start))
  }
}
