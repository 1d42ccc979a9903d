import Causeway
import Foundation
import StoredProcedures

extension ProcedureHost {
  /// The result of the procedure in a file, as readable JSON.
  func printed(contentsOf file: URL, _ arguments: [String]) async -> (text: String, isFailure: Bool) {
    do throws(ProcedureError) {
      let procedure = try Procedure(contentsOf: file)
      install(procedure)
      return (try await printed(procedure.name, arguments), false)
    } catch {
      return ([error.description, error.stack].compactMap(\.self).joined(separator: "\n"), true)
    }
  }

  /// The result of a procedure, as readable JSON.
  func printed(_ name: String, _ arguments: [String]) async throws(ProcedureError) -> String {
    let value: BridgeValue = try await execute(name, arguments: arguments.map { .string($0) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let text = try? encoder.encode(value.plain) else { return "\(value)" }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The part of a value that JSON can represent.
private enum PlainValue: Encodable {
  case none, bool(Bool), number(Double), text(String), list([PlainValue]), members([String: PlainValue])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .none: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode((value * 100).rounded() / 100)
    case .text(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .members(let members): try container.encode(members)
    }
  }
}

extension BridgeValue {
  fileprivate var plain: PlainValue {
    switch self {
    case .undefined, .null: .none
    case .bool(let value): .bool(value)
    case .number(let value): .number(value)
    case .string(let value), .bigInt(let value): .text(value)
    case .array(let values), .set(let values): .list(values.map(\.plain))
    case .object(let members):
      .members(Dictionary(members.map { ($0.key, $0.value.plain) }) { _, last in last })
    default: .text("\(self)")
    }
  }
}
