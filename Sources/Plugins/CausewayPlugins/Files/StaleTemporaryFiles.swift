#if Plugins
import Causeway
import Glibc
import Synchronization

/// Removes temporary files of processes that were killed while they wrote.
///
/// The writer of a ``Replacement`` holds a lock (flock(2)) on it, which the kernel releases with the process. A
/// temporary file without a lock has no writer.
final class StaleTemporaryFiles: Sendable {
  /// The maximum number of remembered folders, and of checked entries in one folder.
  private static let (maximumFolders, maximumEntries) = (4_096, 100_000)

  /// The folders of a scope that were cleaned.
  private let cleaned = Mutex<Set<RelativePath>>([])

  /// Cleans a folder before the first file is written there.
  ///
  /// Failures are ignored: a stale file does no harm.
  func remove(in folder: Descriptor, at path: RelativePath) {
    let isNew = cleaned.withLock { cleaned in
      if cleaned.count >= StaleTemporaryFiles.maximumFolders { cleaned = [] }
      return cleaned.insert(path).inserted
    }
    guard isNew else { return }
    var count = 0
    try? folder.forEachName { name in
      if name.starts(with: Replacement.prefix.utf8) {
        StaleTemporaryFiles.remove(name.map { CChar(bitPattern: $0) } + [0], in: folder)
      }
      count += 1
      return count < StaleTemporaryFiles.maximumEntries
    }
  }

  private static func remove(_ name: [CChar], in folder: Descriptor) {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard let file = try? Descriptor.admitted(unsafe openat(folder.number, name, flags)),
      (try? file.status()).map({ $0.st_mode & S_IFMT == S_IFREG }) == true,
      // NFS grants only a shared lock on a file that is open for reading.
      flock(file.number, LOCK_SH | LOCK_NB) == 0
    else { return }
    unsafe unlinkat(folder.number, name, 0)
  }
}
#endif
