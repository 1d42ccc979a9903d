/// An error of a sync.
///
/// The procedures on disk are unchanged.
public struct SyncError: Error, Sendable, CustomStringConvertible {
  /// A stable identifier of the kind of error, spelled as the bridge's codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's spelling.
    public let rawValue: String
    /// Makes a code that this module does not define.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server cannot be reached, or fails.
    public static let unavailable = Code(rawValue: "UNAVAILABLE")
    /// The signature is not valid for the expected key.
    public static let unauthenticated = Code(rawValue: "UNAUTHENTICATED")
    /// The received data differ from the announced data.
    public static let dataLoss = Code(rawValue: "DATA_LOSS")
    /// The server offers an older version than it did before.
    public static let outdated = Code(rawValue: "FAILED_PRECONDITION")
    /// The server redirects to an address that is not permitted.
    public static let permissionDenied = Code(rawValue: "PERMISSION_DENIED")
    /// Another sync of the same folder runs.
    public static let aborted = Code(rawValue: "ABORTED")
    /// The caller cancelled the sync.
    public static let cancelled = Code(rawValue: "CANCELLED")
    /// The disk is full.
    public static let resourceExhausted = Code(rawValue: "RESOURCE_EXHAUSTED")
  }

  /// The kind of error.
  public let code: Code
  /// A sentence with the cause and the consequence.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// `CODE: message`.
  public var description: String { "\(code.rawValue): \(message)" }

  /// Whether a retry may succeed.
  var isTransient: Bool { code == .unavailable }
}
