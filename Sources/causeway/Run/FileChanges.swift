import Glibc
import LinuxFiles

/// Reports when a file was written, replaced or moved into place.
///
/// Editors replace a file as often as they write to it, so the directory is watched and not the file.
final class FileChanges: Sendable {
  private let broadcast: Broadcast
  private let watch: FileEvents.Watch

  /// Begins to watch; nil if the directory cannot be watched.
  init?(of path: String) {
    let file = FileName(path)
    let name = file.last
    let broadcast = Broadcast()
    self.broadcast = broadcast
    do throws(FileEvents.Failure) {
      watch = try FileEvents.shared.watch(file.folder.bytes, Int(IN_CLOSE_WRITE | IN_MOVED_TO)) { event in
        if event.name == name || event.has(Int(IN_Q_OVERFLOW)) { broadcast.send() }
      }
    } catch {
      return nil
    }
  }

  /// Waits for the next change; false when the waiting task is cancelled.
  func next() async -> Bool { await broadcast.next() }

  /// Gives one back that came to somebody who had no use for it.
  func putBack() { broadcast.send() }

  /// Waits for the next change; false when Ctrl-C comes first.
  func next(unless interrupts: Interrupts) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await self.next() }
      group.addTask {
        _ = await interrupts.next(); return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }
}
