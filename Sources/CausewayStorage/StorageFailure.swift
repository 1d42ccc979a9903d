#if Plugins
import Causeway
import GRDB

extension BridgeError {
  /// What SQLite says, in the bridge's words; any other error as it is.
  static func ofStorage(_ error: any Error, _ limits: StorageLimits) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    var limit: String?
    let (code, sentence): (Code, String) =
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        (.unavailable, "Another program has held the store for longer than \(limits.busyTimeout): nothing was changed.")
      case .SQLITE_FULL:
        (.resourceExhausted, "The disk is full, or the file has reached its limit fileBytes: nothing was changed.")
      case .SQLITE_CORRUPT, .SQLITE_NOTADB:
        (.dataLoss, "The file is damaged, or is no store. It is left as it is.")
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
        (.failedPrecondition, "The file cannot be written: it, or its folder, is read-only.")
      case .SQLITE_CANTOPEN: (.unavailable, "The file cannot be opened.")
      case .SQLITE_IOERR: (.unavailable, "The disk failed: nothing was changed.")
      case .SQLITE_NOMEM: (.resourceExhausted, "There is no memory left: nothing was changed.")
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

  /// The file has another name now, or none.
  static let storeIsGone = BridgeError(
    .dataLoss,
    "The store's file was removed or replaced while it was open. What is written now would be lost, so nothing is.")
}
#endif
