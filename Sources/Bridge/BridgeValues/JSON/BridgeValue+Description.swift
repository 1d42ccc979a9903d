import FoundationEssentials

extension BridgeValue: CustomStringConvertible {
  /// The value on one line, much as a JavaScript console shows it: `{total: 250, by: [undefined, 5n]}`.
  ///
  /// For logs and failed tests; it cannot be read back.
  public var description: String {
    switch self {
    case .undefined: "undefined"
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): value.textInJavaScript
    case .bigInt(let digits): "\(digits)n"
    case .string(let text): text.debugDescription
    case .date(let date): date.textInJavaScript
    case .bytes(let bytes): "\(bytes)"
    case .array(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
    case .object(let object): "\(object)"
    case .map(let pairs): "Map {\(pairs.map(\.description).joined(separator: ", "))}"
    case .set(let elements): "Set {\(elements.map(\.description).joined(separator: ", "))}"
    case .error(let error): "\(error)"
    }
  }
}

extension BridgeObject: CustomStringConvertible {
  /// The members on one line: `{total: 250, "two words": true}`.
  public var description: String {
    let members = map { key, value in "\(JavaScriptLiteral.key(key)): \(value)" }
    return "{\(members.joined(separator: ", "))}"
  }
}

extension BridgePair: CustomStringConvertible {
  /// The key and the value: `"a" => 1`.
  public var description: String { "\(key) => \(value)" }
}

extension BridgeBytes: CustomStringConvertible {
  /// The class, the number of bytes, and the first of them: `Uint8Array of 3 bytes: 01 ff 00`.
  public var description: String {
    let digits = data.prefix(16).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    let rest = data.count > digits.count ? ["…"] : []
    let count = "\(view) of \(data.count) \(data.count == 1 ? "byte" : "bytes")"
    return data.isEmpty ? count : "\(count): \((digits + rest).joined(separator: " "))"
  }
}

extension Double {
  fileprivate var textInJavaScript: String {
    if isNaN { return "NaN" }
    if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Date {
  fileprivate var textInJavaScript: String {
    // The years that a JavaScript date has.
    guard abs(timeIntervalSince1970) <= 8_640_000_000_000 else { return "Invalid Date" }
    return formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
