#if Plugins
import Causeway
import Foundation
import GRDB

/// Reads and changes of one group within an SQLite transaction.
struct StorageTransaction {
  let db: Database
  let group: StorageGroup
  let limits: StorageLimits

  // MARK: Reading

  func entry(_ key: StorageKey) throws -> (value: [UInt8], version: Int)? {
    let row = try Row.fetchOne(
      try db.cachedStatement(sql: "SELECT value, version FROM entry WHERE area = ? AND key = ?"),
      arguments: [group.name, key.bytes])
    // The subscript would end the process at a value of another type, which a damaged file may contain.
    return try row.map { (Array(try $0.decode(Data.self, atIndex: 0)), try $0.decode(atIndex: 1)) }
  }

  func keys(prefix: Data, after: Data?, limit: Int) throws -> [Data] {
    // The upper bound is the prefix with its last byte incremented: no byte of UTF-8 is 255.
    var end = prefix
    if let last = end.popLast() { end.append(last + 1) }
    return try Data.fetchAll(
      try db.cachedStatement(
        sql: """
          SELECT key FROM entry
          WHERE area = ?1 AND key >= ?2 AND (?3 = x'' OR key < ?3) AND (?4 IS NULL OR key > ?4) ORDER BY key LIMIT ?5
          """), arguments: [group.name, prefix, end, after, limit])
  }

  func usage() throws -> StorageUsage {
    let row = try Row.fetchOne(
      try db.cachedStatement(sql: "SELECT entries, bytes FROM area WHERE name = ?"), arguments: [group.name])
    guard let row else { return StorageUsage(entries: 0, bytes: 0) }
    return StorageUsage(entries: try row.decode(atIndex: 0), bytes: try row.decode(atIndex: 1))
  }

  // MARK: Changing

  func check(_ key: StorageKey, _ version: Int?) throws {
    let found = try entry(key)?.version
    guard found != version else { return }
    throw BridgeError(
      .aborted, "The key has changed: read it again, then retry.",
      data: ["key": .string(key.text), "version": found.map { .number(Double($0)) } ?? nil])
  }

  /// Stores a value and returns its version.
  func set(_ key: StorageKey, _ value: RawJSON) throws -> Int {
    let old = try size(key)
    let size = key.bytes.count + value.text.count
    try count(entries: old == nil ? 1 : 0, bytes: size - (old ?? 0))
    let version = try recordChange(key)
    try db.cachedStatement(
      sql: """
        INSERT INTO entry(area, key, value, version) VALUES(?, ?, ?, ?)
        ON CONFLICT(area, key) DO UPDATE SET value = excluded.value, version = excluded.version
        """
    ).execute(arguments: [group.name, key.bytes, Data(value.text), version])
    return version
  }

  /// Removes a key; nil if it does not exist.
  func remove(_ key: StorageKey) throws -> Int? {
    guard let old = try size(key) else { return nil }
    try db.cachedStatement(sql: "DELETE FROM entry WHERE area = ? AND key = ?")
      .execute(arguments: [group.name, key.bytes])
    try count(entries: -1, bytes: -old)
    return try recordChange(key)
  }

  /// Removes all keys.
  func clear() throws {
    try db.cachedStatement(sql: "DELETE FROM entry WHERE area = ?").execute(arguments: [group.name])
    guard db.changesCount > 0 else { return }
    try db.cachedStatement(sql: "DELETE FROM area WHERE name = ?").execute(arguments: [group.name])
    _ = try recordChange(nil)
  }

  /// The bytes of a key and its value; nil if it does not exist.
  private func size(_ key: StorageKey) throws -> Int? {
    try Int.fetchOne(
      try db.cachedStatement(sql: "SELECT length(key) + length(value) FROM entry WHERE area = ? AND key = ?"),
      arguments: [group.name, key.bytes])
  }

  /// Updates the usage of the group, and checks the limits.
  private func count(entries: Int, bytes: Int) throws {
    let row = try Row.fetchOne(
      try db.cachedStatement(
        sql: """
          INSERT INTO area(name, entries, bytes) VALUES(?, ?, ?) ON CONFLICT(name) DO UPDATE
          SET entries = entries + excluded.entries, bytes = bytes + excluded.bytes RETURNING entries, bytes
          """), arguments: [group.name, entries, bytes])
    let entryCount = try row?.decode(Int.self, atIndex: 0) ?? 0
    let size = try row?.decode(Int.self, atIndex: 1) ?? 0
    if entryCount == 0 {
      try db.cachedStatement(sql: "DELETE FROM area WHERE name = ?").execute(arguments: [group.name])
    }
    if entries > 0, entryCount > limits.groupEntries {
      throw BridgeError.exhausted("groupEntries", maximum: limits.groupEntries, "One more key in this group")
    }
    if bytes > 0, size > limits.groupBytes {
      throw BridgeError.exhausted("groupBytes", maximum: limits.groupBytes, "The size of this group")
    }
    if entries > 0, entryCount == entries,
      try Int.fetchOne(try db.cachedStatement(sql: "SELECT count(*) FROM area")) ?? 0 > limits.groups
    {
      throw BridgeError.exhausted("groups", maximum: limits.groups, "One more group")
    }
  }

  /// Records a change and returns its number.
  private func recordChange(_ key: StorageKey?) throws -> Int {
    try db.cachedStatement(sql: "INSERT INTO change(area, key) VALUES(?, ?)")
      .execute(arguments: [group.name, key?.bytes])
    let sequence = Int(db.lastInsertedRowID)
    try db.cachedStatement(sql: "DELETE FROM change WHERE sequence <= ?")
      .execute(arguments: [sequence - StorageSchema.changeRetention])
    return sequence
  }
}
#endif
