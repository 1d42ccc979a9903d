import Causeway
import Glibc
import Synchronization

/// A file that is written beside the one that it is to replace, and takes its name when it is whole.
///
/// Whoever reads sees the old file or the new one; after a loss of power too, since the file and then its folder are
/// brought to the disk. One that is let go of before leaves nothing behind.
final class Replacement: Sendable {
  private let place: Place
  private let folder: Descriptor
  private let name: String
  private let temporary: String
  private let file: Descriptor
  private let isDone = Atomic(false)

  /// Names that begin so are never told to who watches.
  static let prefix = ".causeway-"

  /// - Throws: `FAILED_PRECONDITION` when what has the name is no plain file.
  init(of place: Place) throws {
    self.place = place
    (folder, name) = try place.openParent(verb: "written")
    var status = stat()
    var mode: mode_t?
    if unsafe fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
      let type = EntryType(status.st_mode)
      guard type == .file else { throw place.refusal(.failedPrecondition, "is \(type.noun), and no plain file") }
      mode = status.st_mode & 0o777
    }
    temporary = Replacement.prefix + String(UInt64.random(in: .min ... .max), radix: 36)
    // A file keeps who may read it: from the first moment nobody else, and then also those whom the umask leaves out.
    let descriptor = unsafe openat(
      folder.number, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode ?? 0o666)
    guard descriptor >= 0 else { throw place.failure(.current, "written") }
    file = Descriptor(descriptor)
    if let mode { fchmod(descriptor, mode) }
  }

  deinit { if !isDone.load(ordering: .relaxed) { unsafe unlinkat(folder.number, temporary, 0) } }

  func write(_ bytes: [UInt8]) throws { try place.naming("written") { try file.write(bytes) } }

  /// Brings it to the disk, and gives it its name.
  func finish() throws {
    try place.naming("written") {
      guard fsync(file.number) == 0 else { throw Errno.current }
      guard unsafe renameat(folder.number, temporary, folder.number, name) == 0 else { throw Errno.current }
      isDone.store(true, ordering: .relaxed)
      try folder.synchronize()
    }
  }
}

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

  /// Brings a folder's entries to the disk; file systems that have no such thing say EINVAL.
  func synchronize() throws(Errno) {
    guard fsync(number) == 0 || errno == EINVAL else { throw Errno.current }
  }
}

extension Place {
  func write(_ bytes: [UInt8], isRecursive: Bool) throws {
    if isRecursive { try makeParents() }
    let replacement = try Replacement(of: self)
    try replacement.write(bytes)
    try replacement.finish()
  }

  /// Writes what JavaScript yields under a name, and returns the number of bytes.
  ///
  /// The file is there when all of it is; when the stream fails, or the task is cancelled, the old one stays.
  func write(streamOf connection: Connection, _ source: String) async throws -> Int {
    let replacement = try await BlockingWork.run { try Replacement(of: self) }
    var count = 0
    for try await data in connection.stream(source, BridgeValue.undefined, of: BridgeValue.self, buffer: 4) {
      guard case .bytes(let bytes) = data else {
        throw BridgeError(.invalidArgument, "The stream \(Suggestion.quoted(source)) yielded no bytes: yield bytes.")
      }
      count += bytes.data.count
      try await BlockingWork.run { try replacement.write(bytes.data) }
    }
    try Task.checkCancellation()
    try await BlockingWork.run { try replacement.finish() }
    return count
  }

  /// Adds bytes at the end of a file, which is made if there is none.
  ///
  /// What fails in the middle may leave a part of them.
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

  /// Makes the folders on the way, as far as they are missing.
  func makeParents() throws {
    guard let (parent, _) = path.parent else { return }
    for ancestor in parent.ancestors.map(at) {
      let (folder, name) = try ancestor.openParent(verb: "made")
      guard unsafe mkdirat(folder.number, name, 0o777) == 0 || errno == EEXIST else {
        throw ancestor.failure(.current, "made")
      }
    }
  }

  /// Gives a file or a folder another name, or another place; what has that name is replaced.
  func rename(to target: Place) throws {
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

  /// Copies a file; what has the other name is replaced when the copy is whole.
  func copy(to target: Place) throws {
    let (file, _) = try openFile(O_RDONLY, verb: "read")
    let replacement = try Replacement(of: target)
    var offset = 0
    while true {
      try Task.checkCancellation()
      let bytes = try naming("read") { try file.read(1 << 20, at: offset) }
      if bytes.isEmpty { break }
      offset += bytes.count
      try replacement.write(bytes)
    }
    try replacement.finish()
  }
}
