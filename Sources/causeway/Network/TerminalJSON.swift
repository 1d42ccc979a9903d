import FoundationEssentials

/// Values as JSON that a terminal shows as it is written, without obeying anything in it.
enum TerminalJSON {
  /// Over several lines, for people who pipe it to a pager.
  static func pretty(_ value: some Encodable) throws -> String { try text(value, [.prettyPrinted]) }

  /// In one line, for programs that read line by line.
  static func line(_ value: some Encodable) throws -> String { try text(value, []) }

  private static func text(_ value: some Encodable, _ format: JSONEncoder.OutputFormatting) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = format.union([.sortedKeys, .withoutEscapingSlashes])
    return escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// JSON leaves marks that turn the writing direction as they are: writes them as `\u….`, which reads back the same.
  static func escaped(_ json: String) -> String {
    var result = ""
    for scalar in json.unicodeScalars {
      guard scalar.isObeyedByTerminals, scalar != "\n" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result
  }
}
