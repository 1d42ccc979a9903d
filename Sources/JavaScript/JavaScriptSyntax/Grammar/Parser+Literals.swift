extension Parser {
  mutating func parseArray() throws(Stop) -> Expression {
    let start = token.start
    var list = Cover()
    try advance()
    while !at(.rightBracket) {
      if at(.comma) {
        try advance()
        continue
      }
      let mark = targets.count
      if at(.ellipsis) {
        let rest = Int32(token.start)
        try advance()
        let element = try parseCover(true)
        absorb(element, into: &list, from: mark)
        let hasDefault =
          element.kind == .nameAssignment || element.kind == .memberAssignment || element.kind == .patternAssignment
        if hasDefault || at(.comma) { list.refusePattern(rest) }
      } else {
        absorb(try parseCover(true), into: &list, from: mark)
      }
      guard at(.comma) else { break }
      try advance()
    }
    try close(.rightBracket, "]", "array", from: start)
    cover = list
    return Expression(.array, at: start)
  }

  mutating func parseObject() throws(Stop) -> Expression {
    let start = token.start
    var list = Cover()
    var hasProto = false
    try advance()
    while !at(.rightBrace) {
      if at(.ellipsis) {
        try parseSpread(&list)
      } else {
        try parseProperty(&list, &hasProto)
      }
      guard at(.comma) else { break }
      try advance()
    }
    try close(.rightBrace, "}", "object", from: start)
    cover = list
    return Expression(.object, at: start)
  }

  private mutating func parseSpread(_ list: inout Cover) throws(Stop) {
    let mark = targets.count
    let rest = Int32(token.start)
    try advance()
    let element = try parseCover(true)
    absorb(element, into: &list, from: mark)
    let isTarget = element.kind == .identifier || element.kind == .member || element.kind == .privateMember
    if !isTarget || at(.comma) { list.refusePattern(rest) }
  }

  /// Whether the token ends the name of a property, so that the name before it was no modifier.
  var endsPropertyName: Bool {
    switch token.kind {
    case .comma, .colon, .leftParen, .rightBrace, .assign, .semicolon, .end, .question, .bang: true
    case .less: isTypeScript
    default: false
    }
  }

  private mutating func parseProperty(_ list: inout Cover, _ hasProto: inout Bool) throws(Stop) {
    let start = token.start
    var traits: FunctionTraits = .method
    var key = token
    if at(.name) {
      try advance()
      switch key.name {
      case .get, .set, .async:
        guard !endsPropertyName, !key.isEscaped else { break }
        if key.name == .async {
          guard !token.followsLine else { break }
          traits.insert(.async)
          if at(.star) {
            traits.insert(.generator)
            try advance()
          }
        } else {
          traits.insert(key.name == .get ? .getter : .setter)
        }
        key = token
        try parsePropertyKey()
      default: break
      }
      if traits == .method { return try parseNamedProperty(key, &list, &hasProto) }
    } else {
      if at(.star) {
        traits.insert(.generator)
        try advance()
      }
      key = token
      try parsePropertyKey()
    }
    if at(.leftParen) || (isTypeScript && at(.less)) {
      list.refusePattern(Int32(start))
      return try parseMethod(traits, start)
    }
    guard traits == .method else { throw expected("(", "before the parameters of the method") }
    try parsePropertyValue(key, &list, &hasProto)
  }

  /// Reads what follows a property's name that is an identifier or a word.
  private mutating func parseNamedProperty(
    _ key: Token, _ list: inout Cover, _ hasProto: inout Bool
  ) throws(Stop) {
    switch token.kind {
    case .colon: return try parsePropertyValue(key, &list, &hasProto)
    case .leftParen:
      list.refusePattern(Int32(key.start))
      return try parseMethod(.method, key.start)
    case .less where isTypeScript:
      list.refusePattern(Int32(key.start))
      return try parseMethod(.method, key.start)
    case .comma, .rightBrace, .assign: break
    default: throw unexpected("',' or '}' in the object")
    }
    // `{ a }` or `{ a = 1 }`.
    let place = tokenizer.place
    tokenizer.token = key
    try checkName()
    if key.name == .arguments { try checkArguments() }
    tokenizer.place = place
    targets.append(addReference(key, .shorthand).reference)
    if key.name == .arguments { noteFreeArguments(targets[targets.count - 1]) }
    if isStrict, key.name == .eval || key.name == .arguments { list.refusePattern(Int32(key.start)) }
    if at(.assign) {
      if list.notExpression < 0 { list.notExpression = Int32(token.start) }
      try advance()
      try parseAssignment()
    }
  }

  private mutating func parsePropertyValue(
    _ key: Token, _ list: inout Cover, _ hasProto: inout Bool
  ) throws(Stop) {
    guard at(.colon) else { throw expected(":", "after the name of the property") }
    try advance()
    let isProto =
      (key.kind == .name && key.name == .proto)
      || (key.kind == .string && key.end - key.start == 11 && source.has("__proto__", at: key.start + 1))
    if isProto {
      if hasProto, list.duplicateProto < 0 { list.duplicateProto = Int32(key.start) }
      hasProto = true
    }
    let mark = targets.count
    absorb(try parseCover(true), into: &list, from: mark)
  }

  /// Reads the name of a property or method: a word, a string, a number or an expression in brackets.
  mutating func parsePropertyKey() throws(Stop) {
    switch token.kind {
    case .name, .bigInt: try advance()
    case .string, .number:
      if token.flaw == .legacyOctal, isStrict {
        throw fail(
          .strictMode, "Octal numbers with a leading zero and octal escapes are not allowed in strict code.",
          at: token.start)
      }
      try advance()
    case .leftBracket:
      let start = token.start
      try advance()
      try parseAssignment()
      try close(.rightBracket, "]", "computed name", from: start)
    case .privateName: throw fail(.earlyError, "A private name is allowed in classes only.", at: token.start)
    default: throw unexpected("the name of a property")
    }
  }
}
