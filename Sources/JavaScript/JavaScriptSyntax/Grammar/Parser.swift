import Synchronization

/// Reads a text once, from its first token to its last, and records what its edits need: no tree.
///
/// It keeps the scopes, their declarations, the uses of names, imports, exports and edits. Where the grammar decides
/// late what a text was (`(a, b) =>`, `[a, b] = c`), names are recorded as uses and become declarations or targets when
/// the deciding token comes; the scope that an arrow function needs is opened with each parenthesis and stays empty if
/// no arrow follows.
struct Parser: ~Copyable {
  /// The goal symbol of a text.
  enum Goal {
    case script, module
    /// The body of a function, such as a CommonJS module.
    case functionBody
    /// The body of an async function.
    case program
    /// A script that may contain `await` and `import` at its top level.
    case prompt
  }

  private let buffer: SourceBuffer
  var tokenizer: Tokenizer
  let goal: Goal
  let isTypeScript: Bool
  let keepsUnusedImports: Bool
  private let jsxOptions: JSXOptions?
  /// The functions of JSX; nil for a text that has none.
  var jsx: JSXState?
  /// Where the first statement behind the directives of the text begins.
  var statementsStart = 0

  var context: Context = []
  var scope: Int32 = 0
  var table = ScopeTable()
  var references: [Reference] = []
  /// The uses of names that are targets if the literal around them is a pattern.
  var targets: [Int32] = []
  /// The constraints of the last literal, as long as it may still become a pattern.
  var cover = Cover()
  /// Where an expression begins that may be an arrow function.
  var arrowStart = -1
  /// Whether that arrow function's value may hold the operator `in`.
  var arrowAllowsIn = true
  /// Whether it stands between `?` and `:`, where the `:` behind `(a)` may be that one.
  var arrowInConditional = false
  /// Where a statement or the value of an arrow function begins: `{`, `function` and `class` are no expressions there.
  var leadingStart = -1
  /// Where a parenthesis begins that is known to hold no parameters.
  var notArrows: Set<Int> = []
  /// The ends of the lists of types that attempts have read, by their starts; -1 where there is no list.
  var typeLists: [Int: Int] = [:]
  /// How many bytes attempts have read in vain, and how many they may.
  var rereadBytes = 0
  var rereadLimit: Int
  /// Whether the error that was found ends attempts too.
  var isHopeless = false
  var aliases: [ImportAlias] = []
  /// The constants of TypeScript's enums.
  var enums: [ExactText: [ExactText: EnumValue]] = [:]
  var enumUses: [EnumUses] = []
  /// Bytes of the texts that the members of enums are.
  var enumBytes = 0
  var namespaces: [NamespaceRecord] = []
  var namespaceExports: [NamespaceExport] = []
  /// Whether the variables that are declared become properties of a namespace.
  var exportsVariables = false
  /// Index into `namespaces` of the one whose statements are read, or -1.
  var namespace = -1
  /// How many namespaces are around the current statement.
  var namespaceDepth = 0
  /// The first `yield` or `await` expression, or `await` as a name, since a parenthesis that may hold parameters.
  var firstYieldOrAwait: Int32 = -1
  var firstAwaitName: Int32 = -1
  /// The end of the last statement without a semicolon.
  var insertedSemicolon = -1
  /// Where the current statement begins, if it follows such a statement.
  var statementAfterInsertedSemicolon = -1
  var labels: [Label] = []
  /// Index into `labels`: those before belong to a function around this one.
  var labelBase = 0
  var classes: [ClassNames] = []
  /// Where the elements of the current class begin.
  var classStart = 0
  var privateNames: [PrivateName] = []
  /// The uses of private names in the outermost class, and where those are that no class has declared yet.
  var privateUses: [PrivateUse] = []
  var openPrivateUses: [Name: [Int32]] = [:]
  var openPrivateUseCount = 0

  /// The list of statements that is being read.
  var resources = ResourceList(.block)
  /// Whether `using` declarations are rewritten, because the engine does not parse them.
  let rewritesUsing = !EngineSyntax.parsesUsing
  /// Whether the text has syntax that is rewritten.
  var usesNewSyntax = false
  /// The names of the variables that hold resources and the definitions of classes, known at the end of the text.
  var resourcesName = ""
  var classPrefix = ""
  /// The class whose body is read, and the decorators before a class that has not begun.
  var decorated = DecoratedClass()
  var pendingDecorators: ClassDecorators?
  var classVariableCount = 0
  var decoratedNames: [DecoratedName] = []
  /// The class that `this` means in a static field or block of a class with decorators, as its variable; -1 elsewhere.
  var staticThis = -1
  /// Whether decorators are those of TypeScript's `experimentalDecorators`.
  let hasExperimentalDecorators: Bool
  /// Whether they would get the types of what they decorate, which is not supported.
  let emitsDecoratorMetadata: Bool
  /// Whether public fields are assigned when the constructor runs, and not defined.
  let assignsFields: Bool
  /// Whether the global `__syntax__` exists where the code runs.
  let hasSyntaxObject: Bool
  /// How often the text was read before, each time to move decorators of parameters.
  let decoratorPass: UInt8
  /// The decorators of parameters, by their places.
  var parameterDecorators: [Int: ParameterDecorator] = [:]
  /// Whether the element has decorators that are not parameters'.
  var hasOwnDecorators = false
  /// Where the labels of the `for` statement that follows begin, or -1.
  var labelStart = -1

  var edits: [Edit] = []
  var texts: [String] = []
  /// Whether the names that are declared are exported: `export const …`.
  var exportsDeclarations = false
  var module = ModuleRecord()
  var lineCursor = LineCursor()
  /// Every token, if they are wanted.
  var tokens: [TokenRecord] = []
  /// The functions, from their parameters on, and the `try` blocks with a `catch` clause, if tokens are wanted.
  var functions: [Range<Int>] = []
  var caughtBlocks: [Range<Int>] = []
  let recordsTokens: Bool
  /// Of a prompt's input: the functions that it declares.
  var promptFunctions: [String] = []
  /// From the end of the statement before to the end of the expression that is the last statement, if it is one.
  var promptValue: Range<Int>?

  private let stackLimit: UInt
  init(_ source: Span<UInt8>, _ options: ParserOptions, goal: Goal, recordsTokens: Bool = false) {
    buffer = SourceBuffer(source)
    self.goal = goal
    self.recordsTokens = recordsTokens
    isTypeScript = options.language == .typeScript
    keepsUnusedImports = options.keepsUnusedImports
    hasExperimentalDecorators = isTypeScript && options.experimentalDecorators
    emitsDecoratorMetadata = hasExperimentalDecorators && options.emitDecoratorMetadata
    assignsFields = isTypeScript && !options.definesFields
    hasSyntaxObject = options.hasSyntaxObject
    decoratorPass = options.decoratorPass
    jsxOptions = options.jsx
    tokenizer = Tokenizer(buffer.bytes, allowsHTMLComments: goal != .module)
    // A parser may begin deep in a stack, such as within nested calls of `require`.
    stackLimit = max(
      Parser.stackAddress() &- UInt(options.stackBudget), StackBounds.lowestAddress &+ StackBounds.reserve)
    tokenizer.cancellation = options.cancellation
    rereadLimit = (1 << 20) + 16 * source.count
    references.reserveCapacity(source.count / 8)
  }

  var source: SourceBytes { tokenizer.source }

  /// Chooses the functions of JSX, by the options and the comments from `start` on.
  mutating func beginJSX(from start: Int) {
    jsx = jsxOptions.map { JSXState($0, JSXPragmas(source, from: start)) }
  }

  // MARK: The stack

  @inline(__always)
  private static func stackAddress() -> UInt {
    var marker: UInt8 = 0
    return unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
  }

  /// Throws if the nesting leaves too little of the stack.
  @inline(__always)
  mutating func checkDepth() throws(Stop) {
    if Parser.stackAddress() < stackLimit { throw tooDeep() }
  }

  @inline(never)
  private mutating func tooDeep() -> Stop {
    fail(.tooDeep, "The code is nested too deeply to be parsed.", at: token.start)
  }

  // MARK: Tokens

  var token: Token { @inline(__always) get { tokenizer.token } }

  @inline(__always)
  mutating func advance() throws(Stop) {
    if recordsTokens { recordToken() }
    try tokenizer.advance()
  }

  @inline(never)
  private mutating func recordToken() {
    tokens.append(
      TokenRecord(kind: token.kind, name: token.name, start: Int32(token.start), end: Int32(token.end)))
  }

  @inline(__always) func at(_ kind: TokenKind) -> Bool { tokenizer.token.kind == kind }

  /// Whether the token is the keyword `name`, written without escapes.
  @inline(__always) func at(_ name: Name) -> Bool {
    tokenizer.token.kind == .name && tokenizer.token.name == name && !tokenizer.token.isEscaped
  }

  @inline(__always)
  mutating func take(_ kind: TokenKind) throws(Stop) -> Bool {
    guard tokenizer.token.kind == kind else { return false }
    try advance()
    return true
  }

  @inline(__always)
  mutating func take(_ name: Name) throws(Stop) -> Bool {
    guard at(name) else { return false }
    try advance()
    return true
  }

  /// The token after the current one.
  mutating func peek() throws(Stop) -> Token {
    let place = tokenizer.place
    try tokenizer.advance()
    defer { tokenizer.place = place }
    return tokenizer.token
  }

  @inline(__always)
  mutating func expect(_ kind: TokenKind, _ text: StaticString, _ purpose: StaticString) throws(Stop) {
    guard tokenizer.token.kind == kind else { throw expected(text, purpose) }
    try advance()
  }

  @inline(__always)
  mutating func expect(_ name: Name, _ text: StaticString, _ purpose: StaticString) throws(Stop) {
    guard at(name) else { throw expected(text, purpose) }
    try advance()
  }

  /// Reads the closing bracket of the construct that began at `start`.
  @inline(__always)
  mutating func close(
    _ kind: TokenKind, _ text: StaticString, _ what: StaticString, from start: Int
  ) throws(Stop) {
    guard tokenizer.token.kind == kind else { throw unclosed(text, what, start) }
    try advance()
  }

  // MARK: Errors

  @inline(never)
  mutating func fail(_ code: SyntaxError.Code, _ message: String, at offset: Int) -> Stop {
    if code == .tooDeep { isHopeless = true }
    return tokenizer.fail(code, message, at: offset)
  }

  @inline(never)
  mutating func expected(_ text: StaticString, _ purpose: StaticString) -> Stop {
    fail(.unexpectedToken, "Expected '\(text)' \(purpose), not \(tokenName()).", at: token.start)
  }

  @inline(never)
  mutating func unclosed(_ text: StaticString, _ what: StaticString, _ start: Int) -> Stop {
    fail(
      .unexpectedToken, "Expected '\(text)' to close the \(what) of line \(line(of: start)), not \(tokenName()).",
      at: token.start)
  }

  @inline(never)
  mutating func unexpected(_ expectation: StaticString = "") -> Stop {
    let wish = expectation.utf8CodeUnitCount > 0 ? " Expected \(expectation)." : ""
    return fail(.unexpectedToken, "\(tokenName(capitalized: true)) is not allowed here.\(wish)", at: token.start)
  }

  /// The steps whose number could grow faster than the text: tests compare it.
  var work: Int {
    get { tokenizer.work }
    set { tokenizer.work = newValue }
  }

  /// The line of a place, for a message; 0 in an attempt, whose message is discarded.
  func line(of offset: Int) -> Int { tokenizer.attempts > 0 ? 0 : source.lineAndColumn(of: offset).line }

  /// How a message names the token.
  func tokenName(capitalized: Bool = false) -> String {
    switch token.kind {
    case .end: capitalized ? "The end of the text" : "the end of the text"
    case .string: capitalized ? "A string" : "a string"
    case .template, .templateTail: capitalized ? "A template" : "a template"
    case .number, .bigInt: capitalized ? "A number" : "a number"
    default: "'\(source.string(token.start..<min(token.end, token.start + 64)))'"
    }
  }

  func text(_ name: Name) -> String { tokenizer.names.text(name) }

  var isStrict: Bool { @inline(__always) get { context.contains(.strict) } }

  // MARK: Semicolons

  /// Reads the semicolon of a statement, or inserts one where the grammar does.
  @inline(__always)
  mutating func endStatement() throws(Stop) {
    if tokenizer.token.kind == .semicolon { return try advance() }
    guard tokenizer.token.followsLine || at(.rightBrace) || at(.end) else {
      throw fail(
        .unexpectedToken, "Expected ';' or a new line after the statement, not \(tokenName()).", at: token.start)
    }
    insertedSemicolon = tokenizer.previousEnd
  }
}

/// A token that was read.
struct TokenRecord {
  var kind: TokenKind
  var name: Name
  var start: Int32
  var end: Int32
}

/// The language of a text, and the limit of its parser's stack.
public struct ParserOptions: Sendable, Hashable {
  /// The language of a text.
  public enum Language: Sendable, Hashable {
    case javaScript, typeScript
  }

  /// The language of the text.
  public var language: Language
  /// The functions that JSX becomes calls of; nil for a text in which it is an error.
  public var jsx: JSXOptions?
  /// Whether imports of TypeScript stay that nothing uses as a value, except `import type`.
  public var keepsUnusedImports = false
  /// Whether decorators of TypeScript are those that it had before the language had any.
  public var experimentalDecorators = false
  /// Whether those decorators would get the types of what they decorate: an error, because no types are read.
  public var emitDecoratorMetadata = false
  /// Whether fields of TypeScript's classes are defined, as in JavaScript: they are assigned otherwise, and exist only if
  /// they have a value.
  public var definesFields = true
  /// Whether the global `__syntax__` exists where the code runs: decorators and resources become calls of it.
  var hasSyntaxObject = true
  /// How often the text was read before, each time to move decorators of parameters.
  var decoratorPass: UInt8 = 0
  /// The number of bytes of the calling thread's stack that parsing may take.
  ///
  /// Deeper nesting is an error.
  public var stackBudget: Int
  /// Cancels parsing, with an error of the code `cancelled`; nil if parsing cannot be cancelled.
  public var cancellation: ParserCancellation?

  /// The default leaves a thread with a stack of 512 KiB room for its own frames.
  public init(language: Language = .javaScript, jsx: JSXOptions? = nil, stackBudget: Int = 320 << 10) {
    self.language = language
    self.jsx = jsx
    self.stackBudget = stackBudget
  }
}

/// Cancels the parsing of a text, from any thread: a text of several megabytes takes a second.
public final class ParserCancellation: Sendable, Hashable {
  private let flag = Atomic<Bool>(false)

  /// Makes a cancellation that is not cancelled yet.
  public init() {}

  /// Whether ``cancel()`` was called.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Cancels the parsers that have it in their options.
  public func cancel() { flag.store(true, ordering: .relaxed) }

  /// Whether both are the same object.
  public static func == (left: ParserCancellation, right: ParserCancellation) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
