/// Why the kernel could not be asked, or why its answer could not be used.
///
/// Absence is never an error: no network, no WiFi hardware, an interface that is down and a hidden name are values.
public struct NetworkError: Error, Sendable, Hashable, Codable {
  /// What went wrong, as a stable name to compare with.
  public let code: Code

  /// What was being done, in the words of a sentence: `reading links`.
  public let operation: String

  /// The kernel's error number, as in errno.h.
  ///
  /// `nil` if the kernel reported none (a timeout, a malformed answer).
  public let errorNumber: Int32?

  /// What the kernel added in its own words, by an extended acknowledgement.
  ///
  /// `nil` if it said nothing.
  ///
  /// Source: `NLMSGERR_ATTR_MSG`, include/uapi/linux/netlink.h.
  public let kernelMessage: String?

  /// What this means, as a sentence, where the code alone would not say it.
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
    /// The kernel refused for want of a privilege.
    public static var permissionDenied: Code { Code(rawValue: "PERMISSION_DENIED") }
    /// The kernel did not answer in time.
    public static var timedOut: Code { Code(rawValue: "DEADLINE_EXCEEDED") }
    /// The answer broke the rules of its format.
    public static var malformed: Code { Code(rawValue: "DATA_LOSS") }
    /// What was asked about does not exist.
    public static var notFound: Code { Code(rawValue: "NOT_FOUND") }
    /// The kernel did not accept the request.
    public static var invalidRequest: Code { Code(rawValue: "INVALID_ARGUMENT") }
    /// The process or the kernel ran out of descriptors, memory or buffer.
    public static var exhausted: Code { Code(rawValue: "RESOURCE_EXHAUSTED") }
    /// Something must be done first: an interface is down.
    public static var failedPrecondition: Code { Code(rawValue: "FAILED_PRECONDITION") }
    /// It was begun and given up.
    public static var aborted: Code { Code(rawValue: "ABORTED") }
    /// None of the above.
    public static var unknown: Code { Code(rawValue: "UNKNOWN") }

    /// The name itself.
    public var description: String { rawValue }
  }
}

extension NetworkError: CustomStringConvertible {
  /// One sentence for a person: what was done, what the kernel said.
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
  /// The answer to the dump of a routing table that means: there is none, or none for this family of addresses.
  var meansNoTable: Bool { errorNumber.map(SystemCalls.noTableErrors.contains) ?? false }

  /// The answer to a look-up that means: there is no way.
  var meansNoRoute: Bool { meansNoTable || errorNumber.map(SystemCalls.noRouteErrors.contains) ?? false }

  /// It is already being done.
  var meansBusy: Bool { errorNumber == SystemCalls.busyError }

  /// The interface is switched off.
  var meansDown: Bool { errorNumber == SystemCalls.downError }

  /// The kernel has no netlink for this process, or a sandbox keeps it away.
  var meansDenied: Bool { code == .unavailable || code == .permissionDenied }
}
