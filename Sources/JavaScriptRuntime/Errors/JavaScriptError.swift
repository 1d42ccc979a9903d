/// An error of a JavaScript runtime, such as an exception or a violated limit.
public struct JavaScriptError: Error, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// A stable identifier of the kind of error, spelled as the bridge's codes.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code's spelling.
    public let rawValue: String
    /// Makes a code that this module does not define.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The code's spelling.
    public var description: String { rawValue }

    /// The script threw an exception, which is in `details`.
    public static let thrown = Code(rawValue: "UNKNOWN")
    /// The runtime is closed.
    public static let closed = Code(rawValue: "UNAVAILABLE")
    /// The script ran longer than `RuntimeConfiguration.evaluationLimit` and was stopped.
    public static let timeLimit = Code(rawValue: "RESOURCE_EXHAUSTED")
    /// The heap of a worker exceeded `WorkerLimits.heapBytes`, and the worker was stopped.
    public static let heapLimit = Code(rawValue: "RESOURCE_EXHAUSTED")
    /// The system refused a resource that a runtime needs: address space, a thread or a descriptor.
    public static let cannotStart = Code(rawValue: "FAILED_PRECONDITION")
    /// The program still awaits a promise, and no timer, call or stream is left that could settle it.
    public static let unsettled = Code(rawValue: "ABORTED")
    /// The waiting Swift task was cancelled.
    public static let cancelled = Code(rawValue: "CANCELLED")
  }

  /// The kind of error.
  public let code: Code
  /// The operation that failed, such as `evaluate app.js` or `call render`.
  public let operation: String
  /// The JavaScript exception; nil if no script threw one.
  public let details: ErrorDetails?
  /// A description in one line.
  public let message: String
  /// Where its report finds source lines.
  private var origin: Origin?

  private final class Origin: Sendable {
    let sources: SourceCache
    let files: SourceFiles?

    init(_ sources: SourceCache, _ files: SourceFiles?) {
      self.sources = sources
      self.files = files
    }
  }

  package init(code: Code, operation: String, details: ErrorDetails? = nil, message: String) {
    self.code = code
    self.operation = operation
    self.details = details
    self.message = message
  }

  /// The message with the class of the error, its source location if it is known, and the error that caused it.
  public var description: String {
    func located(_ text: String, _ details: ErrorDetails?) -> String {
      details?.location.map { "\(text) (\($0))" } ?? text
    }
    let cause = details?.causes.first.map { ", caused by \(located($0.headline, $0))" }
    return located(message, details) + (cause ?? "")
  }

  /// The report: Swift prints it for an error that `main` throws.
  public var debugDescription: String { report().text }

  /// A readable report, with the source line as it was when the error was thrown, the stack, gathered errors and causes.
  ///
  /// - Parameter colors: whether it contains a terminal's colour codes.
  public func report(colors: Bool = false) -> ErrorReport {
    ErrorReport(self, sources: origin?.sources ?? SourceCache(), files: origin?.files, colors: colors)
  }

  /// The error with what its report needs.
  func thrown(from sources: SourceCache, _ files: SourceFiles?) -> JavaScriptError {
    var error = self
    error.origin = Origin(sources, files)
    return error
  }
}

extension JavaScriptError {
  /// - Parameter reason: the refused resource, as a clause that completes "JavaScript cannot start:".
  static func cannotStart(_ reason: String) -> JavaScriptError {
    JavaScriptError(code: .cannotStart, operation: "start", message: "JavaScript cannot start: \(reason).")
  }

  static let closed = JavaScriptError(code: .closed, operation: "run", message: "The JavaScript runtime is closed.")
  static let reloaded = JavaScriptError(
    code: .unsettled, operation: "run", message: "The JavaScript runtime was reloaded.")
}
