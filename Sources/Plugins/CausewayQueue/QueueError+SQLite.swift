#if Plugins
import GRDB

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
    case is RowDecodingError: self.init(DatabaseError(resultCode: .SQLITE_MISMATCH), operation, path)
    default: self.init(.internal, operation, "The queue \(path) failed: \(error)")
    }
  }

  private init(_ error: DatabaseError, _ operation: String, _ path: String) {
    let (code, message): (Code, String) =
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        (.unavailable, "Another process has locked the queue \(path). Nothing was changed; try again.")
      case .SQLITE_FULL:
        (
          .resourceExhausted,
          "The queue \(path) is full: its disk is full, or its size limit is reached. "
            + "Its items are safe; free some space and try again."
        )
      case .SQLITE_CORRUPT, .SQLITE_FORMAT, .SQLITE_ERROR, .SQLITE_SCHEMA, .SQLITE_MISMATCH:
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
