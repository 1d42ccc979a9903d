#if Plugins
public import FoundationEssentials
import GRDB

/// A queue in a file, between any number of processes of one machine: nothing that was put is lost, nothing is taken twice.
///
///     let queue = try DurableQueue(path: "clips.queue")
///     try await queue.put(data, key: page.address)
///
///     while let lease = try await queue.lease() {            // in another process, perhaps
///       try write(lease.payload, under: lease.key)
///       try await lease.acknowledge()
///     }
///
/// When ``put(_:key:)`` returns, the item is on the disk, and stays there until it is acknowledged or discarded, whatever
/// is killed or loses power. An item is acknowledged once: by the holder of its lease, and nobody else. Between the work
/// and its acknowledgement the consumer can still die, and then the item comes again, with the same key and a higher
/// ``Lease/attempt``: the work has to be such that doing it twice under one key does it once.
///
/// It is a SQLite database in write-ahead mode, on a local disk; its files (the path, `-wal` and `-shm`) belong together.
/// All methods may be called on any thread.
public final class DurableQueue: Sendable {
  /// Where an item is in its life, as the database has it.
  enum State {
    static let waiting = 0
    static let leased = 1
    static let done = 2
    static let dead = 3
  }

  /// What the queue was made with.
  public let configuration: QueueConfiguration
  private let file: QueueFile

  /// Opens the queue at a path, and makes it if there is none.
  public init(path: String, configuration: QueueConfiguration = QueueConfiguration()) throws(QueueError) {
    self.configuration = configuration
    file = try QueueFile(path, configuration)
  }

  /// The path that the queue was opened with.
  public var path: String { file.path }

  var now: Int64 { configuration.time.now().nanoseconds }

  /// The moment so long from now.
  func moment(after duration: Duration) -> Int64 {
    let (sum, overflow) = now.addingReportingOverflow(duration.nanoseconds)
    return overflow ? .max : sum
  }

  // MARK: Putting

  /// Puts an item at the end; when this returns, it is on the disk.
  ///
  /// - Parameter key: names the item for ever. An item whose key the queue knows, waiting, leased, dead or done
  ///   (``QueueConfiguration/remembersKeys``), is not put again: after a failure or a crash, put it again with the key
  ///   that it had. Nil for a key made up here.
  /// - Returns: whether the item is new.
  @discardableResult
  public func put(_ payload: Data, key: String? = nil) async throws(QueueError) -> QueueReceipt {
    guard payload.count <= configuration.payloadBytes else {
      throw QueueError(
        .resourceExhausted, "put",
        "An item of \(payload.count) bytes is larger than the limit payloadBytes (\(configuration.payloadBytes)).")
    }
    let key = key ?? UUID().uuidString
    guard !key.isEmpty, key.utf8.count <= 4096, !key.utf8.contains(0) else {
      throw QueueError(.invalidArgument, "put", "A key has 1 to 4096 bytes, and no zero among them.")
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

  /// Takes the item that has waited longest; nil when there is none to be had at the moment.
  ///
  /// - Parameter duration: how long it is this caller's alone; nil for ``QueueConfiguration/leaseDuration``.
  /// - Throws: `DATA_LOSS` when an item is not what was put; it is a dead letter then, and the next call takes the next.
  public func lease(for duration: Duration? = nil) async throws(QueueError) -> Lease? {
    let duration = duration ?? configuration.leaseDuration
    let token = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    let maximum = configuration.maximumAttempts
    let result: Result<StoredItem?, QueueError> = try await write("lease") { db in
      let (now, due) = (now, moment(after: duration))
      while let next = try DurableQueue.next(db, now: now) {
        if next.attempts >= maximum {
          try DurableQueue.bury(
            db, next.id, "Its lease ran out \(maximum) times, the last time without a word from who held it.")
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
        // SQLite reads what was cut off a file as zeros.
        if let item, item.isWhole { return .success(item) }
        // Told once, and no longer in the way of what was put behind it.
        try DurableQueue.bury(db, next.id, "It is damaged: it is not what was put.")
        return .failure(.damaged(next.key, path, operation: "lease"))
      }
      return .success(nil)
    }
    return try result.get().map { Lease($0, token: token, duration: duration, queue: self) }
  }

  private struct Candidate: FetchableRecord {
    let id: Int64
    let key: String
    let attempts: Int
    init(row: Row) {
      id = row["id"]
      key = row["key"]
      attempts = row["attempts"]
    }
  }

  /// The item whose turn it is: one whose lease ran out before one that was never leased.
  private static func next(_ db: Database, now: Int64) throws -> Candidate? {
    for state in [State.leased, State.waiting] {
      let candidate = try Candidate.fetchOne(
        db, sql: "SELECT id, key, attempts FROM item WHERE state = ? AND due <= ? ORDER BY due, id LIMIT 1",
        arguments: [state, now])
      if let candidate { return candidate }
    }
    return nil
  }

  static func bury(_ db: Database, _ id: Int64, _ reason: String) throws {
    try db.execute(
      sql: "UPDATE item SET state = ?, token = NULL, reason = ? WHERE id = ?",
      arguments: [State.dead, reason, id])
  }

  // MARK: The file

  /// Reads and changes the database in one transaction, which is on the disk when this returns.
  ///
  /// The body asks for the time itself: it may have waited for other writers first, for as long as a lease lasts.
  ///
  /// - Parameter bytes: what is added, if anything is.
  func write<Result: Sendable>(
    _ operation: String, putting bytes: Int? = nil, _ body: @Sendable (Database) throws -> Result
  ) async throws(QueueError) -> Result {
    do {
      return try await file.database.writeWithoutTransaction { [file, configuration] db in
        try file.check(operation)
        try file.limit(db, configuration, isPut: bytes != nil)
        try file.keepRoom(db, putting: bytes)
        var result: Result?
        // Immediate: a transaction that turns from reading to writing could be refused instead of made to wait.
        try db.inTransaction(.immediate) {
          result = try body(db)
          return .commit
        }
        // Removed meanwhile, and the promise that a return makes could not be kept.
        try file.check(operation)
        guard let result else { throw QueueError(.internal, operation, "The queue forgot its answer.") }
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

/// What ``DurableQueue/put(_:key:)`` did.
public struct QueueReceipt: Sendable, Equatable {
  /// The item's key.
  public let key: String
  /// False when the queue knew the key: it has the item, or had it.
  public let isNew: Bool
}
#endif
