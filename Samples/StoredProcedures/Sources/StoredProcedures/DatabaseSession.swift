import Causeway
import Foundation
import GRDB

/// One connection to the database, for one run at a time.
///
/// `@unchecked Sendable`: everything but the constants is touched in work on the connection's queue only.
final class DatabaseSession: @unchecked Sendable {
  /// Rows as they cross: the names of the columns, the values of each, and how many rows there are.
  typealias Rows = BridgeValue

  private let queue: DatabaseQueue
  private let gate: StatementGate
  private var cursors: [Int: OpenResult] = [:]
  private var lastCursor = 0
  /// Whether a procedure's transaction was begun and not ended; SQLite may have ended it by itself.
  private var isInTransaction = false

  init(path: String, readOnly: Bool, largest: Int?) throws {
    let gate = StatementGate()
    var configuration = Configuration()
    configuration.readonly = readOnly
    // A procedure's transaction spans several of its calls; its end is seen to by `end()`.
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

  /// Begins to work for a run.
  func begin(patience: Duration, shouldStop: @escaping @Sendable () -> Bool) {
    queue.writeWithoutTransaction { _ in
      gate.patience = patience / .seconds(1)
      gate.shouldStop = shouldStop
    }
  }

  /// Ends the run's work: what it left open is rolled back.
  ///
  /// - Returns: whether there was a transaction.
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

  /// Begins to read a result piece by piece.
  func open(_ sql: String, _ parameters: BoundParameters, _ work: Work) throws -> Int {
    try perform(work) { database in
      guard cursors.count < 100 else { throw BridgeError(.resourceExhausted, "More than 100 results are open.") }
      lastCursor += 1
      cursors[lastCursor] = try OpenResult(sql, parameters, in: database)
      return lastCursor
    }
  }

  /// The next rows of an open result; nil after the last.
  func next(_ id: Int, _ work: Work) throws -> Rows? {
    try perform(work) { _ in
      guard let cursor = cursors[id] else { return nil }
      let rows = try cursor.next(1000)
      return rows.count == 0 ? nil : rows.crossing(cursor.names)
    }
  }

  func close(_ id: Int, _ work: Work) throws { try perform(work) { _ in cursors[id] = nil } }

  // MARK: Writing

  /// Executes one statement; how many rows it changed, and the last row's id.
  func execute(_ sql: String, _ parameters: BoundParameters, _ work: Work) throws -> (changes: Int, lastID: Int64) {
    try perform(work) { database in
      let before = database.totalChangesCount
      let statement = try database.makeStatement(crossing: sql)
      try statement.execute(arguments: parameters.arguments)
      return (database.totalChangesCount - before, database.lastInsertedRowID)
    }
  }

  enum TransactionStep: String, Decodable { case begin, commit, rollback }

  /// Begins, commits or rolls back.
  func transaction(_ step: TransactionStep, _ work: Work) throws {
    try perform(work, trusted: true, isRollback: step == .rollback) { database in
      switch step {
      case .begin:
        guard !database.isInsideTransaction else {
          throw BridgeError(.failedPrecondition, "A transaction is open already: transactions do not nest.")
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

  /// Who works, and within which bounds.
  struct Work {
    let access: DatabaseAccess
    let limits: ProcedureLimits
    /// Why the work is to end; nil while it may go on.
    let stop: () -> BridgeError?
  }

  private func perform<Result>(
    _ work: Work, trusted: Bool = false, isRollback: Bool = false, _ body: (Database) throws -> Result
  ) throws -> Result {
    try queue.writeWithoutTransaction { database in
      if let stop = work.stop() { throw stop }
      guard !isInTransaction || database.isInsideTransaction || isRollback else {
        throw BridgeError(.aborted, "SQLite has rolled the transaction back: nothing more is done in it.")
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
  /// The statement of a text that came from JavaScript.
  func makeStatement(crossing sql: String) throws -> Statement {
    // SQLite reads no further than that, and what is left out may be the condition.
    guard !sql.utf8.contains(0) else {
      throw BridgeError(.invalidArgument, "SQL: a character NUL can be no part of a statement.")
    }
    return try makeStatement(sql: sql)
  }
}
