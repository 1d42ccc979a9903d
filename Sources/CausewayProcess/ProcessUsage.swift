import FoundationEssentials
import Glibc

/// What a process takes, as the kernel counts it.
enum ProcessUsage {
  /// Resident memory in bytes; nil when there is no such process.
  ///
  /// Source: the second field of /proc/PID/statm, in pages.
  static func memory(of identifier: Int32) -> Int? {
    guard let text = read("/proc/\(identifier)/statm"), let pages = text.split(separator: " ").dropFirst().first else {
      return nil
    }
    return Int(pages).map { $0 * sysconf(CInt(_SC_PAGESIZE)) }
  }

  /// Processor time of all its threads; nil when there is no such process.
  ///
  /// Source: `utime` and `stime`, the 14th and 15th field of /proc/PID/stat, in clock ticks. The name of the program,
  /// in parentheses, may hold anything: the fields are counted from its end.
  static func processorTime(of identifier: Int32) -> Duration? {
    guard let text = read("/proc/\(identifier)/stat"), let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return nil }
    return .milliseconds((user + system) * 1000 / sysconf(CInt(_SC_CLK_TCK)))
  }

  /// Whether a process is gone, or waits only to be told so to its parent.
  static func hasEnded(_ identifier: Int32) -> Bool {
    guard let text = read("/proc/\(identifier)/stat"), let end = text.lastIndex(of: ")") else { return true }
    return text[text.index(after: end)...].split(separator: " ").first.map { $0 == "Z" || $0 == "X" } ?? true
  }

  private static func read(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
