import Glibc
import Synchronization
import SystemPackage

/// The file of a recording, readable only by the user.
///
/// Each line is written at once, so that none is lost if the process is killed.
///
/// `@unchecked Sendable`: the descriptor never changes, and is written to under the lock.
final class RecordingFile: @unchecked Sendable {
  private let descriptor: CInt
  /// The `errno` of a failed write; 0 without a failure.
  private let failure: Mutex<CInt>

  /// Creates the file.
  ///
  /// If that fails, `loss` has the reason.
  init(_ path: String) {
    do {
      descriptor = try PrivateFile.open(path).rawValue
      failure = Mutex(0)
    } catch {
      descriptor = -1
      failure = Mutex((error as? Errno)?.rawValue ?? EIO)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Writes a line; after a failure, lines are ignored.
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

  /// The reason for missing lines, as the end of a sentence; nil if all were written.
  var loss: String? {
    let failure = failure.withLock { $0 }
    return failure == 0 ? nil : unsafe String(cString: strerror(failure)).lowercased()
  }
}
