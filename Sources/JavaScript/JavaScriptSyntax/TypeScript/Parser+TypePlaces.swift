/// Types behind names, values and declarations, which become blank.
extension Parser {
  /// Reads `: T` and makes it blank.
  mutating func skipTypeAnnotation() throws(Stop) {
    let start = token.start
    try expect(.colon, ":", "before the type")
    try skipReturned()
    blank(start..<tokenizer.previousEnd)
  }

  mutating func skipReturnType() throws(Stop) { try skipTypeAnnotation() }

  mutating func skipTypeParameters() throws(Stop) {
    let start = token.start
    guard try skipTypeParameterList() != .type else {
      throw fail(.unexpectedToken, "A type parameter must be a name.", at: start)
    }
    blank(start..<tokenizer.previousEnd)
  }

  mutating func skipTypeArguments() throws(Stop) {
    let start = token.start
    try skipTypeList()
    blank(start..<tokenizer.previousEnd)
  }

  /// Reads the types behind `implements`.
  mutating func skipImplements() throws(Stop) {
    let start = token.start
    repeat {
      try advance()
      try skipType()
    } while at(.comma)
    blank(start..<tokenizer.previousEnd)
  }

  /// Reads `!` and `: T` behind a variable's name.
  mutating func skipVariableType() throws(Stop) {
    if at(.bang), !token.followsLine {
      blank(token.start..<token.end)
      try advance()
    }
    if at(.colon) { try skipTypeAnnotation() }
  }

  /// Reads `?` and `: T` behind a parameter's name.
  mutating func skipParameterType(isRest: Bool) throws(Stop) {
    if at(.question) {
      blank(token.start..<token.end)
      try advance()
    }
    if at(.colon) { try skipTypeAnnotation() }
  }
}
