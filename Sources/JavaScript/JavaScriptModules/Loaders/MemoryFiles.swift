import JavaScriptSyntax

/// Files that are kept in memory.
public struct MemoryFiles: ModuleFiles {
  private var files: [ExactText: [UInt8]] = [:]
  private var directories: [ExactText: Set<ExactText>] = ["/": []]

  /// - Parameter files: the texts by path; a leading slash makes no difference.
  public init(_ files: [String: String] = [:]) {
    for (path, text) in files { add(path, Array(text.utf8)) }
  }

  /// Adds a file, or replaces it.
  public mutating func add(_ path: String, _ bytes: [UInt8]) {
    guard var path = TreePath.join("/", path), path != "/" else {
      preconditionFailure("\(path): the path of a file in memory must name a file below the root.")
    }
    files[ExactText(path)] = bytes
    while path != "/" {
      let directory = TreePath.directory(of: path)
      let parent = directory == "/" ? directory : directory.without(lastBytes: 1)
      directories[ExactText(parent), default: []].insert(ExactText(path.from(byte: directory.utf8.count)))
      path = parent
    }
  }

  /// The kind of the file at a path.
  public func kind(of path: String) -> ModuleFileKind? {
    if files[ExactText(path)] != nil { return .file }
    return directories[ExactText(MemoryFiles.plain(path))] == nil ? nil : .directory
  }

  /// Reads a whole file.
  public func read(_ path: String, maximum: Int) throws(ModuleError) -> [UInt8] {
    guard let bytes = files[ExactText(path)] else { throw ModuleError(.notFound, "File not found: \(path).") }
    guard bytes.count <= maximum else { throw .tooLarge(path, bytes.count, maximum) }
    return bytes
  }

  /// The names in a directory, sorted.
  public func names(in directory: String) -> [String] {
    (directories[ExactText(MemoryFiles.plain(directory))] ?? []).map(\.text).sorted()
  }

  /// Returns the same path: there are no links.
  public func canonicalPath(of path: String) -> String { path }

  private static func plain(_ directory: String) -> String {
    directory != "/" && directory.ends(with: "/") ? directory.without(lastBytes: 1) : directory
  }
}
