import Causeway
import GRDB

/// The result of a statement, while it is being read.
final class OpenResult {
  let names: [String]
  private let statement: Statement
  private let cursor: RowCursor

  init(_ sql: String, _ parameters: BoundParameters, in database: Database) throws {
    statement = try database.makeStatement(sql: sql)
    names = statement.columnNames
    cursor = try Row.fetchCursor(statement, arguments: parameters.arguments)
  }

  /// The values of some rows, one row after the other.
  struct Batch {
    var values: [BridgeValue] = []
    var count = 0

    func crossing(_ names: [String]) -> BridgeValue {
      .array([.array(names.map { .string($0) }), .array(values), .number(Double(count))])
    }
  }

  /// At most so many rows.
  func next(_ limit: Int) throws -> Batch {
    var batch = Batch()
    let columns = CInt(names.count)
    while batch.count < limit, try cursor.next() != nil {
      batch.count += 1
      for column in 0..<columns {
        batch.values.append(DatabaseValue(sqliteStatement: statement.sqliteStatement, index: column).crossing)
      }
    }
    return batch
  }
}
