import Dispatch
import Glibc

/// Tells when a file was written, replaced or moved into place.
///
/// Editors replace a file as often as they write to it, so the directory is watched and not the file.
///
/// `@unchecked Sendable`: the one property that is not Sendable is a source of Dispatch, which any thread may cancel.
final class FileChanges: @unchecked Sendable {
  private let broadcast = Broadcast()
  private let source: any DispatchSourceRead

  /// Begins to watch; nil if the directory cannot be watched.
  init?(of path: String) {
    let file = FileName(path)
    let name = file.last
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO)
    guard unsafe file.folder.withPointer({ unsafe inotify_add_watch(descriptor, $0, events) }) >= 0 else {
      close(descriptor)
      return nil
    }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
    source.setEventHandler { [broadcast] in
      if FileChanges.readNames(from: descriptor).contains(name) { broadcast.send() }
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  deinit { source.cancel() }

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

  /// The names in all events that wait.
  ///
  /// Layout: inotify(7), a head of 16 octets whose last four count the name's.
  private static func readNames(from descriptor: Int32) -> [[UInt8]] {
    var names: [[UInt8]] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return names }
      var rest = buffer[..<count]
      while rest.count >= 16 {
        let length = rest.dropFirst(12).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        names.append(Array(rest.dropFirst(16).prefix(length).prefix { $0 != 0 }))
        rest = rest.dropFirst(16 + length)
      }
    }
  }
}
