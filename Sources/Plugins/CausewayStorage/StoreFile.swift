#if Plugins
import Causeway
import Foundation
import Glibc

/// The file of a store, with its identity.
struct StoreFile: Sendable {
  let path: String
  private let device: UInt64
  private let inode: UInt64

  /// The file at a path, created for its owner only if it does not exist.
  ///
  /// - Throws: `UNAVAILABLE` if it cannot be created or read, `FAILED_PRECONDITION` if it is not a regular file.
  init(at path: String) throws(BridgeError) {
    let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    // An existing file is not opened: closing it would release the locks of other stores of this process.
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw BridgeError(.unavailable, "The store's file cannot be created: \(unsafe String(cString: strerror(errno))).")
    }
    guard let status = StoreFile.status(path) else {
      throw BridgeError(.unavailable, "The store's file cannot be read: \(unsafe String(cString: strerror(errno))).")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw BridgeError(.failedPrecondition, "The path of the store is not a regular file.")
    }
    self.path = path
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// Whether the file is still at its path.
  var isInPlace: Bool {
    guard let status = StoreFile.status(path) else { return false }
    return UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode
  }

  /// Notifies all programs that watch the file of a complete change.
  ///
  /// SQLite itself touches the file much earlier and later. Uses the path, since closing a descriptor would release
  /// locks.
  func signalChange() { _ = unsafe utimensat(AT_FDCWD, path, nil, 0) }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }
}
#endif
