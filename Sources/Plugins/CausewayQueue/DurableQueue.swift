#if Plugins
public import FoundationEssentials
import GRDB

/// A durable queue in a file for any number of processes on one machine: no item is lost or acknowledged twice.
///
///     let queue = try DurableQueue(path: "clips.queue")
///     try await queue.put(data, key: page.address)
///
///     while let lease = try await queue.lease() {            // in another process, perhaps
///       try write(lease.payload, under: lease.key)
///       try await lease.acknowledge()
///     }
///
/// When ``put(_:key:)`` returns, the item is on the disk, and stays there until it is acknowledged or discarded, also
/// after a crash or a power failure. An item is acknowledged once, by the holder of its lease. If a consumer dies
/// between the work and the acknowledgement, the item is leased again, with the same key and a higher
/// ``Lease/attempt``: the work must be idempotent for a key.
///
/// It is a SQLite database in write-ahead mode, on a local disk; its files (the path, `-wal` and `-shm`) belong
/// together. All methods may be called on any thread.
public final class DurableQueue: WorkQueue {
  /// The state of an item, as stored in the database.
  enum State {
    static let waiting = 0
    static let leased = 1
    static let done = 2
    static let dead = 3
  }

  /// The configuration of the queue.
  public let configuration: QueueConfiguration
  private let file: QueueFile

  /// Opens the queue at a path, and creates it if it does not exist.
  public init(path: String, configuration: QueueConfiguration = QueueConfiguration()) throws(QueueError) {
    self.configuration = configuration
    file = try QueueFile(path, configuration)
  }

  /// The path that the queue was opened with.
  public var path: String { file.path }

  var now: Int64 { configuration.time.now().nanoseconds }

  /// The time after a duration from now.
  func deadline(after duration: Duration) -> Int64 {
    let (sum, overflow) = now.addingReportingOverflow(duration.nanoseconds)
    return overflow ? .max : sum
  }

  // MARK: Putting

  /// Appends an item; when this returns, it is on the disk.
  ///
  /// - Parameter key: the permanent key of the item. If the queue has an item with this key, in any state
  ///   (``QueueConfiguration/keyRetention``), nothing is added: after a failure or a crash, put the item again with
  ///   the same key. Nil for a generated key.
  /// - Returns: whether the item is new.
  @discardableResult
  public func put(_ payload: Data, key: String?) async throws(QueueError) -> QueueReceipt {
    guard payload.count <= configuration.payloadBytes else {
      throw QueueError(
        .resourceExhausted, "put",
        "An item of \(payload.count) bytes exceeds the limit payloadBytes (\(configuration.payloadBytes)).")
    }
    let key = key ?? UUID().uuidString
    guard !key.isEmpty, key.utf8.count <= 4096, !key.utf8.contains(0) else {
      throw QueueError(.invalidArgument, "put", "A key must have 1 to 4096 bytes without a NUL.")
    }
    let date = configuration.time.date().timeIntervalSince1970
    let checksum = QueueFile.checksum(payload)
    return try await write("put", putting: payload.count) { db in
      try db.execute(
        sql: """
          INSERT INTO item (key, state, due, put_at) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING
          """, arguments: [key, State.waiting, now, date])
      guard db.changesCount == 1 else { return QueueReceipt(key: key, isNew: false) }
      try db.execute(
        sql: "INSERT INTO payload (item, checksum, body) VALUES (?, ?, ?)",
        arguments: [db.lastInsertedRowID, checksum, payload])
      return QueueReceipt(key: key, isNew: true)
    }
  }

  // MARK: Taking

  /// Leases the oldest available item; nil if there is none.
  ///
  /// - Parameter duration: the duration of the lease; nil for ``QueueConfiguration/leaseDuration``.
  /// - Throws: `DATA_LOSS` for a damaged item, which becomes a dead letter; the next call leases the next item.
  public func lease(for duration: Duration?) async throws(QueueError) -> Lease? {
    let duration = duration ?? configuration.leaseDuration
    let token = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    let maximum = configuration.maximumAttempts
    let result: Result<StoredItem?, QueueError> = try await write("lease") { db in
      let (now, due) = (now, deadline(after: duration))
      while let next = try DurableQueue.next(db, now: now) {
        if next.attempts >= maximum {
          try DurableQueue.moveToDeadLetters(
            db, next.id, "The lease expired without an answer from its holder; attempts: \(maximum).")
          continue
        }
        try db.execute(
          sql: "UPDATE item SET state = ?, due = ?, token = ?, attempts = attempts + 1 WHERE id = ?",
          arguments: [State.leased, due, token, next.id])
        let item = try StoredItem.fetchOne(
          db,
          sql: """
            SELECT id, key, checksum, body, attempts, put_at, reason FROM item JOIN payload ON item = id WHERE id = ?
            """,
          arguments: [next.id])
        // SQLite reads a truncated part of a file as zeros.
        if let item, item.isWhole { return .success(item) }
        // Reported once, so that it does not block the items after it.
        try DurableQueue.moveToDeadLetters(db, next.id, "The item is damaged: its checksum does not match.")
        return .failure(.damaged(next.key, path, operation: "lease"))
      }
      return .success(nil)
    }
    return try result.get().map { Lease($0, token: token, duration: duration, queue: self) }
  }

  /// Leases the oldest available item for ``QueueConfiguration/leaseDuration``; nil if there is none.
  public func lease() async throws(QueueError) -> Lease? { try await lease(for: nil) }

  private struct Candidate: FetchableRecord {
    let id: Int64
    let key: String
    let attempts: Int
    init(row: Row) throws {
      id = try row.decode(forColumn: "id")
      key = try row.decode(forColumn: "key")
      attempts = try row.decode(forColumn: "attempts")
    }
  }

  /// The next available item: items with an expired lease come first.
  private static func next(_ db: Database, now: Int64) throws -> Candidate? {
    for state in [State.leased, State.waiting] {
      let candidate = try Candidate.fetchOne(
        db, sql: "SELECT id, key, attempts FROM item WHERE state = ? AND due <= ? ORDER BY due, id LIMIT 1",
        arguments: [state, now])
      if let candidate { return candidate }
    }
    return nil
  }

  static func moveToDeadLetters(_ db: Database, _ id: Int64, _ reason: String) throws {
    try db.execute(
      sql: "UPDATE item SET state = ?, token = NULL, reason = ? WHERE id = ?",
      arguments: [State.dead, reason, id])
  }

  // MARK: The file

  /// Reads and changes the database in one transaction, which is on the disk when this returns.
  ///
  /// The body reads the time itself, since waiting for other writers may take as long as a lease.
  ///
  /// - Parameter bytes: the size of an added payload; nil for none.
  func write<Result: Sendable>(
    _ operation: String, putting bytes: Int? = nil, _ body: @Sendable (Database) throws -> Result
  ) async throws(QueueError) -> Result {
    do {
      return try await file.database.writeWithoutTransaction { [file, configuration] db in
        try file.check(operation)
        try file.limit(db, configuration, isPut: bytes != nil)
        try file.reserveSpace(db, putting: bytes)
        var result: Result?
        // Immediate: a transaction that upgrades from reading to writing could fail instead of waiting.
        try db.inTransaction(.immediate) {
          result = try body(db)
          return .commit
        }
        // If the file was removed meanwhile, the change is not durable.
        try file.check(operation)
        guard let result else { throw QueueError(.internal, operation, "The operation has no result.") }
        return result
      }
    } catch {
      throw QueueError(error, operation: operation, path: file.path)
    }
  }

  func read<Result: Sendable>(
    _ operation: String, _ body: @Sendable (Database) throws -> Result
  ) async throws(QueueError) -> Result {
    do {
      return try await file.database.read { [file] db in
        try file.check(operation)
        return try body(db)
      }
    } catch {
      throw QueueError(error, operation: operation, path: file.path)
    }
  }
}
#else
/// Absent: the package is built without the trait `Plugins`.
@available(*, unavailable, message: "Enable the trait Plugins of the package in your manifest.")
public struct DurableQueue {}
#endif
