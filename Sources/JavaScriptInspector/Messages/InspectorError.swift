/// An error of the debugger.
package struct InspectorError: Error, CustomStringConvertible, Equatable {
  /// A stable name of the kind of error.
  package struct Code: Sendable, Hashable {
    package let rawValue: String
    /// The engine has no inspector, or the program may not be inspected.
    package static let unavailable = Code(rawValue: "UNAVAILABLE")
    /// A value of the client is wrong.
    package static let invalidArgument = Code(rawValue: "INVALID_ARGUMENT")
    /// The program is not in a state that allows the request.
    package static let failedPrecondition = Code(rawValue: "FAILED_PRECONDITION")
    /// The engine did not answer in time.
    package static let deadlineExceeded = Code(rawValue: "DEADLINE_EXCEEDED")
    /// The engine refused the request.
    package static let unknown = Code(rawValue: "UNKNOWN")
  }

  package let code: Code
  package let description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  static func badMessage(_ reason: String) -> InspectorError {
    InspectorError(.invalidArgument, "This is no message of the protocol: \(reason).")
  }
  static let closed = InspectorError(.unavailable, "The connection to the engine is closed.")
  static let notPaused = InspectorError(.failedPrecondition, "The program is not paused.")
}
