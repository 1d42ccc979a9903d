#if WebView
import Glibc
import LinuxFiles
import Synchronization

/// Reports when files in a folder, or below it, were written, made or removed.
///
/// Every folder of the tree is watched, and the folder around it, since a build may replace the tree as a whole. Names that
/// begin with a dot are no part of a page.
final class FolderChanges: Sendable {
  /// A change is reported after this time without another one, so that a page is reported whole.
  private static let settlingTime = Duration.milliseconds(250)
  /// A tree with more files and folders, such as a home folder, is watched in part.
  private static let maximumEntries = 10_000

  private let path: [UInt8]
  private let events = Atomic(0)
  private let watches = Mutex<[FileEvents.Watch]>([])
  private let wakeUps: AsyncStream<Void>
  private let wakeUp: AsyncStream<Void>.Continuation

  /// Begins to watch; folders that the system refuses to watch are left out.
  init(_ path: String) {
    var bytes = Array(path.utf8)
    while bytes.count > 1, bytes.last == slash { bytes.removeLast() }
    self.path = bytes
    (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    watchTree()
  }

  /// The number of events that belonged to the page.
  var eventCount: Int { events.load(ordering: .acquiring) }

  /// The changes, of which one that was not taken stands for all.
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
          // New folders are watched before the report: what is written there later is another change.
          watchTree()
          continuation.yield()
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func receive(_ event: FileEvents.Event) {
    // An event without a name is the end of a folder, or stands for lost events.
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
    if let around = watchAround() { begun.append(around) }
    var folders = [path]
    var count = 0
    while let folder = folders.popLast() {
      // Before it is read: an entry made meanwhile is an event.
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

  /// Watches for the folder itself to be replaced; nil for `.` and `/`, which nobody replaces.
  private func watchAround() -> FileEvents.Watch? {
    let end = path.lastIndex(of: slash)
    let name = end.map { Array(path[($0 + 1)...]) } ?? path
    guard !name.isEmpty, name != [dot], name != [dot, dot] else { return nil }
    let around = end.map { $0 == 0 ? [slash] : Array(path[..<$0]) } ?? [dot]
    return try? FileEvents.shared.watch(around, Int(FolderChanges.entryChanges)) { [weak self] event in
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
  /// Calls with the bytes as C takes a name.
  fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe (self + [0]).withUnsafeBytes { unsafe body($0.bindMemory(to: CChar.self).baseAddress!) }
  }
}
#endif
