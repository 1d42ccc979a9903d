import Foundation
import Glibc

/// A folder of notes that the user chose.
///
/// Nothing is written outside of it, and nothing in it is written over.
///
/// The folder is opened for each note anew and never made: a vault that is gone, with its disk or by another program, is
/// said, not replaced by an empty one. All names are looked up from its descriptor, and no link is followed.
public struct Vault: Sendable {
  /// Where a note went.
  public enum Outcome: Sendable, Equatable {
    /// It is written, under this name within the vault.
    case written(String)
    /// The vault had it already: an earlier attempt came so far.
    case present(String)
  }

  /// The vault's path.
  public let path: String
  /// The folder within it that notes go to, made when it is missing; empty for the vault itself.
  public let folder: String
  /// Whether to try what FAT does not have; a test says no.
  var hasLinks = true

  /// A vault at a path.
  ///
  /// - Throws: `NOT_FOUND` when it is not there, `INVALID_ARGUMENT` when the folder's name is none.
  public init(path: String, folder: String = "") throws(ClipError) {
    self.path = path
    self.folder = folder
    let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
    if !folder.isEmpty, parts.contains(where: { VaultName.safe(String($0)) != String($0) }) {
      throw ClipError("INVALID_ARGUMENT", "\"\(folder)\" is no folder within a vault.")
    }
    Glibc.close(try open())
  }

  /// Writes a note, whole or not at all; when this returns it is on the disk.
  ///
  /// - Parameter key: the clip's. A note that has it is not written again.
  public func write(_ clip: Clip, key: String) throws(ClipError) -> Outcome {
    let directory = try open()
    defer { Glibc.close(directory) }
    let note = Array(FrontMatter.note(clip, key: key).utf8)
    let name = VaultName.safe(clip.name)
    let draft = ".clip-\(key.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(64)).part"
    if let present = present(name, key, in: directory) { return .present(shown(present)) }
    // What an attempt left that was killed.
    unlinkat(directory, draft, 0)
    let file = openat(directory, draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard file >= 0 else { throw failure("write to", errno) }
    defer { unlinkat(directory, draft, 0) }
    try fill(file, note)
    for number in 1...9999 {
      let candidate = number == 1 ? "\(name).md" : "\(name) \(number).md"
      let reason = place(draft, as: candidate, in: directory)
      if reason == 0 {
        fsync(directory)
        return .written(shown(candidate))
      }
      guard reason == EEXIST else { throw failure("write to", reason) }
    }
    throw ClipError("ALREADY_EXISTS", "The vault has 9,999 notes of the name \"\(name)\".")
  }

  /// Gives a whole file its name, if nobody has it: two programs that write at once do not meet.
  ///
  /// - Returns: the system's reason not to; 0 if it has the name.
  private func place(_ draft: String, as name: String, in directory: CInt) -> CInt {
    if hasLinks, linkat(directory, draft, directory, name, 0) == 0 { return 0 }
    guard !hasLinks || errno == EPERM || errno == EOPNOTSUPP else { return errno }
    // FAT, which sticks and cards have, knows no second names: take the name with an empty file, then put ours there.
    let claim = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard claim >= 0 else { return errno }
    Glibc.close(claim)
    return renameat(directory, draft, directory, name) == 0 ? 0 : errno
  }

  private func shown(_ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }

  /// The note of this clip, among those of its name.
  private func present(_ name: String, _ key: String, in directory: CInt) -> String? {
    for number in 1...9999 {
      let candidate = number == 1 ? "\(name).md" : "\(name) \(number).md"
      let file = openat(directory, candidate, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      if file < 0, errno == ENOENT { return nil }
      guard file >= 0 else { continue }  // A link, or a note that may not be read: somebody else's.
      defer { Glibc.close(file) }
      var head = [UInt8](repeating: 0, count: 65_536)
      let count = Glibc.read(file, &head, head.count)
      guard count > 0 else { continue }
      if FrontMatter.isNote(String(decoding: head[..<count], as: UTF8.self), of: key) { return candidate }
    }
    return nil
  }

  /// Writes a file whole, and closes it.
  private func fill(_ file: CInt, _ note: [UInt8]) throws(ClipError) {
    defer { Glibc.close(file) }
    var written = 0
    while written < note.count {
      let count = note.withUnsafeBytes {
        Glibc.write(file, $0.baseAddress?.advanced(by: written), note.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("write to", errno) }
      written += count
    }
    guard fsync(file) == 0 else { throw failure("write to", errno) }
  }

  /// The folder's descriptor.
  ///
  /// Each part is opened from the one above it, and none may be a link.
  private func open() throws(ClipError) -> CInt {
    var directory = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw failure("open", errno) }
    for part in folder.split(separator: "/").map(String.init) {
      if mkdirat(directory, part, 0o755) != 0, errno != EEXIST {
        let reason = errno
        Glibc.close(directory)
        throw failure("write to", reason)
      }
      let inner = openat(directory, part, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      let reason = errno
      Glibc.close(directory)
      guard inner >= 0 else { throw failure("open \(part) in", reason) }
      directory = inner
    }
    return directory
  }

  private func failure(_ what: String, _ reason: CInt) -> ClipError {
    switch reason {
    case ENOENT, ENOTDIR:
      ClipError("NOT_FOUND", "The vault \(path) is not there. Is its disk connected? It is not made anew.")
    case ENOSPC, EDQUOT:
      ClipError("RESOURCE_EXHAUSTED", "The disk of the vault \(path) is full. Make room.")
    case ELOOP:
      ClipError("PERMISSION_DENIED", "A link stands in the way in the vault \(path); links are not followed.")
    case EACCES, EPERM, EROFS:
      ClipError("PERMISSION_DENIED", "This user may not \(what) the vault \(path).")
    default: ClipError("UNAVAILABLE", "The vault \(path) cannot be used: \(String(cString: strerror(reason))).")
    }
  }
}
