/// An error of a queue operation.
///
/// A failed operation has no effect, with one exception: a `put` or an acknowledgement that fails because of the disk
/// may have one. Both can be repeated safely, because of the keys.
public struct QueueError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A stable error code, with gRPC's names.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code as text.
    public let rawValue: String
    /// Creates a code with this text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The code as text.
    public var description: String { rawValue }

    /// The lease is lost: it expired and another consumer has the item, or the item was acknowledged or discarded.
    public static let aborted = Code(rawValue: "ABORTED")
    /// The task was cancelled before the database operation.
    public static let cancelled = Code(rawValue: "CANCELLED")
    /// The file is damaged, or was removed while it was open.
    public static let dataLoss = Code(rawValue: "DATA_LOSS")
    /// The file is not a queue, or was written by a newer version.
    public static let failedPrecondition = Code(rawValue: "FAILED_PRECONDITION")
    /// An unexpected SQLite error.
    public static let `internal` = Code(rawValue: "INTERNAL")
    /// The key or the payload is invalid.
    public static let invalidArgument = Code(rawValue: "INVALID_ARGUMENT")
    /// The folder or the item does not exist.
    public static let notFound = Code(rawValue: "NOT_FOUND")
    /// The file cannot be read or written.
    public static let permissionDenied = Code(rawValue: "PERMISSION_DENIED")
    /// The disk is full, or a limit is reached.
    public static let resourceExhausted = Code(rawValue: "RESOURCE_EXHAUSTED")
    /// Another process has locked the file for longer than the timeout; try again.
    public static let unavailable = Code(rawValue: "UNAVAILABLE")
  }

  /// The error code.
  public let code: Code
  /// The failed operation, such as `put` or `lease`.
  public let operation: String
  /// A sentence for the user, with advice if there is any.
  public let message: String
  /// SQLite's extended result code; nil without an SQLite error.
  ///
  /// Source: https://www.sqlite.org/rescode.html
  public let sqliteCode: Int32?

  package init(_ code: Code, _ operation: String, _ message: String, sqliteCode: Int32? = nil) {
    self.code = code
    self.operation = operation
    self.message = message
    self.sqliteCode = sqliteCode
  }

  /// `CODE: message`.
  public var description: String { "\(code): \(message)" }
}
