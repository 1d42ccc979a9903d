import Foundation

/// The lines between `---` at the beginning of a note: the subset of YAML that all readers support.
enum FrontMatter {
  /// The line with the key of the clip.
  static let keyName = "clip"

  /// Makes a note from front matter and body.
  static func note(_ clip: Clip, key: String) -> String {
    // First, so that it is found however long the rest is.
    var lines = ["---", keyLine(key)]
    for property in clip.properties {
      let name = property.name.filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      guard !name.isEmpty, name != keyName else { continue }
      switch property.value {
      case .text(let text): lines.append("\(name): \(quoted(text))")
      case .list(let list):
        lines.append("\(name):")
        lines += list.map { "  - \(quoted($0))" }
      }
    }
    lines += ["---", ""]
    return lines.joined(separator: "\n") + "\n" + clip.body + (clip.body.hasSuffix("\n") ? "" : "\n")
  }

  /// Whether a note with this beginning is this clip.
  static func isNote(_ beginning: String, of key: String) -> Bool {
    let lines = beginning.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == "---" else { return false }
    return lines.dropFirst().prefix { $0 != "---" }.contains { $0 == keyLine(key) }
  }

  private static func keyLine(_ key: String) -> String { "\(keyName): \(quoted(key))" }

  /// A date unquoted, any other value as a JSON string, which is valid YAML.
  private static func quoted(_ text: String) -> String {
    if text.wholeMatch(of: #/\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:?\d{2})?)?/#) != nil { return text }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case _
      where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028
        || scalar.value == 0x2029:
        result += String(format: "\\u%04x", scalar.value)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
