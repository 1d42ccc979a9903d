import Glibc

/// Reports when files in a folder or its subfolders were written, created or removed.
///
/// It polls four times a second, so created and removed subfolders need no special handling. A change is reported when
/// the next poll finds no further change. So a page that is being written is reported once, when it is complete.
struct FolderChanges: Sendable {
  private let path: String

  private static let interval = Duration.milliseconds(250)
  /// The maximum number of files and folders.
  ///
  /// Larger trees, such as a home directory, are not scanned completely.
  private static let maximumEntries = 10_000

  init(_ path: String) { self.path = path }

  /// An element for each change from now on; one buffered element stands for all unread changes.
  func changes() -> AsyncStream<Void> {
    let first = stamps()
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        var reported = first
        var last = first
        while (try? await Task.sleep(for: FolderChanges.interval)) != nil {
          let now = stamps()
          if now == last, now != reported {
            reported = now
            continuation.yield()
          }
          last = now
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// The properties that change with a file.
  struct FileStamp: Equatable {
    let seconds: Int
    let nanoseconds: Int
    let size: Int
  }

  /// The regular files by their paths, as bytes.
  ///
  /// Hidden files do not belong to a page.
  func stamps() -> [[UInt8]: FileStamp] {
    var stamps: [[UInt8]: FileStamp] = [:]
    var folders = [Array(path.utf8)]
    var count = 0
    while let folder = folders.popLast() {
      for name in FolderChanges.names(in: folder) {
        count += 1
        guard count <= FolderChanges.maximumEntries else { return stamps }
        let file = folder + [UInt8(ascii: "/")] + name
        var status = stat()
        guard unsafe file.asText({ unsafe lstat($0, &status) }) == 0 else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: folders.append(file)
        case S_IFREG:
          stamps[file] = FileStamp(
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec, size: Int(status.st_size))
        default: break
        }
      }
    }
    return stamps
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
  /// Calls `body` with the bytes as a C string.
  fileprivate func asText<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe (self + [0]).withUnsafeBytes { unsafe body($0.bindMemory(to: CChar.self).baseAddress!) }
  }
}
