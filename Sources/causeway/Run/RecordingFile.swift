import Glibc
import Synchronization

/// A recording's file, for its owner's eyes only: each line is written when it comes, so that none is lost when the
/// process is killed.
///
/// `@unchecked Sendable`: the descriptor never changes, and is written to under the lock.
final class RecordingFile: @unchecked Sendable {
  private let descriptor: CInt
  /// Why a line could not be written, as `errno` has it; 0 if all were.
  private let failure: Mutex<CInt>

  /// Makes the file anew; one that cannot be made takes nothing, and tells in the end.
  init(_ path: String) {
    descriptor = unsafe FileName(path).withPointer { unsafe open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
    failure = Mutex(descriptor < 0 ? errno : 0)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Writes a line; after a failure no further one.
  func write(_ line: String) {
    failure.withLock { failure in
      guard failure == 0 else { return }
      var line = line
      failure = line.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while unsafe !rest.isEmpty {
          let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
          if count < 0, errno != EINTR { return errno }
          unsafe rest = UnsafeRawBufferPointer(rebasing: rest[max(0, count)...])
        }
        return 0
      }
    }
  }

  /// Why not all was written, for the end of a sentence; nil if all was.
  var loss: String? {
    let failure = failure.withLock { $0 }
    return failure == 0 ? nil : unsafe String(cString: strerror(failure)).lowercased()
  }
}
