#if Plugins
public import FoundationEssentials
import GRDB

/// A temporary exclusive right of one consumer to an item.
///
/// End it with ``acknowledge()`` or ``fail(_:retry:)``. If it expires, because its holder died or took too long,
/// another consumer can lease the item; the earlier holder's calls then fail with `ABORTED`.
public struct Lease: Sendable {
  /// The result of a failure.
  public enum FailureOutcome: Sendable, Equatable {
    /// The item becomes available again after this delay.
    case retry(after: Duration)
    /// The item is a dead letter.
    case dead
  }

  /// The key of the item, the same in every lease: use it as the name of the work's result.
  public let key: String
  /// The payload of the item.
  public let payload: Data
  /// The number of leases of the item, including this one; from 1.
  ///
  /// Above 1, an earlier holder may have done the work without an acknowledgement.
  public let attempt: Int
  /// The time of the put.
  public let putAt: Date
  /// The reason of the last failure; nil without one.
  public let lastFailure: String?
  private let id: Int64
  private let token: Data
  private let duration: Duration
  private let queue: DurableQueue

  init(_ item: StoredItem, token: Data, duration: Duration, queue: DurableQueue) {
    key = item.key
    payload = item.payload
    attempt = item.attempts
    putAt = item.putAt
    lastFailure = item.reason
    id = item.id
    self.token = token
    self.duration = duration
    self.queue = queue
  }

  /// Ends the item permanently.
  ///
  /// A second call has no effect, so it can be repeated after a disk failure.
  ///
  /// - Throws: `ABORTED` if the lease expired and another consumer leased the item.
  public func acknowledge() async throws(QueueError) {
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

  /// Returns the item because the work failed.
  ///
  /// - Parameters:
  ///   - reason: a sentence, stored with the item.
  ///   - retry: false if a retry is useless: the item becomes a dead letter at once.
  /// - Returns: whether and when the item becomes available again.
  @discardableResult
  public func fail(_ reason: String, retry: Bool = true) async throws(QueueError) -> FailureOutcome {
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

  /// Returns the item without a failure, to be leased again at once: for a holder that stops.
  public func release() async throws(QueueError) {
    try await queue.write("release") { db in
      guard try isHeld(db) else { throw lost("release") }
      try db.execute(
        sql: "UPDATE item SET state = ?, due = ?, token = NULL, attempts = attempts - 1 WHERE id = ?",
        arguments: [DurableQueue.State.waiting, queue.now, id])
    }
  }

  /// Extends the lease from now: a heartbeat for long work.
  ///
  /// - Parameter duration: nil for the original duration.
  /// - Throws: `ABORTED` if it expired and another consumer leased the item: stop the work.
  public func extend(by duration: Duration? = nil) async throws(QueueError) {
    try await queue.write("extend") { db in
      guard try isHeld(db) else { throw lost("extend") }
      try db.execute(
        sql: "UPDATE item SET due = ? WHERE id = ?", arguments: [queue.deadline(after: duration ?? self.duration), id])
    }
  }

  /// Runs work while the lease is extended automatically, three times in its duration.
  ///
  /// - Parameter clock: the clock of the intervals.
  /// - Throws: the error of the work, also if the task and so the work is cancelled; `ABORTED` if the lease is lost,
  ///   which cancels the work.
  public func whileHeld<Result: Sendable>(
    clock: any Clock<Duration> = ContinuousClock(), _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        while true {
          // The work is cancelled as well, and determines the result.
          guard (try? await clock.sleep(for: duration / 3)) != nil else { return nil }
          do throws(QueueError) {
            try await extend()
          } catch {
            // A file that is temporarily busy or full does not end the lease: there is time for another attempt.
            guard [.unavailable, .resourceExhausted, .cancelled].contains(error.code) else { throw error }
          }
        }
      }
      defer { group.cancelAll() }
      for try await case let result? in group { return result }
      throw CancellationError()  // Not reached: the work has a result, or throws.
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

  init(row: Row) {
    id = row["id"]
    key = row["key"]
    payload = row["body"]
    attempts = row["attempts"]
    putAt = Date(timeIntervalSince1970: row["put_at"])
    reason = row["reason"]
    isWhole = row["checksum"] == QueueFile.checksum(payload)
  }
}
#endif
