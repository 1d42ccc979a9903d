extension Parser {
  /// Reads the modifiers of a class's element.
  ///
  /// Returns `true` if the element is an index signature, which is read whole.
  mutating func parseTypedElementStart(_ element: inout ClassElement) throws(Stop) -> Bool {
    let start = token.start
    element.mark = eraseMark
    loop: while at(.name), !token.isEscaped {
      let isStatic = at(Name.static)
      switch token.name {
      case .public, .private, .protected, .override, .abstract, .declare, .readonly: break
      case .static where !element.isStatic: break
      default: break loop
      }
      let next = try peek()
      if endsElementName(next) || (isStatic ? next.kind == .leftBrace : next.followsLine) { break }
      if isStatic {
        element.isStatic = true
      } else {
        if at(Name.abstract) { element.isAbstract = true }
        if at(Name.abstract) || at(Name.declare) { element.isSignature = true }
        blank(token.start..<token.end)
      }
      try advance()
    }
    // `[a]` and `*a` would go on with the field before.
    let goesOn = at(.leftBracket) || at(.star) || at(Name.in) || at(Name.instanceof)
    if goesOn, !element.isStatic, edits.count > element.mark.edits {
      edits[element.mark.edits].kind = .blankStatement
    }
    guard at(.leftBracket), try beginsIndexSignature() else { return false }
    try skipBrackets("index signature")
    if at(.colon) { try skipTypeAnnotation() }
    try endStatement()
    erase(start, element.mark)
    return true
  }

  /// Whether `[a: T]` stands here.
  private mutating func beginsIndexSignature() throws(Stop) -> Bool {
    let place = tokenizer.place
    defer { tokenizer.place = place }
    try tokenizer.advance()
    guard at(.name) else { return false }
    try tokenizer.advance()
    return at(.colon)
  }

  /// Ends a method without a body.
  mutating func endMethodSignature(_ element: ClassElement, _ traits: FunctionTraits, _ start: Int) throws(Stop) {
    if !element.isAbstract, !traits.isDisjoint(with: [.getter, .setter]) {
      throw fail(
        .unexpectedToken, "A getter or setter must have a body unless it is abstract; 'declare' is for fields.",
        at: element.key.start)
    }
    erase(start, element.mark)
  }

  /// Ends a field, which `abstract` and `declare` make none of.
  ///
  /// - Parameter isAbsent: whether it is none for want of a value.
  mutating func endTypedField(_ element: ClassElement, _ start: Int, isAbsent: Bool) {
    if element.isSignature || isAbsent { erase(start, element.mark) }
  }
}
