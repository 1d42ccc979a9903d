#if Plugins
import Causeway
import Glibc
import Synchronization

/// Removes temporary files of processes that were killed while they wrote.
///
/// The writer of a ``Replacement`` holds a lock (flock(2)) on it, which the kernel releases with the process. A file with a
/// temporary name and without a lock belongs to nobody.
final class StaleTemporaryFiles: Sendable {
  /// The number of folders that are remembered, and of entries that are looked at in one folder.
  private static let (most, entries) = (4_096, 100_000)

  /// The folders of a scope that were cleaned.
  private let seen = Mutex<Set<BeneathPath>>([])

  /// Cleans a folder before the first file is written there.
  ///
  /// Failures are ignored: a leftover does no harm.
  func remove(in folder: Descriptor, at path: BeneathPath) {
    let isNew = seen.withLock { seen in
      if seen.count >= StaleTemporaryFiles.most { seen = [] }
      return seen.insert(path).inserted
    }
    guard isNew else { return }
    var count = 0
    try? folder.forEachName { name in
      if name.starts(with: Replacement.prefix.utf8) {
        StaleTemporaryFiles.remove(name.map { CChar(bitPattern: $0) } + [0], in: folder)
      }
      count += 1
      return count < StaleTemporaryFiles.entries
    }
  }

  private static func remove(_ name: [CChar], in folder: Descriptor) {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard let file = try? Descriptor.admitted(unsafe openat(folder.number, name, flags)),
      (try? file.status()).map({ $0.st_mode & S_IFMT == S_IFREG }) == true,
      // NFS grants a file that is open for reading a shared lock only.
      flock(file.number, LOCK_SH | LOCK_NB) == 0
    else { return }
    unsafe unlinkat(folder.number, name, 0)
  }
}
#endif
