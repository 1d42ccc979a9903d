/// An error of a kernel request: the request failed, or its answer is unusable.
///
/// Absence is never an error: no network, no WiFi hardware, an interface that is down and a hidden name are values.
public struct NetworkError: Error, Sendable, Hashable, Codable {
  /// What went wrong, as a stable name to compare with.
  public let code: Code

  /// The operation that failed, in words that fit into a sentence: `reading links`.
  public let operation: String

  /// The kernel's error number, as in errno.h.
  ///
  /// `nil` if the kernel reported none (a timeout, a malformed answer).
  public let errorNumber: Int32?

  /// The kernel's own explanation, from an extended acknowledgement.
  ///
  /// `nil` if it sent none.
  ///
  /// Source: `NLMSGERR_ATTR_MSG`, include/uapi/linux/netlink.h.
  public let kernelMessage: String?

  /// A complete sentence for the description; `nil` if the code and the error number suffice.
  private let explanation: String?

  init(
    _ code: Code, _ operation: String, errorNumber: Int32? = nil, kernelMessage: String? = nil,
    explanation: String? = nil
  ) {
    self.code = code
    self.operation = operation
    self.errorNumber = errorNumber
    self.kernelMessage = kernelMessage
    self.explanation = explanation
  }
}

extension NetworkError {
  /// A stable name for a kind of failure, spelled the same in Swift and in JavaScript.
  ///
  /// The set is open: compare with the values that you handle, and treat others as failures.
  public struct Code: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name as it crosses to JavaScript.
    public let rawValue: String

    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The kernel lacks the interface, or a sandbox denies it.
    public static var unavailable: Code { Code(rawValue: "UNAVAILABLE") }
    /// The kernel refused the request for lack of a privilege.
    public static var permissionDenied: Code { Code(rawValue: "PERMISSION_DENIED") }
    /// The kernel did not answer in time.
    public static var timedOut: Code { Code(rawValue: "DEADLINE_EXCEEDED") }
    /// The answer is malformed.
    public static var malformed: Code { Code(rawValue: "DATA_LOSS") }
    /// The requested object does not exist.
    public static var notFound: Code { Code(rawValue: "NOT_FOUND") }
    /// The kernel did not accept the request.
    public static var invalidRequest: Code { Code(rawValue: "INVALID_ARGUMENT") }
    /// The process or the kernel ran out of descriptors, memory or buffer.
    public static var exhausted: Code { Code(rawValue: "RESOURCE_EXHAUSTED") }
    /// A precondition is not met, such as an interface that is up.
    public static var failedPrecondition: Code { Code(rawValue: "FAILED_PRECONDITION") }
    /// The operation began and was stopped before its end.
    public static var aborted: Code { Code(rawValue: "ABORTED") }
    /// None of the above.
    public static var unknown: Code { Code(rawValue: "UNKNOWN") }

    /// The name itself.
    public var description: String { rawValue }
  }
}

extension NetworkError: CustomStringConvertible {
  /// One sentence: the operation, and the kernel's answer.
  public var description: String {
    if let explanation { return explanation }
    var text = "\(operation): "
    if let errorNumber {
      text += "\(SystemCalls.text(ofError: errorNumber)) (errno \(errorNumber))"
    } else if code == .timedOut {
      text += "the kernel did not answer in time"
    } else if code == .malformed {
      text += "the kernel's answer is malformed"
    } else {
      text += code.rawValue
    }
    if let kernelMessage { text += ": \(kernelMessage)" }
    return text
  }
}

extension NetworkError {
  /// Whether the kernel has no routing table, or none for this address family.
  var meansNoTable: Bool { errorNumber.map(SystemCalls.noTableErrors.contains) ?? false }

  /// Whether no route leads to the destination.
  var meansNoRoute: Bool { meansNoTable || errorNumber.map(SystemCalls.noRouteErrors.contains) ?? false }

  /// Whether the operation is already in progress.
  var meansBusy: Bool { errorNumber == SystemCalls.busyError }

  /// Whether the interface is down.
  var meansDown: Bool { errorNumber == SystemCalls.downError }

  /// Whether netlink is missing, or denied by a sandbox.
  var meansDenied: Bool { code == .unavailable || code == .permissionDenied }
}
