#if WebView
import Glibc

/// Tells when files in a folder, or below it, were written, made or removed.
///
/// It looks four times a second: folders that come and go need no care. A change is told when a look later nothing more
/// has changed, so a page that is being written is told once, and whole.
struct FolderChanges: Sendable {
  private let path: String

  private static let interval = Duration.milliseconds(250)
  /// A tree beyond this many files and folders is not looked at further: somebody's home.
  private static let most = 10_000

  init(_ path: String) { self.path = path }

  /// An element for each time that something has changed since now; one that nobody has taken stands for all.
  func changes() -> AsyncStream<Void> {
    let first = marks()
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        var told = first
        var last = first
        while (try? await Task.sleep(for: FolderChanges.interval)) != nil {
          let now = marks()
          if now == last, now != told {
            told = now
            continuation.yield()
          }
          last = now
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// What changes with a file.
  struct Mark: Equatable {
    let seconds: Int
    let nanoseconds: Int
    let size: Int
  }

  /// The regular files by their paths, as bytes; what begins with a dot is no part of a page.
  func marks() -> [[UInt8]: Mark] {
    var marks: [[UInt8]: Mark] = [:]
    var folders = [Array(path.utf8)]
    var count = 0
    while let folder = folders.popLast() {
      for name in FolderChanges.names(in: folder) {
        count += 1
        guard count <= FolderChanges.most else { return marks }
        let file = folder + [UInt8(ascii: "/")] + name
        var status = stat()
        guard unsafe file.asText({ unsafe lstat($0, &status) }) == 0 else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: folders.append(file)
        case S_IFREG:
          marks[file] = Mark(
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec, size: Int(status.st_size))
        default: break
        }
      }
    }
    return marks
  }

  private static func names(in folder: [UInt8]) -> [[UInt8]] {
    guard let directory = unsafe folder.asText({ unsafe opendir($0) }) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      if name.first != UInt8(ascii: ".") { names.append(name) }
    }
    return names
  }
}

extension [UInt8] {
  /// The bytes as C wants a name.
  fileprivate func asText<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe (self + [0]).withUnsafeBytes { unsafe body($0.bindMemory(to: CChar.self).baseAddress!) }
  }
}
#endif
