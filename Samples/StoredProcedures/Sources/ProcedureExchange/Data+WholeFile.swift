package import Foundation
import Glibc

extension Data {
  /// Writes a file atomically, and returns when it is on the disk.
  package func writeWhole(to file: URL, mode: mode_t = 0o644) throws(SyncError) {
    let folder = file.deletingLastPathComponent()
    let temporary = folder.appendingPathComponent(".\(UUID().uuidString)")
    let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw SyncError(errno, folder) }
    var problem: CInt = 0
    withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count, problem == 0 {
        let count = Glibc.write(descriptor, bytes.baseAddress! + offset, bytes.count - offset)
        if count > 0 { offset += count } else if errno != EINTR { problem = errno }
      }
    }
    if problem == 0, fsync(descriptor) != 0 { problem = errno }
    close(descriptor)
    if problem == 0, rename(temporary.path, file.path) != 0 { problem = errno }
    guard problem == 0 else {
      unlink(temporary.path)
      throw SyncError(problem, folder)
    }
    let directory = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if directory >= 0 {
      fsync(directory)
      close(directory)
    }
  }
}

extension SyncError {
  /// Makes the error for a folder that cannot be used, from the system's error.
  init(_ problem: CInt, _ folder: URL) {
    let said = String(cString: strerror(problem))
    switch problem {
    case ENOSPC, EDQUOT, EFBIG:
      self.init(
        .resourceExhausted,
        "There is no space left in \(folder.path) (\(said)). The previous procedures stay in use.")
    default: self.init(.unavailable, "\(folder.path) cannot be written: \(said).")
    }
  }
}
