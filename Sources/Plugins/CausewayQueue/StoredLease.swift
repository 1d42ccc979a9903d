#if Plugins
import FoundationEssentials
import GRDB

extension Lease {
  init(_ item: StoredItem, token: Data, duration: Duration, queue: DurableQueue) {
    self.init(
      key: item.key, payload: item.payload, attempt: item.attempts, putAt: item.putAt, lastFailure: item.reason,
      duration: duration,
      holder: StoredLease(id: item.id, key: item.key, attempt: item.attempts, token: token, queue: queue))
  }
}

/// The lease of an item in a file.
private struct StoredLease: LeaseHolder {
  let id: Int64
  let key: String
  let attempt: Int
  let token: Data
  let queue: DurableQueue

  func acknowledge() async throws(QueueError) {
    let now = queue.configuration.time.date().timeIntervalSince1970 * 1000
    let keyExpiry = queue.configuration.keyRetention.map { Int64(min(now + $0.inSeconds * 1000, 9e18)) } ?? .max
    try await queue.write("acknowledge") { db in
      try db.execute(
        sql: "UPDATE item SET state = ?, due = ? WHERE id = ? AND token = ? AND state IN (?, ?)",
        arguments: [
          DurableQueue.State.done, keyExpiry, id, token, DurableQueue.State.leased, DurableQueue.State.done,
        ])
      guard db.changesCount == 1 else { throw lost("acknowledge") }
      try db.execute(sql: "DELETE FROM payload WHERE item = ?", arguments: [id])
      // A few at a time, so that no acknowledgement removes all expired keys.
      try db.execute(
        sql: "DELETE FROM item WHERE id IN (SELECT id FROM item WHERE state = ? AND due <= ? LIMIT 16)",
        arguments: [DurableQueue.State.done, Int64(now)])
    }
  }

  func fail(_ reason: String, retry: Bool) async throws(QueueError) -> Lease.FailureOutcome {
    let configuration = queue.configuration
    let isLast = !retry || attempt >= configuration.maximumAttempts
    let delay = configuration.backoff.delay(after: attempt, chance: .random(in: 0...1))
    return try await queue.write("fail") { db in
      guard try isHeld(db) else { throw lost("fail") }
      if isLast {
        try DurableQueue.moveToDeadLetters(db, id, reason)
        return .dead
      }
      try db.execute(
        sql: "UPDATE item SET state = ?, due = ?, token = NULL, reason = ? WHERE id = ?",
        arguments: [DurableQueue.State.waiting, queue.deadline(after: delay), reason, id])
      return .retry(after: delay)
    }
  }

  func release() async throws(QueueError) {
    try await queue.write("release") { db in
      guard try isHeld(db) else { throw lost("release") }
      try db.execute(
        sql: "UPDATE item SET state = ?, due = ?, token = NULL, attempts = attempts - 1 WHERE id = ?",
        arguments: [DurableQueue.State.waiting, queue.now, id])
    }
  }

  func extend(by duration: Duration) async throws(QueueError) {
    try await queue.write("extend") { db in
      guard try isHeld(db) else { throw lost("extend") }
      try db.execute(
        sql: "UPDATE item SET due = ? WHERE id = ?", arguments: [queue.deadline(after: duration), id])
    }
  }

  /// Whether no other consumer has leased the item since; an expired lease is still valid then.
  private func isHeld(_ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT 1 FROM item WHERE id = ? AND token = ? AND state = ?",
      arguments: [id, token, DurableQueue.State.leased]) ?? false
  }

  private func lost(_ operation: String) -> QueueError {
    QueueError(
      .aborted, operation,
      "The lease of \"\(key)\" is lost: it expired, and the item was leased again.")
  }
}

/// An item with its payload, and whether its checksum matches.
struct StoredItem: FetchableRecord {
  let id: Int64
  let key: String
  let payload: Data
  let attempts: Int
  let putAt: Date
  let reason: String?
  let isWhole: Bool

  /// - Throws: for a value of another type, which a damaged file may contain: the subscript would end the process.
  init(row: Row) throws {
    id = try row.decode(forColumn: "id")
    key = try row.decode(forColumn: "key")
    payload = try row.decode(forColumn: "body")
    attempts = try row.decode(forColumn: "attempts")
    putAt = Date(timeIntervalSince1970: try row.decode(forColumn: "put_at"))
    reason = try row.decode(forColumn: "reason")
    isWhole = try row.decode(forColumn: "checksum") == QueueFile.checksum(payload)
  }
}
#endif
