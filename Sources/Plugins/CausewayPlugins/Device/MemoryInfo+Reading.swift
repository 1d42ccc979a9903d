#if Plugins
import Glibc

extension MemoryInfo {
  /// Nil if the kernel does not report the total.
  init?(_ files: SystemFiles) {
    guard let text = files.text("/proc/meminfo") else { return nil }
    var values: [Substring: Int] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count > 1, let kibibytes = Int(words[1]), kibibytes >= 0 else { continue }
      let (bytes, isTooMuch) = kibibytes.multipliedReportingOverflow(by: 1_024)
      if !isTooMuch { values[words[0]] = bytes }
    }
    guard let total = values["MemTotal:"] else { return nil }
    self.init(
      total: total, available: min(values["MemAvailable:"] ?? values["MemFree:"] ?? 0, total),
      swapTotal: values["SwapTotal:"] ?? 0, swapFree: values["SwapFree:"] ?? 0)
  }

  /// The memory of this process in bytes; nil if the kernel does not report it.
  static func ofThisProcess(_ files: SystemFiles) -> Int? {
    guard let words = files.text("/proc/self/statm")?.split(separator: " "), words.count > 1,
      let pages = Int(words[1]), pages >= 0
    else { return nil }
    let (bytes, isTooMuch) = pages.multipliedReportingOverflow(by: sysconf(Int32(_SC_PAGESIZE)))
    return isTooMuch ? nil : bytes
  }
}
#endif
