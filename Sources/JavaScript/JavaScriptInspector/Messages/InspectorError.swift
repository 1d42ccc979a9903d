/// An error of the inspector: it is not available, or refuses a request.
public struct InspectorError: Error, CustomStringConvertible, Equatable {
  /// A stable name for the kind of error.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name, such as `UNAVAILABLE`.
    public let rawValue: String

    /// Makes a code with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The engine has no inspector, or the program may not be inspected.
    public static let unavailable = Code(rawValue: "UNAVAILABLE")
    /// A value that the client sent is wrong.
    public static let invalidArgument = Code(rawValue: "INVALID_ARGUMENT")
    /// The program is not in a state that allows the request.
    public static let failedPrecondition = Code(rawValue: "FAILED_PRECONDITION")
    /// The engine did not answer in time.
    public static let deadlineExceeded = Code(rawValue: "DEADLINE_EXCEEDED")
    /// The engine refused the request.
    public static let unknown = Code(rawValue: "UNKNOWN")
  }

  /// The kind of error.
  public let code: Code
  /// A description in one sentence.
  public let description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  static func badMessage(_ reason: String) -> InspectorError {
    InspectorError(.invalidArgument, "Not a protocol message: \(reason).")
  }
  static let closed = InspectorError(.unavailable, "The connection to the engine is closed.")
  static let notPaused = InspectorError(.failedPrecondition, "The program is not paused.")
}
