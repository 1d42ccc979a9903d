#if Plugins
import GRDB

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

    /// The lease is lost: it expired and another consumer has the item, or the item has ended.
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
    /// Another process locks the file for longer than the timeout; try again.
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

  init(_ code: Code, _ operation: String, _ message: String, sqliteCode: Int32? = nil) {
    self.code = code
    self.operation = operation
    self.message = message
    self.sqliteCode = sqliteCode
  }

  /// `CODE: message`.
  public var description: String { "\(code): \(message)" }
}

extension QueueError {
  /// An item whose payload is missing or does not match its checksum.
  static func damaged(_ key: String, _ path: String, operation: String) -> QueueError {
    QueueError(
      .dataLoss, operation,
      "The item \"\(key)\" of the queue \(path) is damaged: it is now a dead letter, which can only be discarded. Other items may be "
        + "damaged as well: check the disk.")
  }

  /// Converts an error of SQLite or the system.
  init(_ error: any Error, operation: String, path: String) {
    switch error {
    case let error as QueueError: self = error
    case is CancellationError:
      self.init(.cancelled, operation, "The task of the operation \(operation) was cancelled.")
    case let error as DatabaseError: self.init(error, operation, path)
    default: self.init(.internal, operation, "The queue \(path) failed: \(error)")
    }
  }

  private init(_ error: DatabaseError, _ operation: String, _ path: String) {
    let (code, message): (Code, String) =
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        (.unavailable, "Another process locks the queue \(path). Nothing was changed; try again.")
      case .SQLITE_FULL:
        (
          .resourceExhausted,
          "The queue \(path) is full: its disk is full, or the limit of its size is reached. "
            + "Its items are safe; free some space and try again."
        )
      case .SQLITE_CORRUPT:
        (
          .dataLoss,
          "The queue \(path) is damaged. Move it aside together with its -wal and -shm files and open a new one; "
            + "`sqlite3 \(path) .recover` shows the recoverable data."
        )
      case .SQLITE_NOTADB:
        (.failedPrecondition, "\(path) is not a queue: it is not a database. Use another path.")
      case .SQLITE_CANTOPEN:
        (
          .notFound,
          "The queue \(path) cannot be opened: its folder must exist, and this user needs permission to write there."
        )
      case .SQLITE_READONLY, .SQLITE_PERM:
        (
          .permissionDenied,
          "The queue \(path) cannot be written: this user needs permission to write to it and to its folder."
        )
      case .SQLITE_IOERR:
        (
          .unavailable,
          "The disk of the queue \(path) failed (\(error.message ?? "I/O error")). Earlier items are still "
            + "stored if the disk is intact."
        )
      case .SQLITE_TOOBIG: (.invalidArgument, "The item is too large.")
      case .SQLITE_INTERRUPT, .SQLITE_ABORT:
        (.cancelled, "The task of the operation \(operation) was cancelled.")
      default: (.internal, "The queue \(path) failed: \(error)")
      }
    self.init(code, operation, message, sqliteCode: error.extendedResultCode.rawValue)
  }
}
#endif
