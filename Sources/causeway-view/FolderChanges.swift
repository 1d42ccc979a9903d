import FoundationEssentials
import Glibc

/// Tells when a file in a folder, or below it, was written, made or removed.
///
/// It looks twice a second: folders that come and go need no care, and a page that is being written is soon whole.
struct FolderChanges: Sendable {
  private let path: String
  private static let interval = Duration.milliseconds(500)
  /// A tree beyond this many files is not looked at further.
  private static let most = 10_000

  init(_ path: String) { self.path = path }

  /// An element for each look that found a change.
  func changes() -> AsyncStream<Void> {
    AsyncStream { continuation in
      let task = Task {
        var last = state()
        while (try? await Task.sleep(for: FolderChanges.interval)) != nil {
          let now = state()
          if now != last { continuation.yield() }
          last = now
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private struct Mark: Equatable {
    let seconds: Int
    let nanoseconds: Int
    let size: Int
  }

  private func state() -> [String: Mark] {
    var marks: [String: Mark] = [:]
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    where marks.count < FolderChanges.most {
      var status = stat()
      guard unsafe lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      marks[name] = Mark(
        seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec, size: Int(status.st_size))
    }
    return marks
  }
}
