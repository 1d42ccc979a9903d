#if Plugins
import Causeway

/// A validated relative path: non-empty names without `..`.
struct RelativePath: Sendable, Hashable {
  /// The names; empty for the folder itself.
  let names: [String]

  private init(names: [String]) { self.names = names }

  /// - Throws: `INVALID_ARGUMENT` for a path that starts with a slash, contains `..`, a NUL or a lone surrogate, or is too
  ///   long.
  init(_ text: String, parameter: String = "path") throws(BridgeError) {
    func refusal(_ reason: String) -> BridgeError {
      BridgeError(.invalidArgument, "params.\(parameter): \(Suggestion.quoted(text)) \(reason).")
    }
    guard text.utf8.count <= RelativePath.maximumLength else {
      throw refusal("is longer than \(RelativePath.maximumLength) bytes, the limit of a path")
    }
    guard !text.utf8.contains(0) else { throw refusal("contains a NUL") }
    guard !text.utf8.starts(with: "/".utf8) else {
      throw refusal("starts with a slash: paths are relative to their folder")
    }
    // A lone surrogate has become U+FFFD on its way. Several names would be one file.
    guard !RelativePath.isAmbiguous(text) else {
      throw refusal("contains a lone surrogate or U+FFFD, which replaces it: such names are ambiguous")
    }
    // Split by bytes: a combining character after a slash would hide it otherwise.
    var names: [String] = []
    for part in text.utf8.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
      guard !part.elementsEqual("..".utf8) else { throw refusal("contains \"..\": a path stays within its folder") }
      guard part.count <= 255 else { throw refusal("has a name of more than 255 bytes") }
      names.append(String(Substring(part)))
    }
    self.names = names
  }

  /// Whether a name is ambiguous in JavaScript.
  static func isAmbiguous(_ text: String) -> Bool { text.unicodeScalars.contains("\u{FFFD}") }

  /// PATH_MAX without the NUL.
  private static let maximumLength = 4_095

  /// The path for system calls; `.` for the folder itself.
  var text: String { names.isEmpty ? "." : names.joined(separator: "/") }

  /// The parent folder and the name in it; nil for the folder itself.
  var parent: (RelativePath, name: String)? {
    names.last.map { (RelativePath(names: names.dropLast()), $0) }
  }

  /// The prefixes of the path, outermost first, including itself.
  var ancestors: [RelativePath] { names.indices.map { RelativePath(names: Array(names[...$0])) } }
}
#endif
