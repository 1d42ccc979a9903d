import Glibc
import LinuxFiles

/// Reports when a file was written, replaced or moved into place.
///
/// The directory is watched, not the file, because many editors replace a file when they save it.
final class FileChanges: Sendable {
  private let broadcast: Broadcast
  private let watch: FileEvents.Watch

  /// Starts watching; nil if the directory cannot be watched.
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

  /// Waits for the next change; false if the waiting task is cancelled.
  func next() async -> Bool { await broadcast.next() }

  /// Returns an event that its receiver did not use.
  func putBack() { broadcast.send() }

  /// Waits for the next change; false if Ctrl-C comes first.
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
