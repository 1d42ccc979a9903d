#if Plugins
public import FoundationEssentials
import GRDB

/// An item that failed permanently.
public struct DeadLetter: Sendable, Equatable {
  /// The key of the item.
  public let key: String
  /// The payload of the item.
  public let payload: Data
  /// The number of leases of the item.
  public let attempts: Int
  /// The time of the put.
  public let putAt: Date
  /// The reason for the permanent failure.
  public let reason: String
}

extension DurableQueue {
  /// Counts the items in one transaction.
  public func counts() async throws(QueueError) -> QueueCounts {
    let now = now
    return try await read("count") { db in
      var counts = QueueCounts()
      let rows = try Row.fetchAll(
        db, sql: "SELECT state, due <= ? AS isDue, count(*) AS number FROM item GROUP BY state, isDue",
        arguments: [now])
      for row in rows {
        let number = try row.decode(Int.self, forColumn: "number")
        let isDue = try row.decode(Bool.self, forColumn: "isDue")
        switch try row.decode(Int.self, forColumn: "state") {
        case State.waiting where isDue, State.leased where isDue: counts.ready += number
        case State.waiting: counts.delayed += number
        case State.leased: counts.leased += number
        case State.dead: counts.dead += number
        default: counts.done += number
        }
      }
      return counts
    }
  }

  /// The dead letters, oldest first.
  ///
  /// - Throws: `DATA_LOSS` if one is damaged; the message has its key.
  public func deadLetters(limit: Int = 100) async throws(QueueError) -> [DeadLetter] {
    try await read("list") { [path] db in
      try StoredItem.fetchAll(
        db,
        sql: """
          SELECT id, key, checksum, body, attempts, put_at, reason FROM item JOIN payload ON item = id
          WHERE state = ? ORDER BY id LIMIT ?
          """,
        arguments: [State.dead, limit]
      ).map { item in
        guard item.isWhole else { throw QueueError.damaged(item.key, path, operation: "list") }
        return DeadLetter(
          key: item.key, payload: item.payload, attempts: item.attempts, putAt: item.putAt, reason: item.reason ?? "")
      }
    }
  }

  /// Makes a dead letter available again, with a reset attempt count.
  ///
  /// - Throws: `NOT_FOUND` if there is no dead letter with this key.
  public func requeue(_ key: String) async throws(QueueError) {
    try await write("requeue") { db in
      try db.execute(
        sql: "UPDATE item SET state = ?, due = ?, attempts = 0 WHERE key = ? AND state = ?",
        arguments: [State.waiting, now, key, State.dead])
      guard db.changesCount == 1 else { throw noDeadLetter("requeue", key) }
    }
  }

  /// Removes a dead letter and its key.
  ///
  /// - Throws: `NOT_FOUND` if there is no dead letter with this key.
  public func discard(_ key: String) async throws(QueueError) {
    try await write("discard") { db in
      let id = try Int64.fetchOne(
        db, sql: "SELECT id FROM item WHERE key = ? AND state = ?", arguments: [key, State.dead])
      guard let id else { throw noDeadLetter("discard", key) }
      try db.execute(sql: "DELETE FROM payload WHERE item = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM item WHERE id = ?", arguments: [id])
    }
  }

  private func noDeadLetter(_ operation: String, _ key: String) -> QueueError {
    QueueError(.notFound, operation, "There is no dead letter with the key \"\(key)\".")
  }
}

extension DurableQueue {
  /// A setting of this queue's database connection.
  func pragma(_ name: String) async throws(QueueError) -> Int? {
    try await read("read") { db in try Int.fetchOne(db, sql: "PRAGMA \(name)") }
  }
}
#endif
