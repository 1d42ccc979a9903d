import Glibc
import SystemPackage

/// Files with data from a program's memory, which may contain secrets: only this user can read them.
enum PrivateFile {
  /// Writes a whole file, in place of one that exists.
  ///
  /// A pipe or a device is written to as it is.
  static func write(_ text: String, to path: String) throws {
    let file = FileName(path)
    guard file.isReplaceable else { return try write(text, open(file)) }
    let partial = file.appending(".\(getpid()).partial")
    do {
      try write(text, open(partial, [.create, .exclusiveCreate]))
      let status = unsafe partial.withPointer { from in unsafe file.withPointer { unsafe rename(from, $0) } }
      guard status == 0 else { throw Errno(rawValue: errno) }
    } catch {
      _ = unsafe partial.withPointer { unsafe unlink($0) }
      throw error
    }
  }

  /// Opens a file for writing, and empties one that exists.
  static func open(_ path: String) throws -> FileDescriptor { try open(FileName(path)) }

  private static func open(
    _ file: FileName, _ options: FileDescriptor.OpenOptions = [.create, .truncate]
  ) throws -> FileDescriptor {
    let path = unsafe file.withPointer { unsafe FilePath(platformString: $0) }
    let descriptor = try FileDescriptor.open(
      path, .writeOnly, options: options.union(.closeOnExec), permissions: .ownerReadWrite)
    // One that exists has the mode that it was made with.
    if file.isReplaceable { fchmod(descriptor.rawValue, 0o600) }
    return descriptor
  }

  private static func write(_ text: String, _ file: FileDescriptor) throws {
    _ = try file.closeAfter { try file.writeAll(text.utf8) }
  }
}

extension FileName {
  /// Whether there is a regular file of this name, or nothing.
  fileprivate var isReplaceable: Bool {
    var status = stat()
    guard unsafe withPointer({ unsafe stat($0, &status) }) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFREG
  }
}
