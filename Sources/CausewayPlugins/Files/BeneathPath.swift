#if Plugins
import Causeway

/// A path within a folder, as it was asked for: names, none of which leads up or is empty.
struct BeneathPath: Sendable, Hashable {
  /// Empty for the folder itself.
  let names: [String]

  private init(names: [String]) { self.names = names }

  /// - Throws: `INVALID_ARGUMENT` for a path that begins with a slash, leads up, has a NUL, or is longer than a path may be.
  init(_ text: String, parameter: String = "path") throws(BridgeError) {
    func refusal(_ reason: String) -> BridgeError {
      BridgeError(.invalidArgument, "params.\(parameter): \(Suggestion.quoted(text)) \(reason).")
    }
    guard text.utf8.count <= BeneathPath.maximumLength else {
      throw refusal("is longer than a path may be: \(BeneathPath.maximumLength) bytes")
    }
    guard !text.utf8.contains(0) else { throw refusal("has a NUL, which no path can have") }
    guard !text.utf8.starts(with: "/".utf8) else {
      throw refusal("begins with a slash: a path begins within its folder")
    }
    // By bytes: a combining character behind a slash would else hide it.
    var names: [String] = []
    for part in text.utf8.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
      guard !part.elementsEqual("..".utf8) else { throw refusal("leads up: a path stays within its folder") }
      guard part.count <= 255 else { throw refusal("has a name of more than 255 bytes") }
      names.append(String(Substring(part)))
    }
    self.names = names
  }

  /// PATH_MAX without the NUL.
  private static let maximumLength = 4_095

  /// The path as the kernel takes it; `.` for the folder itself.
  var text: String { names.isEmpty ? "." : names.joined(separator: "/") }

  /// The folder that it is in, and its name there; nil for the folder itself.
  var parent: (BeneathPath, name: String)? {
    names.last.map { (BeneathPath(names: names.dropLast()), $0) }
  }

  /// The folders on the way, outermost first, itself the last.
  var ancestors: [BeneathPath] { names.indices.map { BeneathPath(names: Array(names[...$0])) } }
}
#endif
