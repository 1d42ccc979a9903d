import Foundation
import Glibc

/// A folder for notes that the user chose.
///
/// Nothing is written outside of it, and no existing file is overwritten.
///
/// The folder is opened for each note and never created: a vault that was removed, for example with its disk, is
/// reported, not replaced by an empty one. All names are resolved from its descriptor, and links are not followed.
public struct Vault: Sendable {
  /// The result of writing a note.
  public enum Outcome: Sendable, Equatable {
    /// Written under this name in the vault.
    case written(String)
    /// Present already, from an earlier attempt.
    case present(String)
  }

  /// The path of the vault.
  public let path: String
  /// The subfolder for notes, created if it is missing; empty for the vault itself.
  public let folder: String
  /// Whether to try operations that FAT does not support; false in a test.
  var hasLinks = true

  /// Makes a vault at a path.
  ///
  /// - Throws: `NOT_FOUND` if it does not exist, `INVALID_ARGUMENT` if the folder's name is invalid.
  public init(path: String, folder: String = "") throws(ClipError) {
    self.path = path
    self.folder = folder
    let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
    if !folder.isEmpty, parts.contains(where: { VaultName.safe(String($0)) != String($0) }) {
      throw ClipError("INVALID_ARGUMENT", "\"\(folder)\" is not a valid folder name within a vault.")
    }
    Glibc.close(try open())
  }

  /// Writes a note atomically; it is on the disk when this returns.
  ///
  /// - Parameter key: the key of the clip. A note with this key is not written again.
  public func write(_ clip: Clip, key: String) throws(ClipError) -> Outcome {
    let directory = try open()
    defer { Glibc.close(directory) }
    let note = Array(FrontMatter.note(clip, key: key).utf8)
    let name = VaultName.safe(clip.name)
    let draft = ".clip-\(key.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(64)).part"
    if let present = present(name, key, in: directory) { return .present(shown(present)) }
    // The temporary file of an attempt that was killed.
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
    throw ClipError("ALREADY_EXISTS", "The vault already has 9,999 notes with the name \"\(name)\".")
  }

  /// Gives a complete file its name if the name is free, so that concurrent programs do not overwrite each other.
  ///
  /// - Returns: the system's error number; 0 if the file has the name.
  private func place(_ draft: String, as name: String, in directory: CInt) -> CInt {
    if hasLinks, linkat(directory, draft, directory, name, 0) == 0 { return 0 }
    guard !hasLinks || errno == EPERM || errno == EOPNOTSUPP else { return errno }
    // FAT, on memory sticks and cards, has no hard links: create an empty file of that name, then rename ours over it.
    let claim = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard claim >= 0 else { return errno }
    Glibc.close(claim)
    return renameat(directory, draft, directory, name) == 0 ? 0 : errno
  }

  private func shown(_ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }

  /// The note of this clip, among the notes of its name.
  private func present(_ name: String, _ key: String, in directory: CInt) -> String? {
    for number in 1...9999 {
      let candidate = number == 1 ? "\(name).md" : "\(name) \(number).md"
      let file = openat(directory, candidate, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      if file < 0, errno == ENOENT { return nil }
      guard file >= 0 else { continue }  // A link, or an unreadable note, which is not ours.
      defer { Glibc.close(file) }
      var head = [UInt8](repeating: 0, count: 65_536)
      let count = Glibc.read(file, &head, head.count)
      guard count > 0 else { continue }
      if FrontMatter.isNote(String(decoding: head[..<count], as: UTF8.self), of: key) { return candidate }
    }
    return nil
  }

  /// Writes and closes a file.
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

  /// Opens the folder.
  ///
  /// Each path component is opened from its parent, and none may be a link.
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
      ClipError("NOT_FOUND", "The vault \(path) does not exist. Is its disk connected?")
    case ENOSPC, EDQUOT:
      ClipError("RESOURCE_EXHAUSTED", "The disk of the vault \(path) is full. Free some space.")
    case ELOOP:
      ClipError(
        "PERMISSION_DENIED",
        "The path of the note in the vault \(path) contains a symbolic link; links are not followed.")
    case EACCES, EPERM, EROFS:
      ClipError("PERMISSION_DENIED", "This user may not \(what) the vault \(path).")
    default: ClipError("UNAVAILABLE", "The vault \(path) cannot be used: \(String(cString: strerror(reason))).")
    }
  }
}
