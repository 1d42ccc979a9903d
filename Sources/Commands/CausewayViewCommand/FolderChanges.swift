#if WebView
import Glibc
import LinuxFiles
import Synchronization

/// Reports when files in a folder or its subfolders were written, created or removed.
///
/// Every folder of the tree is watched, and its parent folder, since a build may replace the whole tree. Hidden files do
/// not belong to a page.
final class FolderChanges: Sendable {
  /// A change is reported after this time without another one, so that a page is reported when it is complete.
  private static let settlingTime = Duration.milliseconds(250)
  /// A tree with more files and folders, such as a home folder, is watched in part.
  private static let maximumEntries = 10_000

  private let path: [UInt8]
  private let events = Atomic(0)
  private let watches = Mutex<[FileEvents.Watch]>([])
  private let wakeUps: AsyncStream<Void>
  private let wakeUp: AsyncStream<Void>.Continuation

  /// Starts watching; folders that the system refuses to watch are omitted.
  init(_ path: String) {
    var bytes = Array(path.utf8)
    while bytes.count > 1, bytes.last == slash { bytes.removeLast() }
    self.path = bytes
    (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    watchTree()
  }

  /// The number of events that belonged to the page.
  var eventCount: Int { events.load(ordering: .acquiring) }

  /// The changes; one buffered element represents all unread changes.
  ///
  /// For one loop only.
  func changes() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        var reported = 0
        for await _ in wakeUps {
          var seen = reported
          while eventCount != seen {
            seen = eventCount
            guard (try? await Task.sleep(for: FolderChanges.settlingTime)) != nil else { return }
          }
          guard seen != reported else { continue }
          reported = seen
          // New folders are watched before the report: later changes in them are reported separately.
          watchTree()
          continuation.yield()
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func receive(_ event: FileEvents.Event) {
    // An event without a name is the end of a folder, or reports lost events.
    if event.name.first != dot { report() }
  }

  private func report() {
    events.add(1, ordering: .releasing)
    wakeUp.yield()
  }

  // MARK: Watching

  private static let entryChanges = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO

  private func watchTree() {
    var begun: [FileEvents.Watch] = []
    if let parent = watchParent() { begun.append(parent) }
    var folders = [path]
    var count = 0
    while let folder = folders.popLast() {
      // Watched before it is listed: an entry that is created meanwhile is an event.
      let events = FolderChanges.entryChanges | IN_CLOSE_WRITE | IN_MODIFY | IN_ONLYDIR
      if let watch = try? FileEvents.shared.watch(folder, Int(events), receive: { [weak self] in self?.receive($0) }) {
        begun.append(watch)
      }
      for name in FolderChanges.names(in: folder) {
        count += 1
        guard count <= FolderChanges.maximumEntries else { break }
        var status = stat()
        let entry = folder + [slash] + name
        guard unsafe entry.withCString({ unsafe lstat($0, &status) }) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR { folders.append(entry) }
      }
    }
    // The earlier watches end after the new ones have begun, so that no event is lost.
    let earlier = watches.withLock { watches in
      defer { watches = begun }
      return watches
    }
    withExtendedLifetime(earlier) {}
  }

  /// Watches for a replacement of the folder itself; nil for `.` and `/`, which cannot be replaced.
  private func watchParent() -> FileEvents.Watch? {
    let end = path.lastIndex(of: slash)
    let name = end.map { Array(path[($0 + 1)...]) } ?? path
    guard !name.isEmpty, name != [dot], name != [dot, dot] else { return nil }
    let parent = end.map { $0 == 0 ? [slash] : Array(path[..<$0]) } ?? [dot]
    return try? FileEvents.shared.watch(parent, Int(FolderChanges.entryChanges)) { [weak self] event in
      if event.name == name { self?.report() }
    }
  }

  private static func names(in folder: [UInt8]) -> [[UInt8]] {
    guard let directory = unsafe folder.withCString({ unsafe opendir($0) }) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      if name.first != dot { names.append(name) }
    }
    return names
  }
}

private let slash = UInt8(ascii: "/")
private let dot = UInt8(ascii: ".")

extension [UInt8] {
  /// Calls `body` with the bytes as a C string.
  fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe (self + [0]).withUnsafeBytes { unsafe body($0.bindMemory(to: CChar.self).baseAddress!) }
  }
}
#endif
