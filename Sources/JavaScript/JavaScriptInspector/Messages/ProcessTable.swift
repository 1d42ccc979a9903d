import Glibc

/// What /proc says about the processes of this machine.
enum ProcessTable {
  /// The processes of this user that hold a socket, by its number.
  static func holders(ofSocket number: UInt64) -> [Int32] {
    names(in: "/proc").compactMap { Int32($0) }.filter { process in
      names(in: "/proc/\(process)/fd").contains { descriptor in
        var target = [CChar](repeating: 0, count: 64)
        let count = unsafe readlink("/proc/\(process)/fd/\(descriptor)", &target, target.count - 1)
        return count > 0
          && String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            == "socket:[\(number)]"
      }
    }
  }

  /// Whether a process is another one, or was started by it.
  static func descends(_ process: Int32, from ancestor: Int32) -> Bool {
    var process = process
    // Deep enough for any chain of scripts.
    for _ in 0..<16 {
      if process == ancestor { return true }
      guard let parent = parent(of: process), parent > 1 else { return false }
      process = parent
    }
    return false
  }

  /// Source: `/proc/PID/stat`, proc_pid_stat(5): the name in parentheses may hold any character, the parent is second after it.
  private static func parent(of process: Int32) -> Int32? {
    guard let file = unsafe fopen("/proc/\(process)/stat", "re") else { return nil }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    guard unsafe fgets(&line, CInt(line.count), file) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    return fields.count > 2 ? Int32(fields[2]) : nil
  }

  /// The names in a directory; empty if it cannot be read.
  static func names(in path: String) -> [String] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      names.append(
        unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
          unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        })
    }
    return names
  }
}
