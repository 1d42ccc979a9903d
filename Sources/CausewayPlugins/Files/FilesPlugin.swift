#if Plugins
public import Causeway
import CausewayExport
import Glibc

/// Files in folders that the host has named, and nowhere else.
///
/// The names are those of Capacitor's Filesystem plugin; directory is the name of a folder. Bytes are bytes, not base64.
///
/// A connection needs the permission of the verb, such as files.read, and that of the verb with the folder's name, such as
/// files.read.notes; files.* has all of them.
@Plugin("files")
public struct FilesPlugin: Sendable {
  private let scopes: [String: FileScope]
  private let limits: FileLimits

  /// Offers these folders; two of one name are a mistake of the program.
  public init(_ scopes: [FileScope], limits: FileLimits = FileLimits()) {
    self.scopes = Dictionary(scopes.map { ($0.name, $0) }) { first, _ in
      preconditionFailure("Two folders are called \(first.name): give one another name.")
    }
    self.limits = limits
  }

  // MARK: Reading

  /// Reads a whole file: as bytes, or as text with an encoding.
  ///
  /// - Throws: `NOT_FOUND`, `RESOURCE_EXHAUSTED` for a file that is larger than the host allows, `DATA_LOSS` for one that
  ///   is not text of this encoding, `FAILED_PRECONDITION` for what is no plain file.
  @Export(permission: "files.read")
  public func readFile(
    path: String, directory: String, encoding: FileEncoding? = nil, call: CallContext
  ) async throws -> ReadFileResult {
    let place = try place(path, in: directory, .read, call)
    let maximum = limits.fileBytes
    let bytes = try await BlockingWork.run { try place.read(maximum: maximum) }
    guard encoding != nil else { return ReadFileResult(data: .bytes(bytes)) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw place.refusal(.dataLoss, "is not UTF-8: read it without an encoding, as bytes")
    }
    return ReadFileResult(data: .text(text))
  }

  /// Reads a file of any size piece by piece, each read when the one before was taken.
  ///
  /// The file is open until the stream ends or is left.
  ///
  /// - Parameters:
  ///   - offset: where to begin, in bytes.
  ///   - length: how many bytes to read; all when left out.
  ///   - chunkSize: bytes of one piece.
  /// - Throws: as readFile; `RESOURCE_EXHAUSTED` when this connection, or this process, has as many files open as it may.
  @Export(
    permission: "files.read",
    ranges: ["chunkSize": 1...16_777_216, "offset": 0...9_007_199_254_740_991, "length": 0...9_007_199_254_740_991])
  public func readFileInChunks(
    path: String, directory: String, offset: Int = 0, length: Int? = nil, chunkSize: Int = 262_144, call: CallContext
  ) async throws -> FileChunkSequence {
    let place = try place(path, in: directory, .read, call)
    let share = try call.connection.openFiles.take(for: "One more file that is read in chunks")
    let file = try await BlockingWork.run { try place.openHeldFile(verb: "read") }
    return FileChunkSequence(
      place: place, file: file, share: share, offset: offset, length: length, chunkSize: chunkSize)
  }

  /// What is in a folder, by name; the path is empty for the folder that the host has named.
  ///
  /// - Throws: `RESOURCE_EXHAUSTED` for a folder with more entries than the host allows.
  @Export(permission: "files.read")
  public func readdir(path: String, directory: String, call: CallContext) async throws -> ReaddirResult {
    let place = try place(path, in: directory, .read, call)
    let maximum = limits.entries
    return try await BlockingWork.run { try place.list(maximum: maximum) }
  }

  /// What something is, how large it is and when it was written; of a symbolic link the link itself.
  @Export(permission: "files.read")
  public func stat(path: String, directory: String, call: CallContext) async throws -> FileInfo {
    let place = try place(path, in: directory, .read, call)
    return try await BlockingWork.run { try place.info() }
  }

  /// What happens to a file, or in a folder and not in those within it, from now on.
  ///
  /// - Throws: `RESOURCE_EXHAUSTED` when this connection, or this user, watches too much already.
  @Export(permission: "files.read", stream: true)
  public func watch(
    path: String, directory: String, call: CallContext
  ) async throws -> AsyncThrowingStream<FileChange, any Error> {
    let place = try place(path, in: directory, .read, call)
    let share = try call.connection.watches.take(for: "One more watch")
    return try await BlockingWork.run { try FileWatch.changes(of: place, share) }
  }

  // MARK: Writing

  /// Writes a file: whoever reads it sees the old one or the new one, after a loss of power too.
  ///
  /// - Parameters:
  ///   - data: bytes, or text with an encoding.
  ///   - recursive: makes the folders on the way.
  /// - Throws: `RESOURCE_EXHAUSTED` when the disk is full, `FAILED_PRECONDITION` when the name is that of a folder, a link or
  ///   a device.
  @Export(permission: "files.write")
  public func writeFile(
    path: String, directory: String, data: FileData, encoding: FileEncoding? = nil, recursive: Bool = false,
    call: CallContext
  ) async throws {
    let place = try place(path, in: directory, .write, call)
    let bytes = try data.bytes(encoding, limits)
    try await BlockingWork.run { try place.write(bytes, isRecursive: recursive) }
  }

  /// Writes a file of any size from a stream of JavaScript's: a handler that yields bytes.
  ///
  /// The file is there when all of it is; when the stream fails, or the call is cancelled, the old one stays.
  ///
  /// - Parameters:
  ///   - source: the name under which JavaScript handles the stream.
  ///   - recursive: makes the folders on the way.
  /// - Returns: the number of bytes.
  @Export(permission: "files.write", timeout: .never)
  public func writeFileFromStream(
    path: String, directory: String, source: String, recursive: Bool = false, call: CallContext
  ) async throws -> Int {
    let place = try place(path, in: directory, .write, call)
    if recursive { try await BlockingWork.run { try place.makeParents() } }
    return try await place.write(streamOf: call.connection, source)
  }

  /// Adds to the end of a file, which is made if there is none.
  ///
  /// - Parameter data: bytes, or text with an encoding.
  @Export(permission: "files.write")
  public func appendFile(
    path: String, directory: String, data: FileData, encoding: FileEncoding? = nil, call: CallContext
  ) async throws {
    let place = try place(path, in: directory, .write, call)
    let bytes = try data.bytes(encoding, limits)
    try await BlockingWork.run { try place.append(bytes) }
  }

  /// Makes a folder.
  ///
  /// - Parameter recursive: makes the folders on the way too, and minds none that is there.
  @Export(permission: "files.write")
  public func mkdir(path: String, directory: String, recursive: Bool = false, call: CallContext) async throws {
    let place = try place(path, in: directory, .write, call)
    try await BlockingWork.run { try place.makeFolder(isRecursive: recursive) }
  }

  /// Copies a file; what has the other name is replaced when the copy is whole.
  ///
  /// - Parameter toDirectory: the folder of the copy; the same when left out.
  @Export(permission: "files.write", timeout: .never)
  public func copy(
    from: String, to: String, directory: String, toDirectory: String? = nil, call: CallContext
  ) async throws {
    let source = try place(from, "from", in: directory, .read, call)
    let target = try place(to, "to", in: toDirectory ?? directory, .write, call)
    try await source.copy(to: target, for: call.connection)
  }

  /// Gives a file or a folder another name or another place; what has that name is replaced.
  ///
  /// - Parameter toDirectory: the folder of the new place; the same when left out.
  @Export(permission: "files.delete")
  public func rename(
    from: String, to: String, directory: String, toDirectory: String? = nil, call: CallContext
  ) async throws {
    let source = try place(from, "from", in: directory, .delete, call)
    let target = try place(to, "to", in: toDirectory ?? directory, .write, call)
    try await BlockingWork.run { try source.rename(to: target) }
  }

  // MARK: Removing

  /// Removes a file; of a symbolic link the link itself.
  @Export(permission: "files.delete")
  public func deleteFile(path: String, directory: String, call: CallContext) async throws {
    let place = try place(path, in: directory, .delete, call)
    try await BlockingWork.run { try place.removeFile() }
  }

  /// Removes a folder.
  ///
  /// - Parameter recursive: removes what is in it too; no link is followed.
  @Export(permission: "files.delete", timeout: .never)
  public func rmdir(path: String, directory: String, recursive: Bool = false, call: CallContext) async throws {
    let place = try place(path, in: directory, .delete, call)
    let depth = limits.depth
    // Recursion keeps a descriptor open for each level, so one tree is removed at a time.
    try await BlockingWork.run(on: recursive ? .trees : .files) {
      try place.removeFolder(isRecursive: recursive, depth: depth)
    }
  }

  // MARK: What a call is about

  /// The one way to a folder: past what the connection may do, and what the host lets anybody do.
  private func place(
    _ path: String, _ parameter: String = "path", in directory: String, _ verb: FileVerb, _ call: CallContext
  ) throws(BridgeError) -> Place {
    let permissions = call.connection.permissions
    let permission = "files.\(verb.rawValue).\(directory)"
    guard let scope = scopes[directory] else {
      let near = Suggestion.nearest(
        to: directory, among: scopes.keys.filter { permissions.allows("files.\(verb.rawValue).\($0)") })
      throw BridgeError(
        .notFound,
        "There is no folder called \(Suggestion.quoted(directory))" + (near.map { ": did you mean \($0)?" } ?? "."))
    }
    guard permissions.allows(permission), permissions.allows("files.\(verb.rawValue)") else {
      throw BridgeError(
        .permissionDenied,
        "This connection may not \(verb.rawValue) files in \(directory). The permission \"\(permission)\" beside \"files.\(verb.rawValue)\" allows it.",
        data: ["permission": .string(permission)])
    }
    guard scope.verbs.contains(verb) else {
      throw BridgeError(
        .permissionDenied,
        "The host lets nobody \(verb.rawValue) files in \(directory): its FileScope allows \(scope.verbs.map(\.rawValue).sorted().joined(separator: ", ")).",
        data: ["directory": .string(directory)])
    }
    return Place(scope: scope, path: try BeneathPath(path, parameter: parameter))
  }
}
#endif
