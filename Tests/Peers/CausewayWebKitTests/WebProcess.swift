#if WebView
import Glibc
import Testing

/// A process, read from /proc.
struct WebProcess: Sendable {
  let id: pid_t

  /// This process.
  static var own: WebProcess { WebProcess(id: getpid()) }

  /// The web processes of this process.
  static var all: [WebProcess] {
    let processes = names(in: "/proc").compactMap { pid_t($0) }.map { WebProcess(id: $0) }
    return processes.filter { process in
      // "1234 (WebKitWebProces) S 1 …": the name, the state, the parent.
      guard let stat = text("/proc/\(process.id)/stat"), let end = stat.lastIndex(of: ")") else { return false }
      let fields = stat[end...].split(separator: " ")
      return stat.contains("(WebKitWebProc") && fields[1] != "Z" && fields[2] == "\(getpid())"
    }
  }

  /// Private anonymous memory, in bytes.
  var memory: Int {
    let line = WebProcess.text("/proc/\(id)/status")?.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 } ?? 0
  }

  /// The open files by kind, without the kernel's own: WebKit reads memory statistics every few seconds.
  var descriptors: [String: Int] {
    var counts: [String: Int] = [:]
    for name in WebProcess.names(in: "/proc/\(id)/fd") {
      var bytes = [CChar](repeating: 0, count: 512)
      guard readlink("/proc/\(id)/fd/\(name)", &bytes, 511) > 0 else { continue }
      let target = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if target.hasPrefix("/proc/") || target.hasPrefix("/sys/") { continue }
      counts[String(target.prefix { $0 != ":" && $0 != "[" }), default: 0] += 1
    }
    return counts
  }

  func kill() { Glibc.kill(id, SIGKILL) }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { !$0.hasPrefix(".") }
  }

  private static func text(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = read(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
#endif
