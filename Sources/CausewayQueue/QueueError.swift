#if Plugins
import GRDB

/// Why the queue could not do what it was asked to.
///
/// What threw has not happened, with one exception: a `put` or an acknowledgement that ends with a failure of the disk may
/// have. Doing either again is safe, that is what the keys are for.
public struct QueueError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A stable word for the kind of failure, spelled as gRPC spells it.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code as text.
    public let rawValue: String
    /// A code with this text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The code as text.
    public var description: String { rawValue }

    /// The lease is lost: it ran out and somebody else has the item, or the item has ended.
    public static let aborted = Code(rawValue: "ABORTED")
    /// The task was cancelled before the database was asked.
    public static let cancelled = Code(rawValue: "CANCELLED")
    /// The file is damaged, or is gone while it was open.
    public static let dataLoss = Code(rawValue: "DATA_LOSS")
    /// The file is no queue, or was written by a newer version.
    public static let failedPrecondition = Code(rawValue: "FAILED_PRECONDITION")
    /// SQLite says something that it should never say here.
    public static let `internal` = Code(rawValue: "INTERNAL")
    /// The key or the payload is not what a queue takes.
    public static let invalidArgument = Code(rawValue: "INVALID_ARGUMENT")
    /// There is no such folder or item.
    public static let notFound = Code(rawValue: "NOT_FOUND")
    /// The file may not be read or written.
    public static let permissionDenied = Code(rawValue: "PERMISSION_DENIED")
    /// The disk is full, or a limit is reached.
    public static let resourceExhausted = Code(rawValue: "RESOURCE_EXHAUSTED")
    /// Somebody else holds the file for longer than this queue waits; try again.
    public static let unavailable = Code(rawValue: "UNAVAILABLE")
  }

  /// The kind of failure.
  public let code: Code
  /// What was asked for, such as `put` or `lease`.
  public let operation: String
  /// A sentence for a person, which says what to do where something can be done.
  public let message: String
  /// SQLite's extended result code; nil when SQLite had no part in it.
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
  /// An item whose payload does not fit its checksum, or is gone.
  static func damaged(_ key: String, _ path: String, operation: String) -> QueueError {
    QueueError(
      .dataLoss, operation,
      "The item \"\(key)\" of the queue \(path) is damaged: it is a dead letter, which can only be discarded. Others may be "
        + "damaged too: look at the disk.")
  }

  /// What SQLite or the system said, in words.
  init(_ error: any Error, operation: String, path: String) {
    switch error {
    case let error as QueueError: self = error
    case is CancellationError:
      self.init(.cancelled, operation, "The task that wanted to \(operation) was cancelled.")
    case let error as DatabaseError: self.init(error, operation, path)
    default: self.init(.internal, operation, "The queue \(path) failed: \(error)")
    }
  }

  private init(_ error: DatabaseError, _ operation: String, _ path: String) {
    let (code, message): (Code, String) =
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        (.unavailable, "Another process holds the queue \(path). Nothing was changed; try again.")
      case .SQLITE_FULL:
        (
          .resourceExhausted,
          "There is no room for the queue \(path): its disk is full, or it is as large as it may be. "
            + "What is in it is safe; make room and try again."
        )
      case .SQLITE_CORRUPT:
        (
          .dataLoss,
          "The queue \(path) is damaged. Move it aside together with its -wal and -shm files and open a new one; "
            + "`sqlite3 \(path) .recover` shows what can be saved."
        )
      case .SQLITE_NOTADB:
        (.failedPrecondition, "\(path) is no queue: it is not a database. Choose another path.")
      case .SQLITE_CANTOPEN:
        (.notFound, "The queue \(path) cannot be opened: is its folder there, and may this user write to it?")
      case .SQLITE_READONLY, .SQLITE_PERM:
        (.permissionDenied, "The queue \(path) cannot be written: this user may only read it or its folder.")
      case .SQLITE_IOERR:
        (
          .unavailable,
          "The disk of the queue \(path) failed (\(error.message ?? "I/O error")). What had been put before is "
            + "still there if the disk is."
        )
      case .SQLITE_TOOBIG: (.invalidArgument, "This is more than one item of a queue can hold.")
      case .SQLITE_INTERRUPT, .SQLITE_ABORT:
        (.cancelled, "The task that wanted to \(operation) was cancelled.")
      default: (.internal, "The queue \(path) failed: \(error)")
      }
    self.init(code, operation, message, sqliteCode: error.extendedResultCode.rawValue)
  }
}
#endif
