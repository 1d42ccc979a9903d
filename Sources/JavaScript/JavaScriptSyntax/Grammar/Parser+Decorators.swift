/// The decorators before a class.
struct ClassDecorators {
  /// Where the first one begins.
  var start: Int32
  /// Index into `Parser.texts` of the text in place of the first `@`.
  var opening: Int32
  /// The scope of their expressions.
  var scope: Int32
  /// Where the first `await` or `yield` in them is, or -1.
  var firstAwait: Int32
}

/// The class whose body is being read, as far as decorators and accessors need it.
///
/// The code that it becomes is described in bridge-js/web/decorators/definition.js and experimental.js.
struct DecoratedClass {
  /// Which of the rewritten classes it is; -1 before the first element that needs its variable.
  var variable = -1
  /// Whether it has a decorator, or an accessor whose name is computed: a function evaluates it then.
  var isWrapped = false
  var hasClassDecorators = false
  /// The facts about each element that has decorators, as object literals.
  var descriptions: [String] = []
  /// Whether a method, getter or setter of instances has decorators.
  var hasInstanceMethods = false
  var storageCount: Int32 = 0
  /// Where the first `await` or `yield` in the names and decorators of its elements is, or -1.
  var firstAwait: Int32 = -1
  /// Whether it is an expression.
  var isExpression = false
  /// Where the current element begins, behind its decorators.
  var elementStart: Int32 = 0
  /// The number of fields that are assigned by methods, and the index into `Parser.texts` of the constructor's calls of
  /// these; -1 without a constructor.
  var assignedFields: Int32 = 0
  var assignments: Int32 = -1
  private var heritageStart: Int32 = 0
  private var heritageEnd: Int32 = 0
  /// The opening brace.
  var open: Int32 = 0
  /// The scope of its body.
  var scope: Int32 = -1

  /// The word `extends`; nil without a superclass.
  var heritage: Range<Int>? {
    get { heritageEnd > 0 ? Int(heritageStart)..<Int(heritageEnd) : nil }
    set {
      heritageStart = Int32(truncatingIfNeeded: newValue?.lowerBound ?? 0)
      heritageEnd = Int32(truncatingIfNeeded: newValue?.upperBound ?? 0)
    }
  }
}

/// The name of a class with class decorators: in its body it means the decorated class.
struct DecoratedName {
  var name: Name
  var scope: Int32
  var variable: Int
}

extension Parser {
  /// Stands at both ends of the number of a class, for the variable that holds its definition.
  private static let mark = "\u{2}"

  /// The variable of the class that is being read.
  mutating func classVariable() -> String {
    if decorated.variable < 0 {
      decorated.variable = classVariableCount
      classVariableCount += 1
    }
    return "\(Parser.mark)\(decorated.variable)\(Parser.mark)"
  }

  /// Replaces a range by a text that may contain such marks.
  mutating func rewrite(_ range: Range<Int>, _ text: String) {
    edits.append(Edit(.rewritten, range.lowerBound, range.upperBound, value: texts.count))
    texts.append(text)
  }

  /// Refuses what becomes calls of the global `__syntax__`, where that does not exist.
  mutating func requireSyntaxObject(_ subject: String, at offset: Int) throws(Stop) {
    if hasSyntaxObject { return }
    throw fail(
      .unsupported,
      "\(subject) not supported in files of a page: compile the file to JavaScript that the engine reads.",
      at: offset)
  }

  // MARK: Decorators

  /// Reads decorators and makes the elements of an array of them.
  ///
  /// Returns the index into `texts` of the text in place of the first `@`.
  mutating func parseDecoratorList(_ opening: String) throws(Stop) -> Int {
    usesNewSyntax = true
    if emitsDecoratorMetadata { throw metadataOfTypes() }
    let text = texts.count
    var separator = opening
    while at(.at) {
      rewrite(token.start..<token.end, separator)
      separator = ","
      try advance()
      try parseDecorator()
    }
    return text
  }

  /// Reads the expression of a decorator, behind its `@`.
  mutating func parseDecorator() throws(Stop) {
    arrowStart = -1
    if hasExperimentalDecorators { return try parseExperimentalDecorator() }
    if at(.leftParen) {
      try requireValue(try parseParenthesized())
      return
    }
    guard at(.name) else { throw unexpected("a decorator: a name, a call or an expression in parentheses") }
    let start = token.start
    var callee = try parseReference()
    var lastDot = -1
    while at(.dot) {
      lastDot = token.start
      try advance()
      if at(.privateName) {
        try usePrivateName()
      } else if !at(.name) {
        throw unexpected("the name of a property")
      }
      try advance()
      callee = Expression(.member, at: start)
    }
    if isTypeScript, at(.less) { try skipTypeArguments() }
    guard at(.leftParen) else {
      if lastDot >= 0 {
        // The object is `this` in the decorator.
        rewrite(start..<start, "__syntax__.member(")
        rewrite(lastDot..<lastDot + 1, ",o=>o.")
        rewrite(tokenizer.previousEnd..<tokenizer.previousEnd, ")")
      }
      return
    }
    markCallee(callee)
    try parseArguments()
  }

  /// Reads the decorators of a class.
  mutating func parseClassDecorators() throws(Stop) {
    let start = token.start
    let outer = (scope, beginElementName())
    if hasExperimentalDecorators { scope = table.open(.function, in: scope) }
    var decorators = ClassDecorators(start: Int32(truncatingIfNeeded: start), opening: 0, scope: scope, firstAwait: -1)
    decorators.opening = Int32(truncatingIfNeeded: try parseDecoratorList(""))
    rewrite(tokenizer.previousEnd..<tokenizer.previousEnd, "]")
    decorators.firstAwait = firstYieldOrAwait
    if outer.1 >= 0 || hasExperimentalDecorators { firstYieldOrAwait = outer.1 }
    scope = outer.0
    if isTypeScript, at(Name.abstract) {
      blank(token.start..<token.end)
      try advance()
    }
    pendingDecorators = decorators
  }

  /// Reads a class declaration that begins with decorators, perhaps with `export` behind them.
  mutating func parseDecoratedStatement(_ place: StatementPlace) throws(Stop) {
    try refuseDeclaration(place, "A class")
    try parseClassDecorators()
    if at(Name.export) {
      try parseExportStatement(place)
      guard pendingDecorators != nil else { return }
    } else if at(Name.class) {
      return try parseClassDeclaration()
    }
    throw unexpected("a class behind its decorators")
  }

  /// Reads a class expression that begins with decorators.
  mutating func parseDecoratedExpression() throws(Stop) -> Expression {
    try parseClassDecorators()
    guard at(Name.class) else { throw unexpected("a class behind its decorators") }
    if hasExperimentalDecorators { throw decoratedExpression() }
    return try parseClassExpression()
  }

  // MARK: Classes

  /// Begins a class, whose decorators were read before.
  ///
  /// Returns the class around it and those decorators.
  mutating func beginClass() -> (outer: DecoratedClass, decorators: ClassDecorators?) {
    let state = (decorated, pendingDecorators)
    pendingDecorators = nil
    decorated = DecoratedClass()
    if state.1 != nil {
      decorated.isWrapped = true
      decorated.hasClassDecorators = true
    }
    return state
  }

  /// Begins the body of a class, behind its brace.
  mutating func beginClassBody(_ name: Token?, _ decorators: ClassDecorators?, open: Int, heritage: Range<Int>?) {
    decorated.open = Int32(truncatingIfNeeded: open)
    decorated.heritage = heritage
    decorated.scope = scope
    guard let decorators else { return }
    _ = classVariable()
    if hasExperimentalDecorators { decorated.firstAwait = decorators.firstAwait }
    guard let name else { return }
    decoratedNames.append(DecoratedName(name: name.name, scope: scope, variable: decorated.variable))
    guard hasExperimentalDecorators else { return }
    // Its decorators are evaluated when the class exists.
    _ = table.declareLexical(name.name, .ownName, in: decorators.scope, at: name.start)
    decoratedNames.append(DecoratedName(name: name.name, scope: decorators.scope, variable: decorated.variable))
  }

  /// Ends a class, and rewrites it if it has decorators.
  ///
  /// - Parameters:
  ///   - head: `class` and its name.
  ///   - name: the name that the class gets from its place, if it has none of its own.
  ///   - assignment: the text before the value of a declaration, such as `let A=`; nil for an expression.
  mutating func endClass(
    _ state: (outer: DecoratedClass, decorators: ClassDecorators?), _ head: Range<Int>, label: Token?,
    assignment: String?
  ) throws(Stop) {
    endAssignedFields(isDerived: decorated.heritage != nil)
    let ended = decorated
    defer { decorated = state.outer }
    guard ended.isWrapped else { return }
    try requireSyntaxObject("Decorators, and accessors with computed names, are", at: head.lowerBound)
    usesNewSyntax = true
    if ended.firstAwait >= 0 {
      throw fail(
        .unsupported,
        "'await' and 'yield' are not supported in the names and decorators of the elements of a decorated class: "
          + "assign the value to a constant before the class.", at: Int(ended.firstAwait))
    }
    let variable = classVariable()
    let before = (assignment ?? "(") + (hasExperimentalDecorators ? "__syntax__.experimental(" : "__syntax__.decorate(")
    let list = hasExperimentalDecorators ? "(\(variable))=>[" : "["
    if let decorators = state.decorators {
      texts[Int(decorators.opening)] = before + list
      rewrite(head, ended.heritage == nil ? ",void 0" : ",")
    } else {
      rewrite(head, "\(before)\(list)],\(ended.heritage == nil ? "void 0" : "")")
    }
    var text = ",(\(variable)\(ended.heritage == nil ? "" : ",\(variable)s"))=>class"
    if let label { text += " " + self.text(label.name) }
    if let heritage = ended.heritage {
      blank(heritage)
      text += " extends \(variable)s"
    }
    text += "{static{\(variable).begin(this,[\(ended.descriptions.joined(separator: ","))])}"
    if ended.hasInstanceMethods { text += "#\(variable)_=\(variable).run(-1,this);" }
    rewrite(Int(ended.open)..<Int(ended.open) + 1, text)
    let end = tokenizer.previousEnd
    rewrite(end - 1..<end - 1, ";static{\(variable).end()}")
    var rest = ""
    let place = state.decorators.map { Int($0.start) } ?? head.lowerBound
    if label == nil, let given = ended.isExpression ? givenName(at: place) : "default" {
      rest = "," + ModuleWriter.literal(given)
    }
    rewrite(end..<end, rest + (assignment == nil ? "))" : ");"))
  }

  /// The name that a class without one gets from its place: of a variable, property or export.
  ///
  /// It is read backwards from the class.
  private func givenName(at start: Int) -> String? {
    func skipBlanks(_ index: inout Int) {
      while index > 0, [0x20, 0x09, 0x0A, 0x0D].contains(source[index - 1]) { index -= 1 }
    }
    var index = start
    skipBlanks(&index)
    guard index > 0 else { return nil }
    let sign = source[index - 1]
    guard sign == UInt8(ascii: "=") || sign == UInt8(ascii: ":") else { return nil }
    index -= 1
    if index > 0, [UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: "?")].contains(source[index - 1]) {
      while index > 0, [UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: "?")].contains(source[index - 1]) {
        index -= 1
      }
    }
    skipBlanks(&index)
    let end = index
    while index > 0, isNameByte(source[index - 1]) { index -= 1 }
    guard index < end else { return nil }
    let name = source.string(index..<end)
    skipBlanks(&index)
    let before = index > 0 ? source[index - 1] : 0
    if sign == UInt8(ascii: "=") { return before == UInt8(ascii: ".") ? nil : name }
    return before == UInt8(ascii: "{") || before == UInt8(ascii: ",") ? name : nil
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  // MARK: The end of the text

  /// Makes the names of decorated classes mean the decorated classes, within them.
  mutating func renameDecorated() {
    guard !decoratedNames.isEmpty else { return }
    var variables: [ScopedName: Int] = [:]
    for name in decoratedNames { variables[ScopedName(name: name.name, scope: name.scope)] = name.variable }
    let names = Set(decoratedNames.map(\.name))
    resolveUses({ names.contains($0) }) { parser, use, scope in
      let reference = parser.references[Int(use)]
      guard let variable = variables[ScopedName(name: reference.name, scope: scope)] else { return }
      parser.references[Int(use)].flags.insert(.dead)
      let value = "\(Parser.mark)\(variable)\(Parser.mark).type"
      if reference.flags.contains(.shorthand) {
        parser.rewrite(reference.end..<reference.end, ": \(value)")
      } else {
        let isCallee = reference.flags.contains(.callee)
        let semicolon = isCallee && reference.flags.contains(.followsInsertedSemicolon) ? ";" : ""
        parser.rewrite(Int(reference.start)..<reference.end, isCallee ? "\(semicolon)(0,\(value))" : value)
      }
    }
  }

  /// A beginning that no name of the text has, for the names of the variables.
  mutating func unusedPrefix() -> String {
    var prefix = "c_"
    let names = (1..<max(1, tokenizer.names.count)).map { text(Name(id: Int32($0))) }
    while names.contains(where: { $0.hasPrefix(prefix) }) { prefix += "_" }
    return prefix
  }

  /// The variables that the rewriting of resources and classes brings.
  var rewritingNames: [String] {
    usesNewSyntax
      ? [resourcesName] + (0..<classVariableCount).flatMap { ["\(classPrefix)\($0)", "\(classPrefix)\($0)s"] } : []
  }

  /// A text with the names of variables in place of their marks.
  func named(_ text: String) -> String {
    let parts = text.split(separator: Parser.mark, omittingEmptySubsequences: false)
    guard parts.count > 1 else { return text }
    return parts.enumerated().map { index, part in
      // Every other part is a number, unless a string of the program has the mark.
      index % 2 == 1 && Int(part) != nil ? classPrefix + part : String(part)
    }.joined()
  }
}
