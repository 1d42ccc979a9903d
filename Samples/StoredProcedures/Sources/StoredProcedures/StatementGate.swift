import Foundation
import GRDB
import GRDBSQLite

/// Checks a procedure's statements against its access and its time limit, as SQLite's authorizer and progress handler.
///
/// `@unchecked Sendable`: it belongs to one connection and is accessed only in work on that connection's queue, on
/// which SQLite calls it back.
final class StatementGate: @unchecked Sendable {
  /// The access of the statements; nil for the host's own statements.
  var access: DatabaseAccess?
  /// Whether the work has to end, read between steps and while another program has locked the database.
  var shouldStop: () -> Bool = { false }
  /// The time to wait for another program.
  var lockTimeout: TimeInterval = 0
  /// The reason why the last statement was refused.
  private(set) var refusal: String?
  private var waitBegan = Date.distantPast

  /// Installs the gate in a connection, which must not outlive it.
  func install(in database: Database) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_set_authorizer(
      database.sqliteConnection,
      { context, action, first, second, _, _ in
        let gate = Unmanaged<StatementGate>.fromOpaque(context!).takeUnretainedValue()
        let isAllowed = gate.allows(action, first.map { String(cString: $0) }, second.map { String(cString: $0) })
        return isAllowed ? SQLITE_OK : SQLITE_DENY
      }, context)
    sqlite3_progress_handler(
      database.sqliteConnection, 1000,
      { context in Unmanaged<StatementGate>.fromOpaque(context!).takeUnretainedValue().shouldStop() ? 1 : 0 }, context)
  }

  /// Applies a procedure's access to its statements.
  func holding<Result>(to access: DatabaseAccess, _ body: () throws -> Result) rethrows -> Result {
    self.access = access
    refusal = nil
    defer { self.access = nil }
    return try body()
  }

  /// Whether to wait longer for a locked database; sleeps briefly if so.
  func waits(turn: Int) -> Bool {
    if turn == 0 { waitBegan = Date() }
    guard !shouldStop(), Date().timeIntervalSince(waitBegan) < lockTimeout else { return false }
    Thread.sleep(forTimeInterval: min(0.001 * Double(turn + 1), 0.02))
    return true
  }

  private func allows(_ action: CInt, _ first: String?, _ second: String?) -> Bool {
    guard let access else { return true }
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return true
    case SQLITE_FUNCTION: return second != "load_extension" || refuse("load an extension")
    case SQLITE_READ:
      let table = first ?? ""
      return access.mayRead(table) || refuse("read \(table)", access.read)
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
      let table = first ?? ""
      return access.mayWrite(table) || refuse("write to \(table)", access.write)
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT:
      return refuse("use BEGIN, COMMIT or SAVEPOINT: call Context.context().transaction(…)")
    default: return refuse("do anything but read and write rows")
    }
  }

  private func refuse(_ what: String, _ allowed: Set<String>? = nil) -> Bool {
    refusal = "A procedure may not \(what)."
    if let allowed {
      refusal =
        "This procedure may not \(what): "
        + (allowed.isEmpty
          ? "its access lists nothing." : "its access lists \(allowed.sorted().joined(separator: ", ")).")
    }
    return false
  }
}
