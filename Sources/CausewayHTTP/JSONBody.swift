import Causeway
import Foundation

/// Writes a value as JSON, the way `JSON.stringify` does; what that would lose is refused.
struct JSONBody {
  private(set) var bytes: [UInt8] = []

  init(_ value: BridgeValue) throws(BridgeError) { try write(value, "params.data") }

  private mutating func write(_ value: BridgeValue, _ path: String) throws(BridgeError) {
    switch value {
    case .null, .undefined: text("null")
    case .bool(let value): text(value ? "true" : "false")
    case .number(let value): text(JSONBody.number(value))
    case .string(let value): string(value)
    case .date(let date):
      if date.timeIntervalSince1970.isFinite {
        string(
          date.formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted)))
      } else {
        text("null")
      }
    case .array(let elements):
      text("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { text(",") }
        try write(element, "\(path)[\(index)]")
      }
      text("]")
    case .object(let object):
      text("{")
      var isFirst = true
      for (key, member) in object where member != .undefined {
        if !isFirst { text(",") }
        isFirst = false
        string(key)
        text(":")
        try write(member, "\(path).\(key.prefix(64))")
      }
      text("}")
    case .bigInt, .bytes, .map, .set, .error:
      throw BridgeError(
        .invalidArgument, "\(path): \(JSONBody.noun(value)) cannot be said in JSON", data: ["path": .string(path)])
    }
  }

  private mutating func text(_ text: String) { bytes += text.utf8 }

  private mutating func string(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if let integer = Int(exactly: value), integer.magnitude <= 1 << 53 { return String(integer) }
    return value.description
  }

  private static func noun(_ value: BridgeValue) -> String {
    switch value {
    case .bigInt: "a BigInt"
    case .map: "a Map"
    case .set: "a Set"
    case .error: "an Error"
    default: "a buffer of bytes"
    }
  }
}
