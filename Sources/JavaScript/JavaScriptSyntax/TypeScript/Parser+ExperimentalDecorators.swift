/// A decorator of a parameter: an expression that is moved in front of its method.
struct ParameterDecorator {
  /// From the `@` to the end of the expression.
  var range: Range<Int>
  /// Where the method begins, behind its decorators.
  var method: Int
  /// Of the parameter, from 0 on.
  var index: Int
}

/// The decorators that TypeScript had before the language had any: `experimentalDecorators`.
///
/// They are evaluated, and applied, when the class has been evaluated: bridge-js/web/decorators/experimental.js. Those of
/// parameters are moved, which takes another pass over the text: `m(@d p)` is read again as `@0 d m(p)`, whose number is
/// the parameter's. The lines in the method's body stay where they are.
extension Parser {
  var readsMovedDecorators: Bool { decoratorPass > 0 }

  /// Reads the expression of a decorator, behind its `@`: any with dots and calls, but without brackets.
  mutating func parseExperimentalDecorator() throws(Stop) {
    if at(.number), readsMovedDecorators { return try parseMovedDecorator() }
    hasOwnDecorators = true
    let start = token.start
    var callee: Expression
    if at(.leftParen) {
      callee = try parseParenthesized()
      try requireValue(callee)
    } else {
      guard at(.name) else { throw unexpected("a decorator: a name, a call or an expression in parentheses") }
      callee = try parseReference()
    }
    while true {
      if at(.less) { try skipTypeArguments() }
      if at(.leftParen) {
        markCallee(callee)
        try parseArguments()
      } else if try take(.dot) {
        if at(.privateName) {
          try usePrivateName()
        } else if !at(.name) {
          throw unexpected("the name of a property")
        }
        try advance()
      } else {
        return
      }
      callee = Expression(.member, at: start)
    }
  }

  // MARK: Parameters

  /// Reads the decorators before a parameter.
  mutating func parseParameterDecorators(_ traits: FunctionTraits, _ index: Int) throws(Stop) {
    guard hasExperimentalDecorators else {
      throw fail(
        .unsupported,
        "A decorator of a parameter is TypeScript's older form: set experimentalDecorators in the tsconfig.json, or decorate "
          + "the method or the class.", at: token.start)
    }
    guard traits.contains(.classMember), !decorated.isExpression else {
      throw fail(
        .unsupported, "Only a parameter of a method or constructor of a class declaration may have decorators.",
        at: token.start)
    }
    if emitsDecoratorMetadata { throw metadataOfTypes() }
    if decoratorPass >= 8 { throw fail(.tooDeep, "Decorators of parameters are nested too deeply.", at: token.start) }
    // Those of the same parameters are read again after an attempt that failed.
    while at(.at) {
      let start = token.start
      try advance()
      try parseDecorator()
      parameterDecorators[start] = ParameterDecorator(
        range: start..<tokenizer.previousEnd, method: Int(decorated.elementStart), index: index)
    }
  }

  /// Reads the decorator of a parameter, which was moved: its `@` is followed by the parameter's number.
  private mutating func parseMovedDecorator() throws(Stop) {
    rewrite(token.start..<token.end, "__syntax__.parameter(\(source.string(token.start..<token.end)),")
    try advance()
    let hadOwnDecorators = hasOwnDecorators
    try parseDecorator()
    hasOwnDecorators = hadOwnDecorators
    rewrite(tokenizer.previousEnd..<tokenizer.previousEnd, ")")
  }

  /// The text with the decorators of its parameters in front of their methods; nil if no parameter has any.
  ///
  /// Those within others move in the next pass.
  func textWithMovedDecorators() -> [UInt8]? {
    if parameterDecorators.isEmpty { return nil }
    var moved: [ParameterDecorator] = []
    for decorator in parameterDecorators.values.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where decorator.range.lowerBound >= moved.last?.range.upperBound ?? 0 {
      moved.append(decorator)
    }
    // A method may be in the body or a default of another one, so its place is not in the order of the decorators.
    let insertions = moved.sorted { ($0.method, $0.range.lowerBound) < ($1.method, $1.range.lowerBound) }
    var result: [UInt8] = []
    result.reserveCapacity(source.count + 8 * moved.count)
    var next = 0
    var position = 0
    func copy(to end: Int) {
      while next < insertions.count, insertions[next].method <= end {
        let decorator = insertions[next]
        source.append(position..<decorator.method, to: &result)
        position = decorator.method
        result.append(contentsOf: "@\(decorator.index) ".utf8)
        source.append(decorator.range.lowerBound + 1..<decorator.range.upperBound, to: &result)
        result.append(UInt8(ascii: " "))
        next += 1
      }
      source.append(position..<end, to: &result)
    }
    for decorator in moved {
      copy(to: decorator.range.lowerBound)
      position = decorator.range.upperBound
    }
    copy(to: source.count)
    return result
  }

  // MARK: Refusals

  mutating func decoratedExpression() -> Stop {
    fail(
      .unsupported,
      "With experimentalDecorators only class declarations may have decorators: declare the class, and then use its name.",
      at: token.start)
  }

  mutating func metadataOfTypes() -> Stop {
    fail(
      .unsupported,
      "emitDecoratorMetadata is not supported, because types are removed without being read: remove it from the "
        + "tsconfig.json, and pass the types to the decorators.", at: token.start)
  }

  mutating func refuseDecoratedPrivateName(_ element: ClassElement) throws(Stop) {
    guard hasExperimentalDecorators, element.key.kind == .privateName else { return }
    throw fail(
      .unsupported, "With experimentalDecorators an element with a private name must not have decorators.",
      at: element.key.start)
  }
}

extension ParserOptions {
  /// The options of the next pass, over a text whose decorators of parameters have moved.
  var afterMovingDecorators: ParserOptions {
    var options = self
    options.decoratorPass += 1
    return options
  }
}
