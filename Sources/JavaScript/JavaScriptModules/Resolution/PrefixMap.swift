import JavaScriptSyntax

/// Values by keys, of which those that end in a slash are prefixes as well.
///
/// Lookups take time that does not depend on the number of the keys.
struct PrefixMap<Value: Sendable>: Sendable {
  private let values: [ExactText: Value]
  /// The lengths of the prefixes in bytes, each once, in descending order.
  private let prefixLengths: [Int]

  /// Makes a map of some entries; `combine` decides between the values of one key.
  init(_ entries: [(key: String, value: Value)], uniquingKeysWith combine: (Value, Value) -> Value) {
    values = Dictionary(entries.map { (ExactText($0.key), $0.value) }, uniquingKeysWith: combine)
    prefixLengths = Set(entries.lazy.map(\.key).filter { $0.ends(with: "/") }.map(\.utf8.count)).sorted(by: >)
  }

  /// Passes the value of a text and those of its prefixes to `body`, the longest first, until it returns a result.
  ///
  /// `body` also receives the length of the key in bytes.
  func first<Result>(
    _ text: String, where body: (Value, Int) throws(ModuleError) -> Result?
  ) throws(ModuleError) -> Result? {
    let bytes = Array(text.utf8)
    if let value = values[ExactText(text)], let result = try body(value, bytes.count) { return result }
    for length in prefixLengths where length < bytes.count && bytes[length - 1] == UInt8(ascii: "/") {
      let prefix = ExactText(String(decoding: bytes[..<length], as: UTF8.self))
      if let value = values[prefix], let result = try body(value, length) { return result }
    }
    return nil
  }
}
