#if Plugins
import Causeway
import Foundation
import Glibc

/// The file behind a store, told from others that may come to bear its name.
struct StoreFile: Sendable {
  let path: String
  private let device: UInt64
  private let inode: UInt64

  /// The file at a path, made anew and for its owner only where there is none.
  ///
  /// - Throws: `UNAVAILABLE` when it cannot be made or looked at, `FAILED_PRECONDITION` when it is no file.
  init(at path: String) throws(BridgeError) {
    let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    // A file that is there already is not opened: closing it would give up the locks that other stores hold on it.
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw BridgeError(.unavailable, "The store's file cannot be made: \(unsafe String(cString: strerror(errno))).")
    }
    guard let status = StoreFile.status(path) else {
      throw BridgeError(.unavailable, "The store's file cannot be read: \(unsafe String(cString: strerror(errno))).")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw BridgeError(.failedPrecondition, "The path of the store leads to something that is no file.")
    }
    self.path = path
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// Whether the file still bears its name.
  var isInPlace: Bool {
    guard let status = StoreFile.status(path) else { return false }
    return UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode
  }

  /// Tells all who watch the file that a change is complete.
  ///
  /// SQLite itself touches the file long before and long after. Not by a descriptor, for the locks' sake.
  func ring() { _ = unsafe utimensat(AT_FDCWD, path, nil, 0) }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }
}
#endif
