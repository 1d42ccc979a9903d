/// Why JavaScript did not do what was asked of it.
public struct JavaScriptError: Error, Sendable, CustomStringConvertible {
  /// A stable word for the kind of failure; the same spelling as the bridge's codes.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code as it is written.
    public let rawValue: String
    /// A code of your own.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The code as it is written.
    public var description: String { rawValue }

    /// The script threw; `details` says what.
    public static let thrown = Code(rawValue: "UNKNOWN")
    /// The runtime is closed.
    public static let closed = Code(rawValue: "UNAVAILABLE")
    /// The script ran longer than `RuntimeConfiguration.evaluationLimit` and was stopped.
    public static let timeLimit = Code(rawValue: "RESOURCE_EXHAUSTED")
    /// The system refuses what a runtime needs: address space, a thread or a descriptor.
    public static let cannotStart = Code(rawValue: "FAILED_PRECONDITION")
    /// Nothing is left to do, and the script still awaits.
    public static let unsettled = Code(rawValue: "ABORTED")
    /// The waiting Swift task was cancelled.
    public static let cancelled = Code(rawValue: "CANCELLED")
  }

  /// What kind of failure it was.
  public let code: Code
  /// What was being done: `evaluate app.js`, `call render`.
  public let operation: String
  /// The exception, when a script threw one.
  public let details: ErrorDetails?
  /// The text in one line.
  public let message: String

  package init(code: Code, operation: String, details: ErrorDetails? = nil, message: String) {
    self.code = code
    self.operation = operation
    self.details = details
    self.message = message
  }

  /// The message, where it happened, and what was being done.
  public var description: String {
    guard let place = details?.place else { return message }
    return "\(message) (\(place))"
  }
}

extension JavaScriptError {
  /// - Parameter reason: what the system refuses, as a phrase.
  static func cannotStart(_ reason: String) -> JavaScriptError {
    JavaScriptError(code: .cannotStart, operation: "start", message: "JavaScript cannot start: \(reason).")
  }

  static let closed = JavaScriptError(code: .closed, operation: "run", message: "The JavaScript runtime is closed.")
  static let reloaded = JavaScriptError(
    code: .unsettled, operation: "run", message: "The JavaScript runtime was reloaded.")
}
