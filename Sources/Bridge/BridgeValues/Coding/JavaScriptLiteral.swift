/// Formats text as JavaScript source, for messages, declarations and generated modules.
package enum JavaScriptLiteral {
  /// The content of a string literal, without its quotation marks.
  package static func escaped(_ text: String) -> String {
    let writer = JSONWriter()
    writer.write(text)
    return String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  /// A raw value of an enum: a string in quotation marks, a number in digits.
  package static func rawValue(_ value: Any) -> String {
    if let text = value as? String { return "\"\(escaped(text))\"" }
    return "\(value)"
  }

  /// A number; without a fraction if it is whole.
  package static func number(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }

  /// A member's name, in quotation marks if it is not an identifier.
  package static func key(_ name: String) -> String { isIdentifier(name) ? name : "\"\(escaped(name))\"" }

  /// Whether a name consists of ASCII letters, digits, `_` and `$`, and does not begin with a digit.
  package static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    return name.unicodeScalars.allSatisfy { scalar in
      scalar == "_" || scalar == "$" || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar)
    }
  }
}
