#if Plugins
public import Causeway
import CausewayConcurrency
import CausewayExport
import Glibc

/// Files in folders that the host offers by a name.
///
/// The names are those of Capacitor's Filesystem plugin; directory is the name of a folder. Bytes are Uint8Array, not
/// base64.
///
/// A connection needs two permissions: the access, such as files.read, and the access to the folder, such as
/// files.read.notes. files.* includes all of them.
@Plugin("files")
public struct FilesPlugin: Sendable {
  private let scopes: [String: FileScope]
  private let limits: FileLimits

  /// Offers these folders.
  ///
  /// Two folders with the same name are a programming error.
  public init(_ scopes: [FileScope], limits: FileLimits = FileLimits()) {
    self.scopes = Dictionary(scopes.map { ($0.name, $0) }) { first, _ in
      preconditionFailure("Two folders have the name \(first.name): rename one.")
    }
    self.limits = limits
  }

  // MARK: Reading

  /// Reads a file: as bytes, or as text with an encoding.
  ///
  /// - Throws: `NOT_FOUND`, `RESOURCE_EXHAUSTED` for a file over the host's limit, `DATA_LOSS` for text that is not in
  ///   this encoding, `FAILED_PRECONDITION` if it is not a regular file.
  @Export(permission: "files.read")
  public func readFile(
    path: String, directory: String, encoding: FileEncoding? = nil, call: CallContext
  ) async throws -> ReadFileResult {
    let scopedPath = try scopedPath(path, in: directory, .read, call)
    let maximum = limits.fileBytes
    let bytes = try await BlockingExecutor.run(on: .files) { try scopedPath.read(maximum: maximum) }
    return try ReadFileResult(data: scopedPath.data(of: bytes, encoding))
  }

  /// Reads a file of any size in chunks, each on demand.
  ///
  /// The file is open until the stream ends.
  ///
  /// - Parameters:
  ///   - offset: the start of the range, in bytes.
  ///   - length: the number of bytes to read; all if omitted.
  ///   - chunkSize: the size of a chunk in bytes.
  /// - Throws: as readFile; `RESOURCE_EXHAUSTED` if this connection, or this process, has too many open files.
  @Export(
    permission: "files.read",
    ranges: ["chunkSize": 1...16_777_216, "offset": 0...9_007_199_254_740_991, "length": 0...9_007_199_254_740_991])
  public func readFileInChunks(
    path: String, directory: String, offset: Int = 0, length: Int? = nil, chunkSize: Int = 262_144, call: CallContext
  ) async throws -> FileChunkSequence {
    let scopedPath = try scopedPath(path, in: directory, .read, call)
    let reservation = try call.connection.openFiles.take(for: "One more file that is read in chunks")
    let file = try await BlockingExecutor.run(on: .files) { try scopedPath.openHeldFile(verb: "read") }
    return FileChunkSequence(
      scopedPath: scopedPath, file: file, reservation: reservation, offset: offset, length: length, chunkSize: chunkSize
    )
  }

  /// Lists a folder, sorted by name.
  ///
  /// An empty path means the host's folder itself.
  ///
  /// - Throws: `RESOURCE_EXHAUSTED` for a folder with more entries than the host's limit.
  @Export(permission: "files.read")
  public func readdir(path: String, directory: String, call: CallContext) async throws -> ReaddirResult {
    let scopedPath = try scopedPath(path, in: directory, .read, call)
    let maximum = limits.entries
    return try await BlockingExecutor.run(on: .files) { try scopedPath.list(maximum: maximum) }
  }

  /// The type, the size and the modification time of an entry.
  ///
  /// - Parameter followsLinks: whether to describe the target of a symbolic link instead of the link.
  @Export(permission: "files.read")
  public func stat(
    path: String, directory: String, followsLinks: Bool = false, call: CallContext
  ) async throws -> FileInfo {
    let scopedPath = try scopedPath(path, in: directory, .read, call)
    return try await BlockingExecutor.run(on: .files) { try scopedPath.info(followsLinks: followsLinks) }
  }

  /// The changes of a file, or of the direct entries of a folder, from now on.
  ///
  /// - Throws: `RESOURCE_EXHAUSTED` if this connection, or this user, has too many watches.
  @Export(permission: "files.read", stream: true)
  public func watch(
    path: String, directory: String, call: CallContext
  ) async throws -> AsyncThrowingStream<FileChange, any Error> {
    let scopedPath = try scopedPath(path, in: directory, .read, call)
    let reservation = try call.connection.watches.take(for: "One more watch")
    return try await BlockingExecutor.run(on: .files) { try FileWatch.changes(of: scopedPath, reservation) }
  }

  // MARK: Writing

  /// Replaces a file atomically: a reader sees the old or the new content, also after a power failure.
  ///
  /// - Parameters:
  ///   - data: bytes, or text with an encoding.
  ///   - recursive: whether to create missing parent folders.
  /// - Throws: `RESOURCE_EXHAUSTED` if the disk is full, `FAILED_PRECONDITION` if the name belongs to a folder, a link
  ///   or a device.
  @Export(permission: "files.write")
  public func writeFile(
    path: String, directory: String, data: FileData, encoding: FileEncoding? = nil, recursive: Bool = false,
    call: CallContext
  ) async throws {
    let scopedPath = try scopedPath(path, in: directory, .write, call)
    let bytes = try data.bytes(encoding, limits)
    try await BlockingExecutor.run(on: .files) { try scopedPath.write(bytes, isRecursive: recursive) }
  }

  /// Writes a file of any size from a JavaScript stream.
  ///
  /// The file appears when the stream is complete. If the stream fails, or the call is cancelled, the old file stays.
  ///
  /// - Parameters:
  ///   - source: the name of the JavaScript stream handler, which yields bytes.
  ///   - recursive: whether to create missing parent folders.
  /// - Returns: the number of bytes.
  @Export(permission: "files.write", timeout: .never)
  public func writeFileFromStream(
    path: String, directory: String, source: String, recursive: Bool = false, call: CallContext
  ) async throws -> Int {
    let scopedPath = try scopedPath(path, in: directory, .write, call)
    if recursive { try await BlockingExecutor.run(on: .files) { try scopedPath.makeParents() } }
    return try await scopedPath.write(streamOf: call.connection, source)
  }

  /// Appends to a file, which is created if it does not exist.
  ///
  /// - Parameter data: bytes, or text with an encoding.
  @Export(permission: "files.write")
  public func appendFile(
    path: String, directory: String, data: FileData, encoding: FileEncoding? = nil, call: CallContext
  ) async throws {
    let scopedPath = try scopedPath(path, in: directory, .write, call)
    let bytes = try data.bytes(encoding, limits)
    try await BlockingExecutor.run(on: .files) { try scopedPath.append(bytes) }
  }

  /// Creates a folder.
  ///
  /// - Parameter recursive: whether to create missing parent folders, and to accept an existing folder.
  @Export(permission: "files.write")
  public func mkdir(path: String, directory: String, recursive: Bool = false, call: CallContext) async throws {
    let scopedPath = try scopedPath(path, in: directory, .write, call)
    try await BlockingExecutor.run(on: .files) { try scopedPath.makeFolder(isRecursive: recursive) }
  }

  /// Copies a file.
  ///
  /// An existing target is replaced atomically when the copy is complete.
  ///
  /// - Parameter toDirectory: the folder of the copy; the same folder if omitted.
  @Export(permission: "files.write", timeout: .never)
  public func copy(
    from: String, to: String, directory: String, toDirectory: String? = nil, call: CallContext
  ) async throws {
    let source = try scopedPath(from, "from", in: directory, .read, call)
    let target = try scopedPath(to, "to", in: toDirectory ?? directory, .write, call)
    try await source.copy(to: target, for: call.connection)
  }

  /// Renames or moves a file or a folder.
  ///
  /// An existing target is replaced.
  ///
  /// - Parameter toDirectory: the target folder; the same folder if omitted.
  @Export(permission: "files.delete")
  public func rename(
    from: String, to: String, directory: String, toDirectory: String? = nil, call: CallContext
  ) async throws {
    let source = try scopedPath(from, "from", in: directory, .delete, call)
    let target = try scopedPath(to, "to", in: toDirectory ?? directory, .write, call)
    try await BlockingExecutor.run(on: .files) { try source.rename(to: target) }
  }

  // MARK: Removing

  /// Removes a file.
  ///
  /// A symbolic link is not followed.
  @Export(permission: "files.delete")
  public func deleteFile(path: String, directory: String, call: CallContext) async throws {
    let scopedPath = try scopedPath(path, in: directory, .delete, call)
    try await BlockingExecutor.run(on: .files) { try scopedPath.removeFile() }
  }

  /// Removes a folder.
  ///
  /// - Parameter recursive: whether to remove its content too; symbolic links are not followed.
  @Export(permission: "files.delete", timeout: .never)
  public func rmdir(path: String, directory: String, recursive: Bool = false, call: CallContext) async throws {
    let scopedPath = try scopedPath(path, in: directory, .delete, call)
    let depth = limits.depth
    // The recursion keeps a descriptor open for each level, so one tree is removed at a time.
    try await BlockingExecutor.run(on: recursive ? .trees : .files) {
      try scopedPath.removeFolder(isRecursive: recursive, depth: depth)
    }
  }

  // MARK: Synchronous methods, for code that cannot await

  /// As readFile, for `bridge.callSync`: JavaScript waits for the disk.
  @Export(permission: "files.read")
  public func readFileSync(
    path: String, directory: String, encoding: FileEncoding? = nil, call: CallContext
  ) throws -> ReadFileResult {
    let scopedPath = try scopedPath(path, in: directory, .read, call)
    return try ReadFileResult(data: scopedPath.data(of: scopedPath.read(maximum: limits.fileBytes), encoding))
  }

  /// As readdir, for `bridge.callSync`: JavaScript waits for the disk.
  @Export(permission: "files.read")
  public func readdirSync(path: String, directory: String, call: CallContext) throws -> ReaddirResult {
    try scopedPath(path, in: directory, .read, call).list(maximum: limits.entries)
  }

  /// As stat, for `bridge.callSync`: JavaScript waits for the disk.
  @Export(permission: "files.read")
  public func statSync(
    path: String, directory: String, followsLinks: Bool = false, call: CallContext
  ) throws -> FileInfo {
    try scopedPath(path, in: directory, .read, call).info(followsLinks: followsLinks)
  }

  /// As writeFile, for `bridge.callSync`: JavaScript waits for the disk.
  @Export(permission: "files.write")
  public func writeFileSync(
    path: String, directory: String, data: FileData, encoding: FileEncoding? = nil, recursive: Bool = false,
    call: CallContext
  ) throws {
    let scopedPath = try scopedPath(path, in: directory, .write, call)
    try scopedPath.write(data.bytes(encoding, limits), isRecursive: recursive)
  }

  /// As appendFile, for `bridge.callSync`: JavaScript waits for the disk.
  @Export(permission: "files.write")
  public func appendFileSync(
    path: String, directory: String, data: FileData, encoding: FileEncoding? = nil, call: CallContext
  ) throws {
    let scopedPath = try scopedPath(path, in: directory, .write, call)
    try scopedPath.append(data.bytes(encoding, limits))
  }

  /// As mkdir, for `bridge.callSync`: JavaScript waits for the disk.
  @Export(permission: "files.write")
  public func mkdirSync(path: String, directory: String, recursive: Bool = false, call: CallContext) throws {
    try scopedPath(path, in: directory, .write, call).makeFolder(isRecursive: recursive)
  }

  /// As rename, for `bridge.callSync`: JavaScript waits for the disk.
  @Export(permission: "files.delete")
  public func renameSync(
    from: String, to: String, directory: String, toDirectory: String? = nil, call: CallContext
  ) throws {
    let source = try scopedPath(from, "from", in: directory, .delete, call)
    try source.rename(to: try scopedPath(to, "to", in: toDirectory ?? directory, .write, call))
  }

  /// As deleteFile, for `bridge.callSync`: JavaScript waits for the disk.
  @Export(permission: "files.delete")
  public func deleteFileSync(path: String, directory: String, call: CallContext) throws {
    try scopedPath(path, in: directory, .delete, call).removeFile()
  }

  /// As rmdir, for `bridge.callSync`: JavaScript waits for the disk.
  @Export(permission: "files.delete")
  public func rmdirSync(path: String, directory: String, recursive: Bool = false, call: CallContext) throws {
    try scopedPath(path, in: directory, .delete, call).removeFolder(isRecursive: recursive, depth: limits.depth)
  }

  // MARK: Access checks

  /// The only access to a folder: checks the connection's permissions and the access that the host allows.
  private func scopedPath(
    _ path: String, _ parameter: String = "path", in directory: String, _ verb: FileAccess, _ call: CallContext
  ) throws(BridgeError) -> ScopedPath {
    let permissions = call.connection.permissions
    let permission = "files.\(verb.rawValue).\(directory)"
    guard let scope = scopes[directory] else {
      let near = Suggestion.nearest(
        to: directory, among: scopes.keys.filter { permissions.allows("files.\(verb.rawValue).\($0)") })
      throw BridgeError(
        .notFound,
        "There is no folder with the name \(Suggestion.quoted(directory))"
          + (near.map { ": did you mean \($0)?" } ?? "."))
    }
    guard permissions.allows(permission), permissions.allows("files.\(verb.rawValue)") else {
      throw BridgeError(
        .permissionDenied,
        "This connection may not \(verb.rawValue) files in \(directory). It needs the permissions \"\(permission)\" and \"files.\(verb.rawValue)\".",
        data: ["permission": .string(permission)])
    }
    guard scope.access.contains(verb) else {
      throw BridgeError(
        .permissionDenied,
        "The host does not permit JavaScript to \(verb.rawValue) files in \(directory): its FileScope allows \(scope.access.map(\.rawValue).sorted().joined(separator: ", ")).",
        data: ["directory": .string(directory)])
    }
    return ScopedPath(scope: scope, path: try RelativePath(path, parameter: parameter))
  }
}
#else
/// Absent: the package is built without the trait `Plugins`.
@available(*, unavailable, message: "Enable the trait Plugins of the package in your manifest.")
public struct FilesPlugin {}
#endif
