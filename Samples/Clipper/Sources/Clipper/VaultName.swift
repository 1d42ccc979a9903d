import Foundation

/// Names of notes: the title of a page, in a form that every file system accepts.
enum VaultName {
  /// Characters with a special meaning in some file system or notes program.
  private static let unsafe = Set<Unicode.Scalar>("/\\:*?\"<>|#^[]%".unicodeScalars)

  /// Device names of systems with which a vault may be shared.
  private static let reserved: Set<String> = {
    var names: Set<String> = ["con", "prn", "aux", "nul"]
    for number in 1...9 { names.formUnion(["com\(number)", "lpt\(number)"]) }
    return names
  }()

  /// A name without folders and extension, of at most 120 bytes.
  static func safe(_ wish: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in wish.precomposedStringWithCanonicalMapping.unicodeScalars {
      switch scalar.properties.generalCategory {
      // Line breaks and bidirectional control characters: "gpj.exe" can be made to look like "exe.jpg".
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
        scalars.append(scalar.value < 0x20 ? " " : "\u{200B}")
      default: scalars.append(unsafe.contains(scalar) ? " " : scalar)
      }
    }
    var name = String(scalars).replacing("\u{200B}", with: "").split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
    name = trimmed(name)
    while name.utf8.count > 120 { name.removeLast() }
    name = trimmed(name)
    let stem = name.prefix { $0 != "." }.lowercased()
    if reserved.contains(stem) { name = "_" + name }
    return name.isEmpty ? "Untitled" : name
  }

  /// No dot at the beginning, which hides a file, and none at the end, which some systems remove.
  private static func trimmed(_ name: String) -> String {
    var name = name[...]
    while let first = name.first, first == "." || first == " " || first == "-" { name.removeFirst() }
    while let last = name.last, last == "." || last == " " { name.removeLast() }
    return String(name)
  }
}
