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

  /// Some rows, column by column.
  struct Batch {
    var columns: [Column]
    var count = 0

    func crossing(_ names: [String]) -> BridgeValue {
      .array([.array(names.map { .string($0) }), .array(columns.map(\.crossing)), .number(Double(count))])
    }
  }

  /// The values of one column.
  ///
  /// As long as all are numbers they cross as bytes, which are neither written nor read as text.
  enum Column {
    case numbers([Double])
    case values([BridgeValue])

    mutating func append(_ value: BridgeValue) {
      switch (self, value) {
      case (.numbers(var numbers), .number(let number)):
        self = .numbers([])  // Or the list would be copied.
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

  /// At most so many rows.
  func next(_ limit: Int) throws -> Batch {
    var batch = Batch(columns: Array(repeating: .numbers([]), count: names.count))
    while batch.count < limit, try cursor.next() != nil {
      batch.count += 1
      for column in names.indices {
        let value = DatabaseValue(sqliteStatement: statement.sqliteStatement, index: CInt(column))
        batch.columns[column].append(value.crossing)
      }
    }
    return batch
  }
}
