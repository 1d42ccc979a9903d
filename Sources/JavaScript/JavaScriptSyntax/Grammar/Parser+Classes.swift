/// The private names of a class that is being read.
struct ClassNames {
  var firstName: Int
  /// Where the class begins.
  var start: Int32
  /// Indices into `Parser.privateNames`.
  var indices: [Name: Int] = [:]
}

struct PrivateName {
  enum Kind { case member, getter, setter, accessors }

  var name: Name
  var kind: Kind
  var isStatic: Bool
}

struct PrivateUse {
  var name: Name
  var start: Int32
}

extension Parser {
  // MARK: Private names

  /// Notes the use of the private name that is the token.
  mutating func usePrivateName() throws(Stop) {
    if classes.isEmpty { throw undeclaredPrivateName(token.name, token.start) }
    let start = Int32(token.start)
    privateUses.append(PrivateUse(name: token.name, start: start))
    openPrivateUses[token.name, default: []].append(start)
    openPrivateUseCount += 1
  }

  /// Forgets the uses that came last: a part of the text is read anew.
  mutating func truncatePrivateUses(_ count: Int) {
    while privateUses.count > count {
      let use = privateUses.removeLast()
      // A class that has ended since may have declared it.
      if openPrivateUses[use.name]?.last == use.start { closePrivateUse(of: use.name) }
    }
  }

  private mutating func closePrivateUse(of name: Name) {
    openPrivateUses[name]?.removeLast()
    openPrivateUseCount -= 1
  }

  private mutating func undeclaredPrivateName(_ name: Name, _ start: Int) -> Stop {
    fail(.earlyError, "No enclosing class declares '#\(text(name))'.", at: start)
  }

  private mutating func declarePrivateName(_ key: Token, _ kind: PrivateName.Kind, isStatic: Bool) throws(Stop) {
    if key.name == .constructor {
      throw fail(.earlyError, "A private name must not be '#constructor'.", at: key.start)
    }
    if let index = classes[classes.count - 1].indices[key.name] {
      let existing = privateNames[index]
      let isPair =
        existing.isStatic == isStatic
        && ((existing.kind == .getter && kind == .setter) || (existing.kind == .setter && kind == .getter))
      guard isPair else {
        throw fail(.earlyError, "'#\(text(key.name))' is declared twice in its class.", at: key.start)
      }
      privateNames[index].kind = .accessors
      return
    }
    classes[classes.count - 1].indices[key.name] = privateNames.count
    privateNames.append(PrivateName(name: key.name, kind: kind, isStatic: isStatic))
  }

  /// Leaves a class: the private names that it does not declare must be an outer class's.
  private mutating func leaveClass() throws(Stop) {
    let names = classes.removeLast()
    // Each use is closed once, by the innermost class that declares it: no class looks at those of others.
    for name in names.indices.keys {
      while let last = openPrivateUses[name]?.last, last > names.start { closePrivateUse(of: name) }
    }
    privateNames.removeLast(privateNames.count - names.firstName)
    guard classes.isEmpty else { return }
    defer {
      privateUses = []
      openPrivateUses = [:]
    }
    guard openPrivateUseCount > 0 else { return }
    let first = openPrivateUses.compactMap { use in use.value.first.map { (use.key, $0) } }.min { $0.1 < $1.1 }
    if let first { throw undeclaredPrivateName(first.0, Int(first.1)) }
  }

  // MARK: Classes

  /// - Parameter isDeclaration: whether it is a default export, which is a declaration without a name.
  mutating func parseClassExpression(isDeclaration: Bool = false) throws(Stop) -> Expression {
    let start = token.start
    try advance()
    let outer = context
    context.insert(.strict)
    var name: Token?
    if at(.name), !at(Name.extends), !(isTypeScript && at(Name.implements)) {
      try checkBindingName()
      name = token
      try advance()
    }
    let state = beginClass()
    decorated.isExpression = !isDeclaration
    let head = start..<tokenizer.previousEnd
    try parseClassTail(name, state.decorators, start)
    try endClass(state, head, label: name, assignment: nil)
    context = outer
    return Expression(.other, at: start)
  }

  /// Reads a class behind its name.
  ///
  /// Strict code is set already.
  mutating func parseClassTail(_ name: Token?, _ decorators: ClassDecorators?, _ start: Int) throws(Stop) {
    try checkDepth()
    let outerScope = scope
    scope = table.open(.classBody, in: outerScope)
    if let name { _ = table.declareLexical(name.name, .ownName, in: scope, at: name.start) }
    if isTypeScript, at(.less) { try skipTypeParameters() }
    var traits: FunctionTraits = [.method, .classMember]
    var heritageWord: Range<Int>?
    if at(Name.extends) {
      heritageWord = token.start..<token.end
      try advance()
      traits.insert(.derived)
      arrowStart = -1
      let heritage = try parseSuffixes(try parsePrimary())
      try requireValue(heritage)
      if heritage.kind == .arrow { throw unexpected("'{' before the body of the class") }
      if isTypeScript, at(.less) { try skipTypeArguments() }
    }
    if isTypeScript, at(Name.implements) { try skipImplements() }
    let open = token.start
    try expect(.leftBrace, "{", "before the body of the class")
    beginClassBody(name, decorators, open: open, heritage: heritageWord)
    let outerStart = classStart
    classStart = open + 1
    classes.append(ClassNames(firstName: privateNames.count, start: Int32(open)))
    var hasConstructor = false
    while !at(.rightBrace) {
      if at(.end) { throw unclosed("}", "class", open) }
      if try take(.semicolon) { continue }
      try parseClassElement(traits, &hasConstructor)
    }
    try leaveClass()
    try advance()
    classStart = outerStart
    scope = outerScope
  }

  /// Whether the token ends the name of a class element, so that the name before it was no modifier.
  var endsElementName: Bool { endsElementName(token) }

  func endsElementName(_ token: Token) -> Bool {
    switch token.kind {
    case .leftParen, .assign, .semicolon, .rightBrace, .end: true
    case .at: token.followsLine
    case .less, .colon, .question, .bang: isTypeScript
    default: false
    }
  }

  private mutating func parseClassElement(
    _ classTraits: FunctionTraits, _ hasConstructor: inout Bool
  ) throws(Stop) {
    var rewriting = at(.at) ? try parseElementDecorators() : ElementRewriting()
    let start = token.start
    var element = ClassElement(key: token)
    var traits = classTraits
    if isTypeScript, try parseTypedElementStart(&element) { return }
    if element.hasName {
    } else if at(Name.static), !element.isStatic {
      element.key = token
      try advance()
      if endsElementName {
        element.hasName = true
      } else {
        element.isStatic = true
        if at(.leftBrace) {
          if rewriting.isNeeded { throw unexpected("a method, field or accessor behind its decorators") }
          return try parseStaticBlock()
        }
      }
    }
    if !element.hasName { try parseElementName(&element, &traits, &rewriting) }
    if isTypeScript, at(.question) || at(.bang) {
      blank(token.start..<token.end)
      try advance()
    }
    let key = element.key
    let isPlainName = key.kind == .name || key.kind == .string
    let isNamedConstructor =
      isPlainName && (key.name == .constructor || (key.kind == .string && isText(key, "constructor")))
    if at(.leftParen) || (isTypeScript && at(.less)) {
      if isNamedConstructor, !element.isStatic {
        if traits != classTraits {
          throw fail(.earlyError, "A constructor must not be a getter, a setter, a generator or async.", at: key.start)
        }
        traits.insert(.constructor)
      }
      try checkStaticName(element, isPlainName)
      if rewriting.accessor != nil { throw expected("=", "behind the name of the accessor") }
      decorated.elementStart = Int32(truncatingIfNeeded: start)
      guard try parseFunction(traits, nil) else {
        if rewriting.isNeeded {
          throw fail(.unsupported, "Only a method with a body may have decorators.", at: key.start)
        }
        return try endMethodSignature(element, traits, start)
      }
      try endElement(rewriting, element, traits)
      if key.kind == .privateName {
        let kind: PrivateName.Kind = traits.contains(.getter) ? .getter : traits.contains(.setter) ? .setter : .member
        try declarePrivateName(key, kind, isStatic: element.isStatic)
      }
      if traits.contains(.constructor) {
        if hasConstructor { throw fail(.earlyError, "A class must not have more than one constructor.", at: key.start) }
        hasConstructor = true
      }
      return
    }
    guard traits == classTraits else { throw expected("(", "before the parameters of the method") }
    if isNamedConstructor { throw fail(.earlyError, "A field must not be called 'constructor'.", at: key.start) }
    try checkStaticName(element, isPlainName)
    if key.kind == .privateName { try declarePrivateName(key, .member, isStatic: element.isStatic) }
    try beginField(rewriting, element)
    try parseField(element, start, rewriting)
  }

  private mutating func checkStaticName(_ element: ClassElement, _ isPlainName: Bool) throws(Stop) {
    guard element.isStatic, isPlainName else { return }
    if element.key.name == .prototype || (element.key.kind == .string && isText(element.key, "prototype")) {
      throw fail(.earlyError, "A static element must not be called 'prototype'.", at: element.key.start)
    }
  }

  /// Whether a string is this text, written without escapes.
  private func isText(_ string: Token, _ text: StaticString) -> Bool {
    string.end - string.start == text.utf8CodeUnitCount + 2 && source.has(text, at: string.start + 1)
  }

  private mutating func parseElementName(
    _ element: inout ClassElement, _ traits: inout FunctionTraits, _ rewriting: inout ElementRewriting
  ) throws(Stop) {
    element.key = token
    if at(.star) {
      traits.insert(.generator)
      try advance()
      return try parseElementKey(&element)
    }
    guard at(Name.async) || at(Name.get) || at(Name.set) || at(Name.accessor) else {
      return try parseElementKey(&element)
    }
    let modifier = token
    try advance()
    if endsElementName { return }
    switch modifier.name {
    case .async:
      if token.followsLine { return }
      traits.insert(.async)
      if try take(.star) { traits.insert(.generator) }
    case .accessor:
      if token.followsLine || at(.star) { return }
      rewriting.accessor = modifier.start..<modifier.end
    default:
      if at(.star) { return }
      traits.insert(modifier.name == .get ? .getter : .setter)
    }
    try parseElementKey(&element)
  }

  private mutating func parseElementKey(_ element: inout ClassElement) throws(Stop) {
    element.key = token
    if at(.privateName) { return try advance() }
    let state = beginElementName()
    try parsePropertyKey()
    endElementName(state)
    element.keyEnd = tokenizer.previousEnd
  }

  private mutating func parseField(
    _ element: ClassElement, _ start: Int, _ rewriting: ElementRewriting
  ) throws(Stop) {
    if isTypeScript, at(.colon) {
      try skipTypeAnnotation()
      // Without the type, such a name would be a modifier of the next line's declaration.
      if [.get, .set, .static, .async, .accessor].contains(element.key.name), !at(.assign), !at(.semicolon) {
        edits[edits.count - 1].kind = .blankStatement
      }
    }
    let isAssigned = try beginAssignedField(element, rewriting)
    let hasValue = at(.assign)
    if hasValue {
      let assign = token.start
      try advance()
      let state = enterFunction([.strict, .newTarget, .superProperty, .noArguments])
      scope = table.open(.function, in: scope)
      let outerThis = beginStatic(element.isStatic)
      let first = token
      let value = try parseAssignment()
      staticThis = outerThis
      leaveFunction(state)
      if isAssigned {
        rewrite(tokenizer.previousEnd..<tokenizer.previousEnd, "}")
      } else {
        endFieldValue(rewriting, element, assign: assign, isFunction: mayBeNamed(value, first))
      }
    } else if !isAssigned {
      endFieldValue(rewriting, element, assign: nil, isFunction: false)
    }
    try endStatement()
    endDecoratedField(rewriting, element)
    if isTypeScript { endTypedField(element, start, isAbsent: isAssigned && !hasValue) }
  }

  private mutating func parseStaticBlock() throws(Stop) {
    let start = token.start
    let state = enterFunction(
      [.strict, .newTarget, .superProperty, .noArguments, .awaitReserved])
    scope = table.open(.function, in: scope)
    try advance()
    let outer = beginList(.block)
    let outerThis = beginStatic(true)
    while !at(.rightBrace) {
      if at(.end) { throw unclosed("}", "static block", start) }
      try parseStatement(.list)
    }
    staticThis = outerThis
    try endBody(outer, from: start, to: token.start, opening: nil)
    leaveFunction(state)
    try advance()
  }
}

/// An element of a class, up to its name.
struct ClassElement {
  var key: Token
  /// The end of a computed name.
  var keyEnd = 0
  var isStatic = false
  /// Whether the modifiers' reader found that the last of them is the name.
  var hasName = false
  /// Whether it has no body or value: TypeScript's `abstract` and `declare`.
  var isSignature = false
  /// Whether it is one of those, `abstract`.
  var isAbstract = false
  var mark = EraseMark()

  var keyRange: Range<Int> { key.start..<(key.kind == .leftBracket ? keyEnd : key.end) }
}
