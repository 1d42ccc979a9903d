#if Plugins
import Causeway
import Glibc
import Synchronization

/// A new file that replaces another one when it is complete.
///
/// A reader sees the old file or the new one, also after a power failure: the file and then its folder are flushed to
/// the disk. The new file has no name until it is complete (`O_TMPFILE`), so nothing remains of it if it is released
/// earlier or if the process is killed. On file systems without `O_TMPFILE` it has a temporary name, and
/// ``StaleTemporaryFiles`` removes it after a crash.
final class Replacement: Sendable {
  private let scopedPath: ScopedPath
  private let folder: Descriptor
  private let name: String
  private let temporary = Replacement.prefix + String(UInt64.random(in: .min ... .max), radix: 36)
  private let file: Descriptor
  /// Whether a file with the temporary name exists.
  private let isNamed: Atomic<Bool>

  /// The prefix of temporary names, which watches do not report.
  static let prefix = ".causeway-"

  /// - Parameter isNamed: whether to use a temporary name although the file system has `O_TMPFILE`: for tests.
  /// - Throws: `FAILED_PRECONDITION` if the name belongs to an entry that is not a regular file.
  init(of scopedPath: ScopedPath, isNamed: Bool = false) throws {
    self.scopedPath = scopedPath
    (folder, name) = try scopedPath.openParent(verb: "written")
    var status = stat()
    var mode: mode_t?
    if unsafe fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
      let type = EntryType(status.st_mode)
      guard type == .file else { throw scopedPath.refusal(.failedPrecondition, "is \(type.noun), not a regular file") }
      mode = status.st_mode & 0o777
    }
    let (folder, temporary) = (folder, temporary)
    let nameless = isNamed ? nil : try scopedPath.naming("written") { try Replacement.makeNameless(in: folder, mode) }
    self.isNamed = Atomic(nameless == nil)
    file = try nameless ?? scopedPath.naming("written") { try Replacement.make(temporary, in: folder, mode) }
    // A replaced file keeps its mode: at creation no other user has access, and then the mode is set without the umask.
    if let mode { fchmod(file.number, mode) }
    if let (parent, _) = scopedPath.path.parent { scopedPath.scope.folder.leftovers.remove(in: folder, at: parent) }
  }

  deinit { if isNamed.load(ordering: .relaxed) { unsafe unlinkat(folder.number, temporary, 0) } }

  /// Checks that the descriptor budget allows keeping the file open between calls.
  func checkHeld() throws {
    try scopedPath.naming("written") {
      try folder.checkHeld()
      try file.checkHeld()
    }
  }

  func write(_ bytes: [UInt8]) throws { try scopedPath.naming("written") { try file.write(bytes) } }

  /// Flushes the file to the disk and gives it its name.
  func finish() throws {
    try scopedPath.naming("written") {
      guard fsync(file.number) == 0 else { throw Errno.current }
      if !isNamed.load(ordering: .relaxed) {
        // linkat(2) cannot replace a file, so it gets a temporary name first.
        guard
          unsafe linkat(AT_FDCWD, Replacement.path(of: file), folder.number, temporary, AT_SYMLINK_FOLLOW) == 0
        else { throw Errno.current }
        isNamed.store(true, ordering: .relaxed)
      }
      guard unsafe renameat(folder.number, temporary, folder.number, name) == 0 else { throw Errno.current }
      isNamed.store(false, ordering: .relaxed)
      try folder.synchronize()
    }
  }

  // MARK: Creation

  /// `O_TMPFILE`, which Swift's Glibc module lacks.
  private static let nameless = 0o20_000_000 | O_DIRECTORY

  /// A file without a name; nil if the file system does not support it, or if /proc is missing, which linkat needs.
  private static func makeNameless(in folder: Descriptor, _ mode: mode_t?) throws(Errno) -> Descriptor? {
    let file: Descriptor
    do throws(Errno) {
      file = try .admitted(unsafe openat(folder.number, ".", O_WRONLY | nameless | O_CLOEXEC, mode ?? 0o666))
    } catch {
      guard [EOPNOTSUPP, EISDIR, EINVAL, ENOSYS].contains(error.number) else { throw error }
      return nil
    }
    guard unsafe access(path(of: file), F_OK) == 0 else { return nil }
    flock(file.number, LOCK_EX)
    return file
  }

  private static func path(of file: Descriptor) -> String { "/proc/self/fd/\(file.number)" }

  private static func make(
    _ name: String, in folder: Descriptor, _ mode: mode_t?
  ) throws(Errno) -> Descriptor {
    while true {
      let file = try Descriptor.admitted(
        unsafe openat(folder.number, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode ?? 0o666))
      // The lock marks the file as in use. Another process may have removed it before as stale.
      flock(file.number, LOCK_EX)
      if try file.status().st_nlink > 0 { return file }
    }
  }
}
#endif
