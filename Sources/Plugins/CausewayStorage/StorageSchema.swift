#if Plugins
import Causeway
import GRDB

/// The tables of a store.
///
///     entry    the values: `version` is the number of the last change
///     area     the usage of each group, updated by every change
///     change   the latest changes, for other programs; a NULL key means the whole group
enum StorageSchema {
  /// `CWKV`, the application id of a store.
  static let applicationID = 0x4357_4B56
  static let version = 1
  /// The number of stored changes.
  static let changeRetention = 1_000

  /// Creates the tables in a new file; rejects a database of another program.
  static func prepare(_ db: Database) throws {
    let id = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    if id == applicationID {
      guard version <= StorageSchema.version else {
        throw BridgeError(.failedPrecondition, "The store was written by a newer version (\(version)) of this plugin.")
      }
      return
    }
    guard id == 0, version == 0, try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 else {
      throw BridgeError(.failedPrecondition, "The file is a database of another program. It was not changed.")
    }
    try db.execute(
      sql: """
        CREATE TABLE entry(
          area TEXT NOT NULL, key BLOB NOT NULL, value BLOB NOT NULL, version INTEGER NOT NULL, UNIQUE(area, key)
        ) STRICT;
        CREATE TABLE area(name TEXT PRIMARY KEY, entries INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
        CREATE TABLE change(sequence INTEGER PRIMARY KEY AUTOINCREMENT, area TEXT NOT NULL, key BLOB) STRICT;
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(StorageSchema.version);
        """)
  }
}
#endif
