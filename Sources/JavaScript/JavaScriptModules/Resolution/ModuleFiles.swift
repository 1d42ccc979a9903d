/// The kind of file at a path of a ``ModuleFiles``.
public enum ModuleFileKind: Sendable, Hashable {
  case file, directory
  /// A device, a FIFO, a socket, or a link that is broken or leads outside.
  case other
}

/// The files in which modules are resolved and from which they are read.
///
/// Paths begin with a slash, which is the root; nothing is above it. They contain no empty segments and no dot
/// segments.
public protocol ModuleFiles: Sendable {
  /// The kind of the file at a path, with links resolved; nil if there is none.
  func kind(of path: String) -> ModuleFileKind?
  /// Reads a whole file.
  ///
  /// - Throws: `NOT_FOUND`, `PERMISSION_DENIED`, `FAILED_PRECONDITION` if it is not a regular file, `RESOURCE_EXHAUSTED` if it has
  ///   more than `maximum` bytes.
  func read(_ path: String, maximum: Int) throws(ModuleError) -> [UInt8]
  /// The names in a directory, for suggestions, at most 10,000; empty if there is no such directory.
  func names(in directory: String) -> [String]
  /// The path with links resolved, so that one file is one module; the same path if that is unknown.
  func canonicalPath(of path: String) -> String
  /// The path of a regular file, with symbolic links resolved; nil if there is no such file.
  ///
  /// The default uses ``kind(of:)`` and ``canonicalPath(of:)``.
  func canonicalFile(at path: String) -> String?
}

extension ModuleFiles {
  /// Calls ``kind(of:)`` and ``canonicalPath(of:)``.
  public func canonicalFile(at path: String) -> String? { kind(of: path) == .file ? canonicalPath(of: path) : nil }
}

/// Paths within a ``ModuleFiles``.
enum TreePath {
  /// The directory of a path, with a final slash.
  static func directory(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path.utf8[...$0])! } ?? "/"
  }

  /// The directory above one with a final slash; nil for the root.
  static func parent(ofDirectory directory: String) -> String? {
    directory == "/" ? nil : self.directory(of: directory.without(lastBytes: 1))
  }

  /// Whether two slashes stand side by side, or one at the end.
  static func hasEmptySegment(_ path: String) -> Bool {
    var isSlash = false
    for byte in path.utf8 {
      if byte == UInt8(ascii: "/"), isSlash { return true }
      isSlash = byte == UInt8(ascii: "/")
    }
    return isSlash
  }

  /// A path relative to a directory without dots and empty segments; nil if it leads above the root.
  static func join(_ directory: String, _ relative: String) -> String? {
    var segments: [String] = []
    for segment in (relative.begins(with: "/") ? relative : directory + relative).parts(between: "/") {
      switch segment {
      case "", ".": continue
      case "..": if segments.popLast() == nil { return nil }
      default: segments.append(segment)
      }
    }
    return "/" + segments.joined(separator: "/")
  }
}
