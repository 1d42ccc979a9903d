#if Plugins
public import FoundationEssentials
import GRDB

/// An item that is one consumer's alone for a while.
///
/// End it by ``acknowledge()`` or ``fail(_:retry:)``. One that runs out, because its holder died or took too long, is handed
/// to somebody else; the earlier holder is then refused with `ABORTED`.
public struct Lease: Sendable {
  /// What becomes of an item that failed.
  public enum Fate: Sendable, Equatable {
    /// It is handed out again after this rest.
    case again(after: Duration)
    /// It is a dead letter.
    case dead
  }

  /// Names the item: the same whenever it is handed out, so the name for what the work leaves behind.
  public let key: String
  /// What was put.
  public let payload: Data
  /// How often the item has been handed out, this time included; from 1.
  ///
  /// Above 1, an earlier holder may have done the work without getting to acknowledge it.
  public let attempt: Int
  /// When the item was put.
  public let putAt: Date
  /// Why it failed last; nil when it did not.
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

  /// Ends the item for good: nobody is handed it again.
  ///
  /// Doing it twice is no error, so after a failure of the disk it can be tried again.
  ///
  /// - Throws: `ABORTED` when the lease ran out and somebody else took the item; its fate is theirs now.
  public func acknowledge() async throws(QueueError) {
    let now = queue.configuration.time.date().timeIntervalSince1970 * 1000
    let forgotten = queue.configuration.remembersKeys.map { Int64(min(now + $0.inSeconds * 1000, 9e18)) } ?? .max
    try await queue.write("acknowledge") { db in
      try db.execute(
        sql: "UPDATE item SET state = ?, due = ? WHERE id = ? AND token = ? AND state IN (?, ?)",
        arguments: [
          DurableQueue.State.done, forgotten, id, token, DurableQueue.State.leased, DurableQueue.State.done,
        ])
      guard db.changesCount == 1 else { throw lost("acknowledge") }
      try db.execute(sql: "DELETE FROM payload WHERE item = ?", arguments: [id])
      // A few at a time: no acknowledgement pays for a week's keys.
      try db.execute(
        sql: "DELETE FROM item WHERE id IN (SELECT id FROM item WHERE state = ? AND due <= ? LIMIT 16)",
        arguments: [DurableQueue.State.done, Int64(now)])
    }
  }

  /// Gives the item back because the work failed.
  ///
  /// - Parameters:
  ///   - reason: a sentence, kept with the item.
  ///   - retry: false when trying again is of no use: the item becomes a dead letter at once.
  /// - Returns: whether it will be handed out again, and when.
  @discardableResult
  public func fail(_ reason: String, retry: Bool = true) async throws(QueueError) -> Fate {
    let configuration = queue.configuration
    let isLast = !retry || attempt >= configuration.maximumAttempts
    let rest = configuration.backoff.rest(after: attempt, chance: .random(in: 0...1))
    return try await queue.write("fail") { db in
      guard try isHeld(db) else { throw lost("fail") }
      if isLast {
        try DurableQueue.bury(db, id, reason)
        return .dead
      }
      try db.execute(
        sql: "UPDATE item SET state = ?, due = ?, token = NULL, reason = ? WHERE id = ?",
        arguments: [DurableQueue.State.waiting, queue.moment(after: rest), reason, id])
      return .again(after: rest)
    }
  }

  /// Gives the item back unharmed, to be handed out again at once: this holder has to go, the work did not fail.
  public func release() async throws(QueueError) {
    try await queue.write("release") { db in
      guard try isHeld(db) else { throw lost("release") }
      try db.execute(
        sql: "UPDATE item SET state = ?, due = ?, token = NULL, attempts = attempts - 1 WHERE id = ?",
        arguments: [DurableQueue.State.waiting, queue.now, id])
    }
  }

  /// Makes the lease last for a time from now: a heartbeat of work that takes longer.
  ///
  /// - Parameter duration: nil for as long as it was asked for.
  /// - Throws: `ABORTED` when it ran out and somebody else took the item: stop working.
  public func extend(by duration: Duration? = nil) async throws(QueueError) {
    try await queue.write("extend") { db in
      guard try isHeld(db) else { throw lost("extend") }
      try db.execute(
        sql: "UPDATE item SET due = ? WHERE id = ?", arguments: [queue.moment(after: duration ?? self.duration), id])
    }
  }

  /// Does work while the lease is extended again and again, three times in its duration.
  ///
  /// - Parameter clock: what the pauses between are measured by.
  /// - Throws: what the work throws, also when the task is cancelled, as the work is then; `ABORTED` when the lease is lost,
  ///   and then the work is cancelled.
  public func whileHeld<Result: Sendable>(
    clock: any Clock<Duration> = ContinuousClock(), _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        while true {
          // The work is cancelled as well, and says itself how it ends.
          guard (try? await clock.sleep(for: duration / 3)) != nil else { return nil }
          do throws(QueueError) {
            try await extend()
          } catch {
            // A file that is busy or full for a moment takes no lease away: there is time for another try.
            guard [.unavailable, .resourceExhausted, .cancelled].contains(error.code) else { throw error }
          }
        }
      }
      defer { group.cancelAll() }
      for try await case let result? in group { return result }
      throw CancellationError()  // Never: the work has a result, or throws.
    }
  }

  /// Nobody took the item since; that the time is up does no harm then.
  private func isHeld(_ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT 1 FROM item WHERE id = ? AND token = ? AND state = ?",
      arguments: [id, token, DurableQueue.State.leased]) ?? false
  }

  private func lost(_ operation: String) -> QueueError {
    QueueError(
      .aborted, operation,
      "The lease of \"\(key)\" is lost: it took longer than it was given, and the item went on without it.")
  }
}

/// An item with what was put, and whether that is all there.
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
