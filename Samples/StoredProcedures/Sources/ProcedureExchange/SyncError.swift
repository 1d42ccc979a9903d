/// Why a sync came to nothing; what was there before is still there.
public struct SyncError: Error, Sendable, CustomStringConvertible {
  /// A stable word for the kind of failure, spelled as the bridge's codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code as it is written.
    public let rawValue: String
    /// A code of your own.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server is absent, or fails, or went silent.
    public static let unavailable = Code(rawValue: "UNAVAILABLE")
    /// The signature is not the expected one's.
    public static let unauthenticated = Code(rawValue: "UNAUTHENTICATED")
    /// What came is not what was announced.
    public static let dataLoss = Code(rawValue: "DATA_LOSS")
    /// The server offers less than it once did.
    public static let outdated = Code(rawValue: "FAILED_PRECONDITION")
    /// The server leads to a place that is not on the list.
    public static let permissionDenied = Code(rawValue: "PERMISSION_DENIED")
    /// Another sync of the same folder is at work.
    public static let aborted = Code(rawValue: "ABORTED")
    /// The caller gave up.
    public static let cancelled = Code(rawValue: "CANCELLED")
    /// The disk is full.
    public static let resourceExhausted = Code(rawValue: "RESOURCE_EXHAUSTED")
  }

  /// What kind of failure it was.
  public let code: Code
  /// One sentence: what happened, and what is done about it.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// `CODE: message`.
  public var description: String { "\(code.rawValue): \(message)" }

  /// Whether trying again may help.
  var isPassing: Bool { code == .unavailable }
}
