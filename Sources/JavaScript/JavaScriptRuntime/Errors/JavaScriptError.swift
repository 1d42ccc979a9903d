/// An error of a JavaScript runtime, such as an exception or a violated limit.
public struct JavaScriptError: Error, Sendable, CustomStringConvertible {
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
    /// More uses wait for a runtime of a pool than `JavaScriptRuntimePool.Configuration.waiters` allows.
    public static let queueLimit = Code(rawValue: "RESOURCE_EXHAUSTED")
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
  /// Where its report finds source lines; nil for an error without them.
  var origin: (any ErrorOrigin)?

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

/// The part of its context that an error keeps for its report.
protocol ErrorOrigin: Sendable {}
