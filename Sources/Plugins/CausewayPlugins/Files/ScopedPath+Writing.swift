#if Plugins
import Causeway
import CausewayConcurrency
import Glibc

extension Descriptor {
  func write(_ bytes: [UInt8]) throws(Errno) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
      if count < 0 {
        let failure = Errno.current
        if failure.number == EINTR { continue }
        throw failure
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Flushes a folder's entries to the disk; file systems without this operation return EINVAL.
  func synchronize() throws(Errno) {
    guard fsync(number) == 0 || errno == EINVAL else { throw Errno.current }
  }
}

extension ScopedPath {
  func write(_ bytes: [UInt8], isRecursive: Bool) throws {
    if isRecursive { try makeParents() }
    let replacement = try Replacement(of: self)
    try replacement.write(bytes)
    try replacement.finish()
  }

  /// Writes the bytes of a JavaScript stream, and returns their number.
  ///
  /// The file appears when the stream is complete. If the stream fails, or the task is cancelled, the old file stays.
  ///
  /// - Throws: `RESOURCE_EXHAUSTED` if the connection, or this process, has too many open files.
  func write(streamOf connection: Connection, _ source: String) async throws -> Int {
    let reservation = try connection.openFiles.take(2, for: "One more file that is written from a stream")
    defer { withExtendedLifetime(reservation) {} }
    let replacement = try await BlockingExecutor.run(on: .files) {
      let replacement = try Replacement(of: self)
      try replacement.checkHeld()
      return replacement
    }
    var count = 0
    for try await data in connection.stream(source, BridgeValue.undefined, of: BridgeValue.self, buffer: 4) {
      guard case .bytes(let bytes) = data else {
        throw BridgeError(
          .invalidArgument, "The stream \(Suggestion.quoted(source)) yielded a value that is not bytes.")
      }
      count += bytes.data.count
      try await BlockingExecutor.run(on: .files) { try replacement.write(bytes.data) }
    }
    try Task.checkCancellation()
    try await BlockingExecutor.run(on: .files) { try replacement.finish() }
    return count
  }

  /// Appends bytes to a file, which is created if it does not exist.
  ///
  /// A failure may leave a part of the bytes.
  func append(_ bytes: [UInt8]) throws {
    let (file, _) = try openFile(O_WRONLY | O_APPEND | O_CREAT, mode: 0o666, verb: "written")
    try naming("written") {
      try file.write(bytes)
      guard fsync(file.number) == 0 else { throw Errno.current }
    }
  }

  func makeFolder(isRecursive: Bool) throws {
    if isRecursive { try makeParents() }
    let (folder, name) = try openParent(verb: "made")
    guard unsafe mkdirat(folder.number, name, 0o777) == 0 else {
      let failure = Errno.current
      if isRecursive, failure.number == EEXIST, try info().type == .directory { return }
      throw self.failure(failure, "made")
    }
    try naming("made") { try folder.synchronize() }
  }

  /// Creates the missing parent folders.
  func makeParents() throws {
    guard let (parent, _) = path.parent else { return }
    for ancestor in parent.ancestors.map(at) {
      let (folder, name) = try ancestor.openParent(verb: "made")
      guard unsafe mkdirat(folder.number, name, 0o777) == 0 || errno == EEXIST else {
        throw ancestor.failure(.current, "made")
      }
    }
  }

  /// Renames or moves a file or a folder.
  ///
  /// An existing target is replaced.
  func rename(to target: ScopedPath) throws {
    let (folder, name) = try openParent(verb: "renamed")
    let (targetFolder, targetName) = try target.openParent(verb: "written")
    guard unsafe renameat(folder.number, name, targetFolder.number, targetName) == 0 else {
      let failure = Errno.current
      if failure.number == EXDEV {
        throw refusal(
          .failedPrecondition, "cannot be renamed to \(target.shown), which is on another file system: copy it")
      }
      throw self.failure(failure, "renamed to \(target.shown)")
    }
    try target.naming("written") { try targetFolder.synchronize() }
    try naming("renamed") { try folder.synchronize() }
  }

  /// Copies a file.
  ///
  /// An existing target is replaced when the copy is complete.
  ///
  /// Each chunk is a separate job, so that other operations can use the threads in between.
  func copy(to target: ScopedPath, for connection: Connection) async throws {
    let reservation = try connection.openFiles.take(3, for: "One more file that is copied")
    defer { withExtendedLifetime(reservation) {} }
    let (file, replacement) = try await BlockingExecutor.run(on: .files) {
      let file = try openHeldFile(verb: "read")
      let replacement = try Replacement(of: target)
      try replacement.checkHeld()
      return (file, replacement)
    }
    var offset = 0
    while true {
      try Task.checkCancellation()
      let count = try await BlockingExecutor.run(on: .files) { [offset] in
        let bytes = try naming("read") { try file.read(1 << 20, at: offset) }
        try replacement.write(bytes)
        return bytes.count
      }
      if count == 0 { break }
      offset += count
    }
    try await BlockingExecutor.run(on: .files) { try replacement.finish() }
  }
}
#endif
