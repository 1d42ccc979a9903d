import FoundationEssentials
import StandardStreams

/// JSON that is safe to print on a terminal.
enum TerminalJSON {
  /// Several lines, for people.
  static func pretty(_ value: some Encodable) throws -> String { try text(value, [.prettyPrinted]) }

  /// One line, for programs.
  static func line(_ value: some Encodable) throws -> String { try text(value, []) }

  private static func text(_ value: some Encodable, _ format: JSONEncoder.OutputFormatting) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = format.union([.sortedKeys, .withoutEscapingSlashes])
    return escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Escapes bidirectional control characters, which JSON leaves unescaped; the result decodes to the same value.
  static func escaped(_ json: String) -> String {
    var result = ""
    for scalar in json.unicodeScalars {
      guard scalar.isTerminalControl || scalar.isInvisible, scalar != "\n" else {
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
