import Glibc

extension SystemCalls {
  /// The first `limit` octets of a small file.
  ///
  /// `nil` if it cannot be read.
  static func contents(ofFile path: [UInt8], limit: Int = 65_536) -> [UInt8]? {
    guard !path.contains(0) else { return nil }
    let terminated = (path + [0]).map { CChar(bitPattern: $0) }
    let number = unsafe open(terminated, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { return nil }
    let descriptor = FileDescriptor(number)
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(limit, 4096))
    while contents.count < limit {
      let wanted = min(chunk.count, limit - contents.count)
      let count = retryingInterrupts { unsafe read(descriptor.number, &chunk, wanted) }
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      contents += chunk[..<count]
    }
    return contents
  }
}

// MARK: - Watching

extension SystemCalls {
  /// Opens an inotify(7) instance.
  ///
  /// `nil` if the system's limit of instances is reached.
  static func fileWatch() -> FileDescriptor? {
    let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    return number >= 0 ? FileDescriptor(number) : nil
  }

  /// Watches a directory: entries that are written, added or removed are reported.
  ///
  /// Returns whether the watch exists. Adding it twice has no effect.
  static func watch(directory path: [UInt8], by watch: borrowing FileDescriptor) -> Bool {
    guard !path.contains(0) else { return false }
    let terminated = (path + [0]).map { CChar(bitPattern: $0) }
    let events = IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR
    return unsafe inotify_add_watch(watch.number, terminated, UInt32(events)) >= 0
  }

  /// Returns the names of the changed entries.
  ///
  /// An empty name stands for the directory itself, or for lost events.
  static func changedEntries(of watch: borrowing FileDescriptor) -> [[UInt8]] {
    var names: [[UInt8]] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(watch.number, &buffer, buffer.count)
      guard count > 0 else { return names }
      // struct inotify_event: 16 octets, the last four of which are the length of the name that follows.
      var offset = 0
      while offset + 16 <= count {
        let length = unsafe buffer.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset + 12, as: UInt32.self)
        let name = buffer[min(offset + 16, count)..<min(offset + 16 + Int(length), count)]
        names.append(Array(name.prefix { $0 != 0 }))
        offset += 16 + Int(length)
      }
    }
  }

  /// The target of a symbolic link.
  ///
  /// `nil` if the link does not exist.
  static func target(ofLink path: [UInt8]) -> [UInt8]? {
    guard !path.contains(0) else { return nil }
    let terminated = (path + [0]).map { CChar(bitPattern: $0) }
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(terminated, &target, target.count)
    return count > 0 ? target[..<count].map { UInt8(bitPattern: $0) } : nil
  }

  /// The number of the calling thread's network namespace, to compare namespaces.
  ///
  /// 0 if /proc is not mounted.
  static var networkNamespace: UInt64 {
    var facts = stat()
    return unsafe stat("/proc/thread-self/ns/net", &facts) == 0 ? UInt64(facts.st_ino) : 0
  }
}
