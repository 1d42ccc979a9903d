import Causeway
import GRDB

extension Bridge {
  /// Registers the methods behind `Context`.
  ///
  /// Each answers synchronously on the worker's thread.
  func offerContext(of runs: RunTable, _ configuration: ProcedureHost.Configuration) {
    offerRun(of: runs, configuration)
    offerReading(of: runs, configuration.queries)
    offerWriting(of: runs)
  }

  private func offerRun(of runs: RunTable, _ configuration: ProcedureHost.Configuration) {
    let names = configuration.queries.keys.sorted()
    let notice = configuration.onNotice
    handle("procedure.queries") { () -> [String] in names }
    handle("procedure.begun") { (call: CallContext) -> Void in try runs.run(call).noteBegun() }
    handle("procedure.answered") { (call: CallContext) -> Void in try runs.run(call).noteAnswered() }
    handle("procedure.progress") { (value: BridgeValue, call: CallContext) -> Void in try runs.run(call).report(value) }
    handle("procedure.notice") { (text: String, call: CallContext) -> Void in
      notice("\(try runs.run(call).procedure.name): \(text)")
    }
  }

  private struct Query: Decodable {
    var sql: String
    var parameters: BridgeValue?
  }

  private struct NamedQuery: Decodable {
    var name: String
    var parameters: [BridgeValue]
  }

  private func offerReading(of runs: RunTable, _ named: [String: String]) {
    handle("database.query") { (query: Query, call: CallContext) -> BridgeValue in
      let run = try runs.run(call)
      return try run.session().query(query.sql, BoundParameters(query.parameters), run.work)
    }
    handle("database.named") { (query: NamedQuery, call: CallContext) -> BridgeValue in
      let run = try runs.run(call)
      guard let sql = named[query.name] else { throw BridgeError(.notFound, "There is no query \(query.name).") }
      return try run.session().query(sql, BoundParameters(.array(query.parameters)), run.work)
    }
    handle("database.open") { (query: Query, call: CallContext) -> Int in
      let run = try runs.run(call)
      return try run.session().open(query.sql, BoundParameters(query.parameters), run.work)
    }
    handle("database.next") { (cursor: Int, call: CallContext) -> BridgeValue in
      let run = try runs.run(call)
      return try run.session().next(cursor, run.work) ?? .null
    }
    handle("database.close") { (cursor: Int, call: CallContext) -> Void in
      let run = try runs.run(call)
      try run.session().close(cursor, run.work)
    }
  }

  private struct Change: Decodable {
    var table: String
    var values: BridgeValue?
    var condition: BridgeValue?
  }

  private func offerWriting(of runs: RunTable) {
    handle("database.execute") { (query: Query, call: CallContext) -> BridgeValue in
      let run = try runs.run(call)
      let done = try run.session().execute(query.sql, BoundParameters(query.parameters), run.work)
      return ["changes": .number(Double(done.changes)), "lastId": DatabaseValue(done.lastID).crossing]
    }
    handle("database.insert") { (change: Change, call: CallContext) -> BridgeValue in
      let run = try runs.run(call)
      let sql = ChangeStatement.insert(into: change.table, try ColumnValues(change.values, called: "values"))
      return DatabaseValue(
        try run.session().execute(sql.text, BoundParameters(.array(sql.parameters)), run.work).lastID
      )
      .crossing
    }
    handle("database.update") { (change: Change, call: CallContext) -> Int in
      let run = try runs.run(call)
      let sql = ChangeStatement.update(
        change.table, try ColumnValues(change.values, called: "values"),
        try ColumnValues(change.condition, called: "where"))
      return try run.session().execute(sql.text, BoundParameters(.array(sql.parameters)), run.work).changes
    }
    handle("database.delete") { (change: Change, call: CallContext) -> Int in
      let run = try runs.run(call)
      let sql = ChangeStatement.delete(from: change.table, try ColumnValues(change.condition, called: "where"))
      return try run.session().execute(sql.text, BoundParameters(.array(sql.parameters)), run.work).changes
    }
    handle("database.transaction") { (step: DatabaseSession.TransactionStep, call: CallContext) -> Void in
      let run = try runs.run(call)
      try run.session().transaction(step, run.work)
    }
  }
}

extension DatabaseValue {
  fileprivate init(_ value: Int64) { self = value.databaseValue }
}

/// The columns and values that a procedure passed as an object.
struct ColumnValues {
  let columns: [String]
  let values: [BridgeValue]

  /// - Throws: `INVALID_ARGUMENT` if the argument is missing: an omitted condition must not match every row.
  init(_ value: BridgeValue?, called name: String) throws(BridgeError) {
    guard case .object(let members)? = value, members.count > 0 else {
      throw BridgeError(.invalidArgument, "\(name): expected an object with a member for each column")
    }
    columns = members.keys
    values = members.map(\.value)
  }
}

/// A statement that changes rows, with bound values.
struct ChangeStatement {
  let text: String
  let parameters: [BridgeValue]

  static func insert(into table: String, _ row: ColumnValues) -> ChangeStatement {
    let names = row.columns.map(\.quotedForSQL).joined(separator: ", ")
    let marks = row.columns.map { _ in "?" }.joined(separator: ", ")
    return ChangeStatement(
      text: "INSERT INTO \(table.quotedForSQL) (\(names)) VALUES (\(marks))", parameters: row.values)
  }

  static func update(_ table: String, _ row: ColumnValues, _ condition: ColumnValues) -> ChangeStatement {
    let changes = row.columns.map { "\($0.quotedForSQL) = ?" }.joined(separator: ", ")
    return ChangeStatement(
      text: "UPDATE \(table.quotedForSQL) SET \(changes) WHERE \(matching(condition))",
      parameters: row.values + condition.values)
  }

  static func delete(from table: String, _ condition: ColumnValues) -> ChangeStatement {
    ChangeStatement(
      text: "DELETE FROM \(table.quotedForSQL) WHERE \(matching(condition))", parameters: condition.values)
  }

  private static func matching(_ condition: ColumnValues) -> String {
    condition.columns.map { "\($0.quotedForSQL) IS ?" }.joined(separator: " AND ")
  }
}
