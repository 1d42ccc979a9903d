import Causeway
import Foundation
import GRDB

extension DatabaseValue {
  /// The value in JavaScript: an integer beyond the exact range of numbers is a BigInt.
  var crossing: BridgeValue {
    switch storage {
    case .null: .null
    case .int64(let value):
      value.magnitude <= 1 << 53 ? .number(Double(value)) : .bigInt(String(value))
    case .double(let value): .number(value)
    case .string(let value): .string(value)
    case .blob(let value): .bytes(BridgeBytes([UInt8](value)))
    }
  }
}

/// The values for the `?` or `:name` parameters of a statement.
struct BoundParameters {
  let arguments: StatementArguments

  init(_ value: BridgeValue?) throws(BridgeError) {
    switch value {
    case nil, .undefined, .null: arguments = StatementArguments()
    case .array(let values):
      var list: [DatabaseValue] = []
      for (index, value) in values.enumerated() {
        list.append(try BoundParameters.bindable(value, called: "parameters[\(index)]"))
      }
      arguments = StatementArguments(list)
    case .object(let members):
      var named: [String: DatabaseValue] = [:]
      for (name, value) in members { named[name] = try BoundParameters.bindable(value, called: "parameters.\(name)") }
      arguments = StatementArguments(named)
    default: throw BridgeError(.invalidArgument, "parameters: expected an array or an object")
    }
  }

  /// The range of dates with a year of four digits.
  private static let dates = Date(timeIntervalSince1970: -62_167_219_200)..<Date(timeIntervalSince1970: 253_402_300_800)

  static func bindable(_ value: BridgeValue, called name: String) throws(BridgeError) -> DatabaseValue {
    switch value {
    case .undefined, .null: return .null
    case .bool(let value): return value.databaseValue
    case .number(let value):
      if let integer = Int64(exactly: value), integer.magnitude <= 1 << 53 { return integer.databaseValue }
      guard value.isFinite else {
        throw BridgeError(.invalidArgument, "\(name): \(value) is not a number that SQLite can store")
      }
      return value.databaseValue
    case .bigInt(let digits):
      guard let value = Int64(digits) else {
        throw BridgeError(.invalidArgument, "\(name): \(digits) does not fit into 64 bits")
      }
      return value.databaseValue
    case .string(let value):
      guard !value.utf8.contains(0) else {
        throw BridgeError(.invalidArgument, "\(name): text with a NUL character would be truncated; bind bytes instead")
      }
      return value.databaseValue
    case .date(let value):
      guard dates.contains(value) else {
        throw BridgeError(.invalidArgument, "\(name): not a date in the years 0 to 9999, which SQLite supports")
      }
      return value.databaseValue
    case .bytes(let value): return Data(value.data).databaseValue
    case .array, .object, .map, .set, .error:
      throw BridgeError(.invalidArgument, "\(name): only text, numbers, booleans, dates, bytes and null can be bound")
    }
  }
}

extension String {
  /// The name of a table or column, quoted for SQL.
  var quotedForSQL: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
