import Causeway
import Foundation
import GRDB

/// A connection to the database, used by one run at a time.
///
/// `@unchecked Sendable`: all mutable state is accessed in work on the connection's queue only.
final class DatabaseSession: @unchecked Sendable {
  /// Rows in the bridge's form: the column names, the values of each column, and the number of rows.
  typealias Rows = BridgeValue

  private let queue: DatabaseQueue
  private let gate: StatementGate
  private var cursors: [Int: OpenResult] = [:]
  private var lastCursor = 0
  /// Whether a procedure has begun a transaction and not ended it; SQLite may have rolled it back.
  private var isInTransaction = false

  init(path: String, readOnly: Bool, largest: Int?) throws {
    let gate = StatementGate()
    var configuration = Configuration()
    configuration.readonly = readOnly
    // A procedure's transaction spans several of its calls; `end()` rolls it back.
    configuration.allowsUnsafeTransactions = true
    configuration.busyMode = .callback { turn in gate.waits(turn: turn) }
    configuration.prepareDatabase { database in
      if let largest, !readOnly {
        let page = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
        try database.execute(sql: "PRAGMA max_page_count = \(max(1, largest / page))")
      }
      gate.install(in: database)
    }
    self.gate = gate
    queue = try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Starts the work for a run.
  func begin(lockTimeout: Duration, shouldStop: @escaping @Sendable () -> Bool) {
    queue.writeWithoutTransaction { _ in
      gate.lockTimeout = lockTimeout / .seconds(1)
      gate.shouldStop = shouldStop
    }
  }

  /// Ends the work for a run, and rolls back an open transaction.
  ///
  /// - Returns: whether a transaction was open.
  func end() throws -> Bool {
    try queue.writeWithoutTransaction { database in
      gate.shouldStop = { false }
      cursors = [:]
      isInTransaction = false
      guard database.isInsideTransaction else { return false }
      try database.rollback()
      return true
    }
  }

  // MARK: Reading

  func query(_ sql: String, _ parameters: BoundParameters, _ work: Work) throws -> Rows {
    try perform(work) { database in
      let cursor = try OpenResult(sql, parameters, in: database)
      let rows = try cursor.next(work.limits.rows + 1)
      guard rows.count <= work.limits.rows else {
        throw BridgeError(
          .resourceExhausted,
          "The result has more rows than the limit rows (\(work.limits.rows)): aggregate in SQL, or iterate with rows().",
          data: ["limit": "rows", "maximum": .number(Double(work.limits.rows))])
      }
      return rows.crossing(cursor.names)
    }
  }

  /// Opens a result to be read in parts.
  func open(_ sql: String, _ parameters: BoundParameters, _ work: Work) throws -> Int {
    try perform(work) { database in
      guard cursors.count < 100 else { throw BridgeError(.resourceExhausted, "More than 100 results are open.") }
      lastCursor += 1
      cursors[lastCursor] = try OpenResult(sql, parameters, in: database)
      return lastCursor
    }
  }

  /// The next rows of an open result; nil after the last row.
  func next(_ id: Int, _ work: Work) throws -> Rows? {
    try perform(work) { _ in
      guard let cursor = cursors[id] else { return nil }
      let rows = try cursor.next(1000)
      return rows.count == 0 ? nil : rows.crossing(cursor.names)
    }
  }

  func close(_ id: Int, _ work: Work) throws { try perform(work) { _ in cursors[id] = nil } }

  // MARK: Writing

  /// Executes one statement; returns the number of changed rows and the last row id.
  func execute(_ sql: String, _ parameters: BoundParameters, _ work: Work) throws -> (changes: Int, lastID: Int64) {
    try perform(work) { database in
      let before = database.totalChangesCount
      let statement = try database.makeStatement(crossing: sql)
      try statement.execute(arguments: parameters.arguments)
      return (database.totalChangesCount - before, database.lastInsertedRowID)
    }
  }

  enum TransactionStep: String, Decodable { case begin, commit, rollback }

  /// Begins, commits or rolls back a transaction.
  func transaction(_ step: TransactionStep, _ work: Work) throws {
    try perform(work, trusted: true, isRollback: step == .rollback) { database in
      switch step {
      case .begin:
        guard !database.isInsideTransaction else {
          throw BridgeError(.failedPrecondition, "A transaction is already open: transactions cannot be nested.")
        }
        try database.beginTransaction(.immediate)
        isInTransaction = true
      case .commit:
        try database.commit()
        isInTransaction = false
      case .rollback:
        isInTransaction = false
        if database.isInsideTransaction { try database.rollback() }
      }
    }
  }

  /// The current run with its access and limits.
  struct Work {
    let access: DatabaseAccess
    let limits: ProcedureLimits
    /// The reason why the work has to end; nil while it may continue.
    let stop: () -> BridgeError?
  }

  private func perform<Result>(
    _ work: Work, trusted: Bool = false, isRollback: Bool = false, _ body: (Database) throws -> Result
  ) throws -> Result {
    try queue.writeWithoutTransaction { database in
      if let stop = work.stop() { throw stop }
      guard !isInTransaction || database.isInsideTransaction || isRollback else {
        throw BridgeError(.aborted, "SQLite has rolled back the transaction: no further statement can run in it.")
      }
      do {
        return trusted ? try body(database) : try gate.holding(to: work.access) { try body(database) }
      } catch let error as DatabaseError {
        throw BridgeError(error, refusal: gate.refusal, stop: work.stop())
      }
    }
  }
}

extension Database {
  /// Makes the statement for a text from JavaScript.
  func makeStatement(crossing sql: String) throws -> Statement {
    // SQLite would ignore the rest, which may contain the condition.
    guard !sql.utf8.contains(0) else {
      throw BridgeError(.invalidArgument, "SQL: a statement cannot contain a NUL character.")
    }
    return try makeStatement(sql: sql)
  }
}
