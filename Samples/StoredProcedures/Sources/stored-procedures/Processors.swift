import Foundation

/// The processors that this program may use.
enum Processors {
  /// In the kernel's format: `0-1`.
  private static let all: String = {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
    return line?.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? "0"
  }()

  /// Confines all threads, and threads that they start, to the first processor.
  static func useOne() throws { try use(String(all.prefix { $0.isNumber })) }

  static func useAll() throws { try use(all) }

  private static func use(_ list: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["taskset", "--all-tasks", "--cpu-list", "--pid", list, "\(getpid())"]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.featureUnsupported) }
  }
}
