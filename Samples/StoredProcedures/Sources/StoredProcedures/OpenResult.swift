import Causeway
import GRDB
import GRDBSQLite

/// The result of a statement that is read in parts.
final class OpenResult {
  let names: [String]
  private let statement: Statement
  private let cursor: RowCursor

  init(_ sql: String, _ parameters: BoundParameters, in database: Database) throws {
    statement = try database.makeStatement(crossing: sql)
    names = statement.columnNames
    cursor = try Row.fetchCursor(statement, arguments: parameters.arguments)
  }

  /// A batch of rows, column by column.
  struct Batch {
    var columns: [Column]
    var count = 0

    func crossing(_ names: [String]) -> BridgeValue {
      .array([.array(names.map { .string($0) }), .array(columns.map(\.crossing)), .number(Double(count))])
    }
  }

  /// The values of one column.
  ///
  /// A column with numbers only crosses as bytes, which need no conversion to text.
  enum Column {
    case numbers([Double])
    case values([BridgeValue])

    mutating func append(_ value: BridgeValue) {
      switch (self, value) {
      case (.numbers(var numbers), .number(let number)):
        self = .numbers([])  // Cleared first, or the array would be copied.
        numbers.append(number)
        self = .numbers(numbers)
      case (.numbers(let numbers), _): self = .values(numbers.map { .number($0) } + [value])
      case (.values(var values), _):
        self = .values([])
        values.append(value)
        self = .values(values)
      }
    }

    var crossing: BridgeValue {
      switch self {
      case .numbers(let numbers): .bytes(BridgeBytes(numbers.withUnsafeBytes { Array($0) }, view: "Float64Array"))
      case .values(let values): .array(values)
      }
    }
  }

  /// Reads at most this many rows.
  func next(_ limit: Int) throws -> Batch {
    var batch = Batch(columns: Array(repeating: .numbers([]), count: names.count))
    while batch.count < limit, try cursor.next() != nil {
      batch.count += 1
      for column in names.indices {
        batch.columns[column].append(value(CInt(column)))
      }
    }
    return batch
  }

  /// A value of the row, in the bridge's form.
  private func value(_ column: CInt) -> BridgeValue {
    let row = statement.sqliteStatement
    // By its length, because GRDB's own reading ends at the first NUL.
    guard sqlite3_column_type(row, column) == SQLITE_TEXT, let text = sqlite3_column_text(row, column) else {
      return DatabaseValue(sqliteStatement: row, index: column).crossing
    }
    let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(row, column)))
    return .string(String(decoding: bytes, as: UTF8.self))
  }
}
