#if Plugins
/// The name and the version of a distribution.
///
/// Source: os-release(5).
struct OSRelease {
  private(set) var name: String?
  private(set) var version: String?

  init(_ files: SystemFiles) {
    let text = files.text("/etc/os-release") ?? files.text("/usr/lib/os-release") ?? ""
    var values: [Substring: String] = [:]
    for line in text.split(separator: "\n") {
      guard !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { continue }
      values[line[..<equals]] = OSRelease.unquoted(line[line.index(after: equals)...])
    }
    name = values["NAME"] ?? (text.isEmpty ? nil : "Linux")
    version = values["VERSION_ID"]
  }

  /// A value with the quoting of a shell assignment; the format has no substitutions.
  private static func unquoted(_ value: Substring) -> String {
    var value = value
    while value.last == " " || value.last == "\t" || value.last == "\r" { value.removeLast() }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return String(value) }
    var text = ""
    var isEscaped = false
    for character in value.dropFirst() {
      if isEscaped {
        text.append(character)
        isEscaped = false
      } else if character == "\\", quote == "\"" {
        isEscaped = true
      } else if character == quote {
        break
      } else {
        text.append(character)
      }
    }
    return text
  }
}
#endif
