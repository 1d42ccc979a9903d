#if Plugins
public import FoundationEssentials
import GRDB

/// How many items a queue has, by where they are.
public struct QueueCounts: Sendable, Equatable {
  /// To be had now, those whose lease ran out among them.
  public var ready = 0
  /// Resting after a failure.
  public var resting = 0
  /// Leased.
  public var leased = 0
  /// Dead letters.
  public var dead = 0
  /// Acknowledged, their keys still remembered.
  public var done = 0
}

/// An item that was given up.
public struct DeadLetter: Sendable, Equatable {
  /// Names the item.
  public let key: String
  /// What was put.
  public let payload: Data
  /// How often it was handed out.
  public let attempts: Int
  /// When it was put.
  public let putAt: Date
  /// Why it was given up.
  public let reason: String
}

extension DurableQueue {
  /// Counts the items, all at one moment.
  public func counts() async throws(QueueError) -> QueueCounts {
    let now = now
    return try await read("count") { db in
      var counts = QueueCounts()
      let rows = try Row.fetchAll(
        db, sql: "SELECT state, due <= ? AS isDue, count(*) AS number FROM item GROUP BY state, isDue",
        arguments: [now])
      for row in rows {
        let (number, isDue): (Int, Bool) = (row["number"], row["isDue"])
        switch row["state"] as Int {
        case State.waiting where isDue, State.leased where isDue: counts.ready += number
        case State.waiting: counts.resting += number
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
  /// - Throws: `DATA_LOSS` when one is not what was put; the message names it.
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

  /// Lets a dead letter be handed out again, as if it had never failed.
  ///
  /// - Throws: `NOT_FOUND` when there is no dead letter of this key.
  public func revive(_ key: String) async throws(QueueError) {
    try await write("revive") { db in
      try db.execute(
        sql: "UPDATE item SET state = ?, due = ?, attempts = 0 WHERE key = ? AND state = ?",
        arguments: [State.waiting, now, key, State.dead])
      guard db.changesCount == 1 else { throw noDeadLetter("revive", key) }
    }
  }

  /// Removes a dead letter, and forgets its key.
  ///
  /// - Throws: `NOT_FOUND` when there is no dead letter of this key.
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
    QueueError(.notFound, operation, "There is no dead letter \"\(key)\".")
  }
}

extension DurableQueue {
  /// A setting of this queue's own connection.
  func pragma(_ name: String) async throws(QueueError) -> Int? {
    try await read("read") { db in try Int.fetchOne(db, sql: "PRAGMA \(name)") }
  }
}
#endif
