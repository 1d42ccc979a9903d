#if Plugins
import Glibc

/// The hardware properties that the firmware reports.
struct Hardware {
  var model: String?
  var manufacturer: String?
  /// Nil if unknown.
  var isVirtual: Bool?

  init(_ files: SystemFiles) {
    model = Hardware.meaningful(files.text("/sys/class/dmi/id/product_name")) ?? files.text("/proc/device-tree/model")
    // Such as "raspberrypi,4-model-b".
    let vendor = files.text("/proc/device-tree/compatible")?.split(separator: ",").first.map(String.init)
    manufacturer = Hardware.meaningful(files.text("/sys/class/dmi/id/sys_vendor")) ?? vendor
    isVirtual = Hardware.isVirtual(files)
  }

  /// The architecture as the kernel writes it.
  static var architecture: String {
    var names = utsname()
    guard unsafe uname(&names) == 0 else { return "unknown" }
    return unsafe withUnsafeBytes(of: names.machine) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func isVirtual(_ files: SystemFiles) -> Bool? {
    if files.exists("/sys/hypervisor/type") || files.exists("/proc/device-tree/hypervisor") { return true }
    guard let processors = files.bytes("/proc/cpuinfo") else { return nil }
    for line in processors.split(separator: UInt8(ascii: "\n")) {
      guard line.starts(with: Array("flags".utf8)) else { continue }
      return line.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual("hypervisor".utf8) }
    }
    return nil
  }

  /// Default values that some manufacturers leave in the firmware.
  private static let placeholders: Set<String> = [
    "to be filled by o.e.m.", "default string", "system manufacturer", "system product name", "not applicable",
    "not specified", "unknown", "none", "o.e.m", "oem", "empty", "n/a",
  ]

  private static func meaningful(_ text: String?) -> String? {
    text.flatMap { placeholders.contains($0.lowercased()) ? nil : $0 }
  }
}

/// The free space and the size of a file system, in bytes.
struct DiskSpace {
  let free: Int
  let total: Int

  /// Nil if the system call fails.
  init?(of path: String) {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    free = Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    total = Int(clamping: UInt64(status.f_blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
  }
}
#endif
