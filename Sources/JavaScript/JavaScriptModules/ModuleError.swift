/// The reason why a module could not be found, loaded or linked.
///
/// The error of a failed request names the requesting module: `referrer`, `line` and `column`, and the `chain` of
/// modules that led to it.
public struct ModuleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A stable identifier of the kind of failure, spelled as the bridge's codes.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code's spelling.
    public let rawValue: String
    /// Makes a code that this module does not define.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The code's spelling.
    public var description: String { rawValue }

    /// There is no such file, package or export.
    public static let notFound = Code(rawValue: "NOT_FOUND")
    /// A specifier, an import map, a package.json or a module's text is malformed.
    public static let invalidArgument = Code(rawValue: "INVALID_ARGUMENT")
    /// The module exists but cannot be used this way: a directory, a type that its import attributes do not name, a
    /// cycle.
    public static let failedPrecondition = Code(rawValue: "FAILED_PRECONDITION")
    /// The module is outside the root, or its file may not be read.
    public static let permissionDenied = Code(rawValue: "PERMISSION_DENIED")
    /// A limit of ``ModuleLimits`` was exceeded.
    public static let resourceExhausted = Code(rawValue: "RESOURCE_EXHAUSTED")
    /// The feature is not supported: a built-in module of Node, an import attribute, an import phase.
    public static let unimplemented = Code(rawValue: "UNIMPLEMENTED")
    /// The bytes of a module do not match its integrity hash.
    public static let dataLoss = Code(rawValue: "DATA_LOSS")
    /// The top-level `await` of a module did not finish in time.
    public static let deadlineExceeded = Code(rawValue: "DEADLINE_EXCEEDED")
    /// The task that loaded the module was cancelled.
    public static let cancelled = Code(rawValue: "CANCELLED")
    /// A loader threw an error that is not a `ModuleError`.
    public static let unknown = Code(rawValue: "UNKNOWN")
  }

  /// The kind of failure.
  public var code: Code
  /// One sentence without the referrer.
  public var message: String
  /// The specifier as written in the referrer; nil if no request failed.
  public var specifier: String?
  /// The URL of the module that made the request, or whose text is wrong; nil for a request of the host.
  public var referrer: String?
  /// The URLs of the modules that led to the referrer, outermost first; empty if the host made the request.
  public var chain: [String]
  /// The line in the text of the referrer, counted from 1; nil if unknown.
  public var line: Int?
  /// The column in that line in UTF-16 units, counted from 1; nil if unknown.
  public var column: Int?
  /// The text of that line, without its line break, for a report; nil if unknown.
  package var sourceLine: String?
  /// Whether the text itself is wrong or an export does not exist, which JavaScript sees as a `SyntaxError`.
  public var isSyntaxError: Bool
  /// The code that `require` gives the error in Node; nil where `require` gives it the usual one.
  package var nodeCode: String?

  /// Makes an error of your own loader.
  public init(
    _ code: Code, _ message: String, specifier: String? = nil, referrer: String? = nil, chain: [String] = [],
    line: Int? = nil, column: Int? = nil, isSyntaxError: Bool = false
  ) {
    self.code = code
    self.message = message
    self.specifier = specifier
    self.referrer = referrer
    self.chain = chain
    self.line = line
    self.column = column
    self.isSyntaxError = isSyntaxError
  }

  /// `url:line:column` of the referrer, as far as known.
  public var place: String? {
    referrer.map { $0 + (line.map { ":\($0)" } ?? "") + (column.map { ":\($0)" } ?? "") }
  }

  /// The message, the location, and the chain of imports if it is longer than the referrer.
  public var description: String {
    var text = message
    if let place { text += " (\(place))" }
    if !chain.isEmpty { text += chainText }
    return text
  }

  /// The message and the chain, for an error whose location is shown elsewhere.
  package var messageWithChain: String { chain.isEmpty ? message : message + chainText }

  /// Up to 10 modules of the chain, one a line.
  private var chainText: String {
    let most = 10
    var lines = chain.reversed().prefix(most).map { "\n    imported by \($0)" }
    if chain.count > most { lines.append("\n    and \(chain.count - most) more") }
    return lines.joined()
  }

  /// Adds the request's module and position to the error; values that are known already stay.
  package func requested(_ specifier: String, by referrer: String?, line: Int? = nil, column: Int? = nil) -> ModuleError
  {
    var error = self
    if error.specifier == nil { error.specifier = specifier }
    guard error.referrer == nil else { return error }
    error.referrer = referrer
    error.line = line
    error.column = column
    return error
  }
}

extension ModuleError {
  /// The same error with the line that it names, of its referrer's text.
  func showing(_ text: @autoclosure () -> [UInt8]) -> ModuleError {
    guard let line, sourceLine == nil else { return self }
    var error = self
    error.sourceLine = SourceLine.text(of: line, in: text())
    return error
  }

  static func tooLarge(_ name: String, _ count: Int, _ maximum: Int) -> ModuleError {
    ModuleError(.resourceExhausted, "\(name) has \(count) bytes, over the limit of \(maximum) for a module.")
  }
}
