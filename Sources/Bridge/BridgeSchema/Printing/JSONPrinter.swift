package import BridgeValues

/// Prints plain, readable JSON for documents, in which nothing is tagged.
package enum JSONPrinter {
  /// The value on several lines; objects and arrays that fit stay on one.
  static func pretty(_ value: BridgeValue, indent: String = "", width: Int = 110) -> String {
    let short = flat(value)
    if indent.count + short.count <= width { return short }
    let inner = indent + "  "
    switch value {
    case .array(let elements):
      return "[\n" + elements.map { inner + pretty($0, indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let object):
      let members = object.map { "\(inner)\(quoted($0.key)): \(pretty($0.value, indent: inner))" }
      return "{\n" + members.joined(separator: ",\n") + "\n\(indent)}"
    default: return short
    }
  }

  /// The value on one line.
  package static func flat(_ value: BridgeValue) -> String {
    switch value {
    case .array(let elements): return "[" + elements.map(flat).joined(separator: ", ") + "]"
    case .object(let object):
      let members = object.map { "\(quoted($0.key)): \(flat($0.value))" }
      return members.isEmpty ? "{}" : "{ " + members.joined(separator: ", ") + " }"
    default:
      let writer = JSONWriter(isWire: true)
      writer.write(value)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }

  private static func quoted(_ key: String) -> String { JavaScriptLiteral.rawValue(key) }
}
