#if Plugins
import Causeway
import GRDB

extension BridgeError {
  /// Converts SQLite errors to bridge errors; other errors are unchanged.
  static func ofStorage(_ error: any Error, _ limits: StorageLimits) -> any Error {
    let error = error is RowDecodingError ? DatabaseError(resultCode: .SQLITE_MISMATCH) : error
    guard let error = error as? DatabaseError else { return error }
    var limit: String?
    let (code, sentence): (Code, String) =
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        (.unavailable, "Another program locked the store for longer than \(limits.busyTimeout): nothing was changed.")
      case .SQLITE_FULL:
        (.resourceExhausted, "The disk is full, or the file has reached the limit fileBytes: nothing was changed.")
      // The plugin's own statements fit the tables that it has made.
      case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_ERROR, .SQLITE_SCHEMA, .SQLITE_MISMATCH:
        (.dataLoss, "The file is damaged, or is not a store. It was not changed.")
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
        (.failedPrecondition, "The file cannot be written: it, or its folder, is read-only.")
      case .SQLITE_CANTOPEN: (.unavailable, "The file cannot be opened.")
      case .SQLITE_IOERR: (.unavailable, "The disk failed: nothing was changed.")
      case .SQLITE_NOMEM: (.resourceExhausted, "The system is out of memory: nothing was changed.")
      default: (.internal, "The store failed: \(error.message ?? "no reason is given").")
      }
    if error.resultCode == .SQLITE_FULL { limit = "fileBytes" }
    var data: BridgeValue = ["sqliteCode": .number(Double(error.extendedResultCode.rawValue))]
    if let limit, case .object(var members) = data {
      members["limit"] = .string(limit)
      data = .object(members)
    }
    return BridgeError(code, sentence, data: data)
  }

  static let storeIsClosed = BridgeError(.unavailable, "The store is closed.")

  /// The file was renamed or removed.
  static let storeIsGone = BridgeError(
    .dataLoss,
    "The store's file was removed or replaced while it was open. Changes would be lost, so none was made.")
}
#endif
