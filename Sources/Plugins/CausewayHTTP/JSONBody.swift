#if Plugins
import Causeway
import Foundation

/// Encodes a value as JSON like `JSON.stringify`; values that would lose information are rejected.
struct JSONBody {
  private(set) var bytes: [UInt8] = []

  init(_ value: BridgeValue) throws(BridgeError) { try write(value, "params.data") }

  private mutating func write(_ value: BridgeValue, _ path: String) throws(BridgeError) {
    switch value {
    case .null, .undefined: text("null")
    case .bool(let value): text(value ? "true" : "false")
    case .number(let value): text(value.isFinite ? value.javaScriptText : "null")
    case .string(let value): string(value)
    case .date(let date): if let date = JSONBody.date(date) { string(date) } else { text("null") }
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
        .invalidArgument, "\(path): \(JSONBody.noun(value)) cannot be sent as JSON", data: ["path": .string(path)])
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

  /// The text of `toISOString`, in JavaScript's proleptic calendar; nil for a date outside of JavaScript's range.
  ///
  /// Foundation's format truncates to milliseconds, and uses another calendar before 1582.
  static func date(_ date: Date) -> String? {
    // Seconds as a Double differ slightly from the intended milliseconds.
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    guard milliseconds.magnitude <= 8.64e15 else { return nil }
    let (day, time) = divided(Int(milliseconds), by: 86_400_000)
    // Years that start in March, with the leap day last; 400 of them have 146,097 days.
    let (era, ofEra) = divided(day + 719_468, by: 146_097)
    let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * ofYear + 2) / 153
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    let sign = (0...9_999).contains(year) ? "" : year < 0 ? "-" : "+"
    return sign + digits(abs(year), sign.isEmpty ? 4 : 6) + "-" + digits(month, 2) + "-"
      + digits(ofYear - (153 * fromMarch + 2) / 5 + 1, 2) + "T" + digits(time / 3_600_000, 2) + ":"
      + digits(time / 60_000 % 60, 2) + ":" + digits(time / 1_000 % 60, 2) + "." + digits(time % 1_000, 3) + "Z"
  }

  /// The quotient, rounded down, and the remainder.
  private static func divided(_ number: Int, by divisor: Int) -> (Int, Int) {
    let rest = (number % divisor + divisor) % divisor
    return ((number - rest) / divisor, rest)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: count - text.count) + text
  }

  private static func noun(_ value: BridgeValue) -> String {
    switch value {
    case .bigInt: "a BigInt"
    case .map: "a Map"
    case .set: "a Set"
    case .error: "an Error"
    default: "a byte buffer"
    }
  }
}
#endif
