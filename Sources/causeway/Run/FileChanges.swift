import Dispatch
import Glibc

/// Reports when a file was written, replaced or moved into place.
///
/// The directory is watched, not the file, because many editors replace a file when they save it.
///
/// `@unchecked Sendable`: the only property that is not Sendable is a Dispatch source, which any thread may cancel.
final class FileChanges: @unchecked Sendable {
  private let broadcast = Broadcast()
  private let source: any DispatchSourceRead

  /// Starts watching; nil if the directory cannot be watched.
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

  /// The names in all pending events.
  ///
  /// Layout: inotify(7), a header of 16 octets, of which the last four are the length of the name.
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
