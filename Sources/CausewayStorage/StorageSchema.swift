#if Plugins
import Causeway
import GRDB

/// The tables of a store.
///
///     entry    what is kept: `version` is the number of the last change
///     area     how much each group holds, kept in step by every change
///     change   the newest changes, for those who were not there; a NULL key stands for all of its group
enum StorageSchema {
  /// `CWKV`, which tells a store from other databases.
  static let applicationID = 0x4357_4B56
  static let version = 1
  /// How many changes are remembered.
  static let changesKept = 1_000

  /// Makes the tables in a new file; refuses a file of somebody else's.
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
      throw BridgeError(.failedPrecondition, "The file is another program's database. It is left as it is.")
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
