import FoundationEssentials
import Glibc

/// The resource usage of a process, from /proc.
enum ProcessUsage {
  /// The memory that the kernel holds for a process, in bytes: resident and swapped pages, huge pages, and page tables; nil
  /// if the process does not exist.
  ///
  /// Source: /proc/PID/status, proc_pid_status(5), in kB.
  static func memory(of identifier: Int32) -> Int? {
    guard let text = read("/proc/\(identifier)/status") else { return nil }
    return memory(inStatus: text)
  }

  /// - Returns: nil for a process that has ended, and so has no memory.
  static func memory(inStatus text: String) -> Int? {
    var sum: Int?
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard parts.count == 3, held.contains(String(Substring(parts[0]))), let size = Int(Substring(parts[1])) else {
        continue
      }
      sum = (sum ?? 0) + size * 1024
    }
    return sum
  }

  private static let held: Set = ["VmRSS", "VmPTE", "VmSwap", "HugetlbPages"]

  /// Processor time of all its threads; nil if the process does not exist.
  ///
  /// Source: `utime` and `stime`, the 14th and 15th field of /proc/PID/stat, in clock ticks.
  static func processorTime(of identifier: Int32) -> Duration? {
    guard let fields = fields(of: identifier), fields.count > 12, let user = Int(fields[11]),
      let system = Int(fields[12])
    else { return nil }
    return .milliseconds((user + system) * 1000 / sysconf(CInt(_SC_CLK_TCK)))
  }

  /// The number of its threads; nil if the process does not exist.
  ///
  /// Source: `num_threads`, the 20th field of /proc/PID/stat.
  static func threads(of identifier: Int32) -> Int? {
    guard let fields = fields(of: identifier), fields.count > 17 else { return nil }
    return Int(fields[17])
  }

  /// Whether a process has ended, even if its parent has not waited for it yet.
  static func hasEnded(_ identifier: Int32) -> Bool {
    guard let state = fields(of: identifier)?.first else { return true }
    return state == "Z" || state == "X"
  }

  /// The fields of /proc/PID/stat from the third one, the state; nil if the process does not exist.
  ///
  /// The program name in parentheses may contain any characters: the fields are counted from its end.
  private static func fields(of identifier: Int32) -> [Substring]? {
    guard let text = read("/proc/\(identifier)/stat"), let end = text.lastIndex(of: ")") else { return nil }
    return text[text.index(after: end)...].split(separator: " ")
  }

  private static func read(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
