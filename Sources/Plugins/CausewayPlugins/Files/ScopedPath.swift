#if Plugins
import Causeway
import Glibc

/// A path within a scope: the subject of one call.
struct ScopedPath: Sendable {
  let scope: FileScope
  let path: RelativePath

  /// The path in error texts: `"notes/a.txt"`.
  var shown: String { Suggestion.quoted(([scope.name] + path.names).joined(separator: "/")) }

  /// Another path within the same scope.
  func at(_ path: RelativePath) -> ScopedPath { ScopedPath(scope: scope, path: path) }

  /// Runs system calls, and adds this path to their errors.
  func naming<Result>(_ verb: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let errno as Errno { throw failure(errno, verb) }
  }

  func failure(_ errno: Errno, _ verb: String) -> BridgeError {
    FileFailure.error(errno, "\(shown) cannot be \(verb)", data: data)
  }

  var data: BridgeObject { ["directory": .string(scope.name), "path": .string(path.names.joined(separator: "/"))] }

  func refusal(_ code: BridgeError.Code, _ reason: String) -> BridgeError {
    BridgeError(code, "\(shown) \(reason).", data: .object(data))
  }

  // MARK: Opening

  func open(_ flags: Int32, mode: mode_t = 0) throws(Errno) -> Descriptor {
    try scope.folder.open(path, flags, mode: mode)
  }

  /// Opens a regular file.
  ///
  /// Other files fail, without blocking.
  func openFile(_ flags: Int32, mode: mode_t = 0, verb: String) throws -> (Descriptor, size: Int) {
    try naming(verb) {
      let file = try open(flags | O_NONBLOCK | O_NOCTTY, mode: mode)
      let status = try file.status()
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw refusal(.failedPrecondition, "is \(EntryType(status.st_mode).noun), not a regular file")
      }
      return (file, Int(status.st_size))
    }
  }

  /// Opens a regular file that stays open between calls.
  func openHeldFile(verb: String) throws -> Descriptor {
    let (file, _) = try openFile(O_RDONLY, verb: verb)
    try naming(verb) { try file.checkHeld() }
    return file
  }

  /// Opens the parent folder.
  ///
  /// - Throws: `INVALID_ARGUMENT` for the scope itself, which has no name.
  func openParent(verb: String) throws -> (folder: Descriptor, name: String) {
    guard let (parent, name) = path.parent else {
      throw BridgeError(
        .invalidArgument, "params.path: the folder \(scope.name) itself cannot be \(verb): use a path in it.",
        data: .object(data))
    }
    return try naming(verb) {
      // Not O_PATH: the entry for the new name must be flushed to the disk.
      (try scope.folder.open(parent, O_RDONLY | O_DIRECTORY), name)
    }
  }
}
#endif
