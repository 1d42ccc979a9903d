/// The list of statements that is being read, as far as `using` declarations are concerned.
struct ResourceList {
  enum Place: UInt8 {
    /// A block or the body of a function, module or static block.
    case block
    case switchCase
    /// The top level of a script or of a prompt's input.
    case script
    case namespace
  }

  var place: Place
  /// Whether it has a declaration that is rewritten, and whether one of them is `await using`.
  var hasResources = false
  var isAsync = false

  init(_ place: Place) { self.place = place }

  mutating func add(isAsync: Bool) {
    hasResources = true
    if isAsync { self.isAsync = true }
  }

  // U+0001 stands for the variable that holds the resources: a name that the text does not contain. `__syntax__` is a global
  // of bridge-js/web/globals.js; bridge-js/web/resources/resources.js has the methods.
  static let opening = "const \u{1}=__syntax__.resources();try{"

  var closing: String {
    let disposal =
      isAsync ? "while(\u{1}.next())try{await \u{1}.value}catch(e){\u{1}.fail(e)}\u{1}.end()" : "\u{1}.end()"
    return "}catch(e){\u{1}.fail(e)}finally{\(disposal)}"
  }
}

/// The `using` declarations in the head of a `for` statement.
enum ForResources {
  case none
  /// `for (using a of b)`: each iteration disposes of its value.
  case iterated(String, ResourceList)
  /// `for (using a = b;;)`: the values are disposed of after the last iteration.
  case declared(ResourceList)
}

extension Parser {
  // MARK: Statements

  /// Whether the token `using`, which begins a statement, begins a declaration.
  mutating func beginsUsing() throws(Stop) -> Bool { declaresResource(try peek()) }

  private func declaresResource(_ next: Token) -> Bool {
    next.kind == .name && !next.followsLine && (!next.name.isReserved || next.isEscaped)
  }

  /// Whether the token `await` begins an `await using` declaration.
  mutating func beginsAwaitUsing() throws(Stop) -> Bool {
    let place = tokenizer.place
    defer { tokenizer.place = place }
    try tokenizer.advance()
    guard at(Name.using), !token.followsLine else { return false }
    return declaresResource(try peek())
  }

  /// Reads a statement that declares resources, from `using` or `await` on.
  mutating func parseUsing(_ place: StatementPlace) throws(Stop) {
    try refuseDeclaration(place, "'using'")
    switch resources.place {
    case .block: break
    case .switchCase:
      throw fail(
        .earlyError, "'using' is not allowed directly in a case of 'switch': put it in a block.", at: token.start)
    case .script:
      throw fail(
        .earlyError, "'using' is not allowed at the top level of a script: put it in a block or a function.",
        at: token.start)
    case .namespace:
      throw fail(
        .unsupported, "'using' is not supported directly in a namespace: put it in a block or a function.",
        at: token.start)
    }
    let isAsync = try parseUsingKeyword()
    if rewritesUsing { resources.add(isAsync: isAsync) }
    try parseResources(isAsync, allowsIn: true)
    if rewritesUsing { edit(tokenizer.previousEnd..<tokenizer.previousEnd, ";") }
    try endStatement()
  }

  /// Reads `using` or `await using`.
  ///
  /// Returns whether it is the latter.
  private mutating func parseUsingKeyword() throws(Stop) -> Bool {
    let start = token.start
    let isAsync = at(Name.await)
    if isAsync {
      if context.contains(.topLevelAwait) { noteTopLevelAwait(start) }
      try advance()
    }
    if rewritesUsing {
      try requireSyntaxObject("'using' declarations are", at: start)
      usesNewSyntax = true
      edit(start..<token.end, "const")
    }
    try advance()
    return isAsync
  }

  /// Reads the names behind `using`, with their values.
  ///
  /// Returns how many there are, and whether the last one has a value.
  @discardableResult
  private mutating func parseResources(
    _ isAsync: Bool, allowsIn: Bool
  ) throws(Stop) -> (count: Int, hasValue: Bool) {
    var count = 0
    var hasValue = false
    repeat {
      if count > 0 { try advance() }
      count += 1
      guard at(.name) else { throw unexpected("a name: 'using' declares no patterns") }
      let name = text(token.name)
      var duplicate = -1
      try parseBindingTarget(.constant, &duplicate)
      if isTypeScript { try skipVariableType() }
      hasValue = at(.assign)
      if hasValue {
        try advance()
        try parseAssignment(allowsIn)
        if rewritesUsing { addResource(name, isAsync) }
      } else if allowsIn || at(.comma) {
        throw missingResource()
      }
    } while at(.comma)
    return (count, hasValue)
  }

  private mutating func missingResource() -> Stop {
    fail(.unexpectedToken, "Expected '=' and a value for 'using', not \(tokenName()).", at: token.start)
  }

  /// Adds the resource that was just declared, in the same declaration: a function without a name is named after it.
  private mutating func addResource(_ name: String, _ isAsync: Bool) {
    let end = tokenizer.previousEnd
    // An assertion at the end of the value leaves no semicolon.
    if let last = edits.last, last.kind == .blankStatement, Int(last.end) == end {
      edits[edits.count - 1].kind = .blank
    }
    edit(end..<end, ",{}=\u{1}.\(isAsync ? "addAsync" : "add")(\(name))")
  }

  // MARK: for

  /// Whether the head of a `for` statement begins with `using` or `await using`.
  mutating func beginsForUsing() throws(Stop) -> Bool {
    if at(Name.await) { return context.contains(.await) ? try beginsAwaitUsing() : false }
    guard at(Name.using) else { return false }
    let next = try peek()
    guard next.kind == .name, next.name == .of, !next.isEscaped else { return declaresResource(next) }
    // `for (using of of)` iterates over `of`; `for (using of = a;;)` declares it.
    let place = tokenizer.place
    defer { tokenizer.place = place }
    try tokenizer.advance()
    if token.followsLine { return false }
    return try peek().kind == .assign
  }

  /// Reads the head of a `for` statement that begins with `using` or `await using`.
  mutating func parseForUsing(isAwaited: Bool) throws(Stop) -> ForResources {
    let start = token.start
    let isAsync = try parseUsingKeyword()
    var list = ResourceList(.block)
    list.add(isAsync: isAsync)
    let name = at(.name) ? text(token.name) : ""
    let names = try parseResources(isAsync, allowsIn: false)
    if at(Name.of) {
      guard names.count == 1, !names.hasValue else {
        throw fail(
          .unexpectedToken, "'for' with 'of' must declare exactly one variable, without an initial value.", at: start)
      }
      try parseIterated(true)
      return rewritesUsing ? .iterated(name, list) : .none
    }
    if at(Name.in) { throw fail(.earlyError, "'using' is not allowed in 'for' with 'in'.", at: start) }
    if isAwaited { throw unexpected("'of'") }
    guard names.hasValue else { throw missingResource() }
    try parseForTail()
    return rewritesUsing ? .declared(list) : .none
  }

  /// Adds the disposal of the resources in the head of a `for` statement, whose body was just read.
  ///
  /// - Parameters:
  ///   - start: where the statement begins, with its labels.
  ///   - close: the closing parenthesis of the head.
  mutating func endFor(_ resources: ForResources, from start: Int, close: Int) {
    let end = tokenizer.previousEnd
    switch resources {
    case .none: break
    case .iterated(let name, let list):
      edit(close..<close + 1, "){\(ResourceList.opening)\u{1}.\(list.isAsync ? "addAsync" : "add")(\(name));")
      edit(end..<end, list.closing + "}")
    case .declared(let list):
      edit(start..<start, "{" + ResourceList.opening)
      edit(end..<end, list.closing + "}")
    }
  }

  // MARK: Lists of statements

  /// Begins a list of statements.
  ///
  /// Returns the one around it.
  @inline(__always)
  mutating func beginList(_ place: ResourceList.Place) -> ResourceList {
    defer { resources = ResourceList(place) }
    return resources
  }

  /// Ends a list of statements between braces, and adds the disposal of its resources.
  @inline(__always)
  mutating func endList(_ outer: ResourceList, from open: Int, to close: Int) {
    let list = resources
    resources = outer
    if list.hasResources { addDisposal(list, open, close) }
  }

  @inline(never)
  private mutating func addDisposal(_ list: ResourceList, _ open: Int, _ close: Int) {
    // The brace is replaced as well, so that this comes before the edits of a statement behind it.
    edit(open..<open + 1, "{" + ResourceList.opening)
    edit(close..<close, list.closing)
  }

  /// The same for the body of a function, whose directives end at the place that `reserveOpening` was called at.
  mutating func endBody(_ outer: ResourceList, from open: Int, to close: Int, opening: Int?) throws(Stop) {
    let list = resources
    resources = outer
    guard list.hasResources else { return }
    try refuseMergedFunctions()
    guard let opening else { return addDisposal(list, open, close) }
    texts[opening] = ";" + ResourceList.opening
    // The last line of a text may be a comment.
    edit(close..<close, (close == source.count ? "\n" : "") + list.closing)
  }

  /// Makes room for the beginning of a `try` statement here, before the edits of the next statement.
  ///
  /// Returns its index in `texts`.
  mutating func reserveOpening() -> Int {
    edit(tokenizer.previousEnd..<tokenizer.previousEnd, "")
    return texts.count - 1
  }

  /// Throws if the function declares a name twice, one of them as a function.
  ///
  /// Its declarations become those of a block, where that is an error.
  private mutating func refuseMergedFunctions() throws(Stop) {
    let merged = table.mergedFunctions.last { table.declarations[Int($0)].scope == scope }
    guard let merged else { return }
    let declaration = table.declarations[Int(merged)]
    throw fail(
      .unsupported,
      "'\(text(declaration.name))' is declared twice in a function with 'using': rename one of the declarations.",
      at: Int(declaration.start))
  }

  private mutating func edit(_ range: Range<Int>, _ text: String) {
    edits.append(Edit(.rewritten, range.lowerBound, range.upperBound, value: texts.count))
    texts.append(text)
  }
}
