/// How an element of a class is rewritten.
struct ElementRewriting {
  /// The number of the element among those with decorators; -1 if it has none.
  var decorated = -1
  /// Index into `Parser.texts` of the text behind the decorators.
  var closing = -1
  /// Whether one of the decorators is its own, and not a parameter's.
  var hasOwn = false
  /// The word `accessor`.
  var accessor: Range<Int>?

  var isNeeded: Bool { decorated >= 0 || accessor != nil }
}

extension Parser {
  /// Reads the decorators of an element.
  ///
  /// They are evaluated for the name of a method, which is removed before any code can see it.
  mutating func parseElementDecorators() throws(Stop) -> ElementRewriting {
    var rewriting = ElementRewriting(decorated: decorated.descriptions.count)
    decorated.isWrapped = true
    decorated.descriptions.append("")
    if decorated.isExpression, hasExperimentalDecorators { throw decoratedExpression() }
    let variable = classVariable()
    let state = beginElementName()
    let list = hasExperimentalDecorators ? "()=>[" : "["
    hasOwnDecorators = !hasExperimentalDecorators
    _ = try parseDecoratorList(";static [\(variable).element(\(list)")
    rewriting.hasOwn = hasOwnDecorators
    endElementName(state)
    rewriting.closing = texts.count
    rewrite(tokenizer.previousEnd..<tokenizer.previousEnd, "])](){}")
    return rewriting
  }

  /// Begins a part of a class that is evaluated with the names of its elements.
  mutating func beginElementName() -> Int32 {
    defer { firstYieldOrAwait = -1 }
    return firstYieldOrAwait
  }

  mutating func endElementName(_ state: Int32) {
    if firstYieldOrAwait >= 0, decorated.firstAwait < 0 { decorated.firstAwait = firstYieldOrAwait }
    if state >= 0 { firstYieldOrAwait = state }
  }

  // MARK: Methods

  /// Ends a method, getter or setter.
  mutating func endElement(
    _ rewriting: ElementRewriting, _ element: ClassElement, _ traits: FunctionTraits
  ) throws(Stop) {
    guard rewriting.decorated >= 0 else { return }
    if traits.contains(.constructor) {
      if rewriting.hasOwn { throw fail(.earlyError, "A constructor must not have decorators.", at: element.key.start) }
      return describe(rewriting, element, "constructor")
    }
    let kind = traits.contains(.getter) ? "getter" : traits.contains(.setter) ? "setter" : "method"
    try refuseDecoratedPrivateName(element)
    describe(rewriting, element, kind)
    if !element.isStatic, !hasExperimentalDecorators { decorated.hasInstanceMethods = true }
    let variable = classVariable()
    let index = rewriting.decorated
    guard element.key.kind == .privateName else { return wrapName(element, isDecorated: true) }
    rewrite(element.keyRange, "[\(variable).place()]")
    let name = "#" + text(element.key.name)
    let accessor =
      switch kind {
      case "getter": "get \(name)(){return \(variable).get(\(index),this)}"
      case "setter": "set \(name)(v){\(variable).set(\(index),this,v)}"
      default: "get \(name)(){return \(variable).method(\(index))}"
      }
    texts[rewriting.closing] += prefix(element) + accessor
  }

  private func prefix(_ element: ClassElement) -> String { element.isStatic ? "static " : "" }

  /// Converts a computed name once.
  private mutating func wrapName(_ element: ClassElement, isDecorated: Bool) {
    guard element.key.kind == .leftBracket else { return }
    let range = element.keyRange
    rewrite(
      range.lowerBound..<range.lowerBound + 1, "[\(classVariable()).\(isDecorated ? "ownName" : "name")(")
    rewrite(range.upperBound - 1..<range.upperBound - 1, ")")
  }

  /// Writes what the decorators of an element are told about it.
  private mutating func describe(_ rewriting: ElementRewriting, _ element: ClassElement, _ kind: String) {
    var description = "{kind:\"\(kind)\""
    if element.isStatic { description += ",isStatic:true" }
    if let name = nameExpression(element) { description += ",name:\(name)" }
    if element.key.kind == .privateName {
      let name = "#" + text(element.key.name)
      description += ",isPrivate:true,has:o=>\(name) in o"
      if kind != "setter" { description += ",get:o=>o.\(name)" }
      if kind != "getter", kind != "method" { description += ",set:(o,v)=>{o.\(name)=v}" }
    }
    decorated.descriptions[rewriting.decorated] = description + "}"
  }

  /// An expression for the name of an element; nil for a computed one.
  private func nameExpression(_ element: ClassElement) -> String? {
    switch element.key.kind {
    case .leftBracket: nil
    case .privateName: "\"#\(text(element.key.name))\""
    case .string: ModuleWriter.literal(string(of: element.key))
    // The older decorators get a number as it is written.
    case .number where hasExperimentalDecorators: source.string(element.keyRange)
    case .number, .bigInt: source.string(element.keyRange) + "+\"\""
    default: ModuleWriter.literal(text(element.key.name))
    }
  }

  // MARK: Fields and accessors

  /// Begins a field or accessor, whose name was read.
  mutating func beginField(_ rewriting: ElementRewriting, _ element: ClassElement) throws(Stop) {
    if element.isSignature, rewriting.decorated >= 0, !hasExperimentalDecorators || element.key.kind == .leftBracket {
      throw fail(.unsupported, "An 'abstract' or 'declare' field must not have decorators.", at: element.key.start)
    }
    if rewriting.decorated >= 0 { try refuseDecoratedPrivateName(element) }
    if rewriting.decorated >= 0 { describe(rewriting, element, rewriting.accessor == nil ? "field" : "accessor") }
    if element.key.kind == .leftBracket, rewriting.isNeeded {
      decorated.isWrapped = true
      wrapName(element, isDecorated: rewriting.decorated >= 0)
    }
    guard let accessor = rewriting.accessor else { return }
    usesNewSyntax = true
    let variable = classVariable()
    let storage = "#\(variable)_\(decorated.storageCount)"
    decorated.storageCount += 1
    rewrite(accessor, "get")
    var setter = source.string(element.keyRange)
    switch element.key.kind {
    case .leftBracket: setter = "[\(variable).sameName()]"
    case .string: setter = ModuleWriter.literal(string(of: element.key))
    case .privateName where rewriting.decorated >= 0:
      rewrite(element.keyRange, "[\(variable).place()]")
      let (name, index) = ("#" + text(element.key.name), rewriting.decorated)
      texts[rewriting.closing] +=
        "\(prefix(element))get \(name)(){return \(variable).get(\(index),this)}"
        + "\(prefix(element))set \(name)(v){\(variable).set(\(index),this,v)}"
      setter = "[\(variable).samePlace()]"
    default: break
    }
    let end = element.keyRange.upperBound
    rewrite(
      end..<end,
      "(){return this.\(storage)}\(prefix(element))set \(setter)(v){this.\(storage)=v}\(prefix(element))\(storage)")
  }

  /// Rewrites the value of a field or accessor, which was just read.
  ///
  /// - Parameters:
  ///   - assign: the sign before the value; nil if there is none.
  ///   - isFunction: whether the value may be a function that gets the name of the element.
  mutating func endFieldValue(
    _ rewriting: ElementRewriting, _ element: ClassElement, assign: Int?, isFunction: Bool
  ) {
    guard rewriting.isNeeded else { return }
    let variable = classVariable()
    let index = hasExperimentalDecorators ? -1 : rewriting.decorated
    let end = tokenizer.previousEnd
    let receiver = element.isStatic ? "\(variable).type" : "this"
    guard let assign else {
      if index >= 0 { rewrite(end..<end, "=\(variable).value(\(index),\(receiver),void 0)") }
      return
    }
    if let last = edits.last, last.kind == .blankStatement, Int(last.end) == end {
      edits[edits.count - 1].kind = .blank
    }
    var before = "="
    var after = ""
    if index >= 0 {
      before += "\(variable).value(\(index),\(receiver),"
      after = ")"
    }
    let name =
      switch element.key.kind {
      case .number, .bigInt, .leftBracket: index >= 0 ? "\(variable).keyOf(\(index))" : nil as String?
      default: nameExpression(element)
      }
    if isFunction, let name {
      before += "({[\(name)]:"
      after = "})[\(name)]" + after
    }
    if before == "=" { return }
    rewrite(assign..<assign + 1, before)
    rewrite(end..<end, after)
  }

  /// Ends a field or accessor, behind its semicolon.
  mutating func endDecoratedField(_ rewriting: ElementRewriting, _ element: ClassElement) {
    guard rewriting.decorated >= 0, !hasExperimentalDecorators else { return }
    let (variable, index, end) = (classVariable(), rewriting.decorated, tokenizer.previousEnd)
    rewrite(
      end..<end,
      element.isStatic
        ? ";static{\(variable).run(\(index),\(variable).type)}"
        : ";#\(variable)e\(index)=\(variable).run(\(index),this);")
  }

  // MARK: this

  /// Begins the value of a field or a static block, in which `this` is the decorated class if it is static.
  ///
  /// Returns the value of `staticThis` before.
  mutating func beginStatic(_ isStatic: Bool) -> Int {
    let isReplaced = isStatic && decorated.hasClassDecorators && !hasExperimentalDecorators
    defer { staticThis = isReplaced ? decorated.variable : -1 }
    return staticThis
  }

  mutating func rewriteStaticThis() {
    rewrite(token.start..<token.end, "\u{2}\(staticThis)\u{2}.type")
  }

  /// Whether a value may be a function or class that gets the name of the element; it may be any other value too.
  func mayBeNamed(_ value: Expression, _ first: Token) -> Bool {
    switch first.kind {
    case .leftParen, .at: true
    case .name: value.kind == .arrow || [.function, .class, .async].contains(first.name)
    default: value.kind == .arrow
    }
  }
}
