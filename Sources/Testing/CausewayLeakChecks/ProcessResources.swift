import CausewayConcurrency
import Glibc

/// The descriptors and the named threads of this process, read from /proc.
struct ProcessResources: Sendable {
  private var descriptors: [String: String] = [:]
  private var threads: [String: String] = [:]

  /// Descriptors that event loops and the engine create once and keep.
  private static let sharedDescriptors = [
    "anon_inode:[eventpoll]", "anon_inode:[eventfd]", "anon_inode:[timerfd]", "/dev/urandom",
  ]
  /// Name prefixes of the engine's and GLib's threads, which are shared and never end.
  private static let sharedThreads = ["HeapHelper", "JITWorker", "VM signal send", "DFG", "FTL", "pool-", "gmain"]

  static func now() -> ProcessResources {
    var resources = ProcessResources()
    for number in names(in: "/proc/self/fd") {
      guard let target = link("/proc/self/fd/" + number), !sharedDescriptors.contains(target), target != "/proc" else {
        continue
      }
      if target == "anon_inode:inotify", isOfEngine(number) { continue }
      // The descriptor that listed this folder is closed by now.
      if target.hasPrefix("/proc/"), target.hasSuffix("/fd") || target.hasSuffix("/statm") { continue }
      resources.descriptors[number] = target
    }
    let own = text("/proc/self/comm")
    for id in names(in: "/proc/self/task") {
      guard let name = text("/proc/self/task/\(id)/comm"), name != own,
        !sharedThreads.contains(where: { name.hasPrefix($0) })
      else { continue }
      resources.threads[id] = name
    }
    return resources
  }

  /// The resources that were opened after `before` was taken.
  ///
  /// A new thread with the name of an older one counts as a pool thread, which inherits the name of its creator.
  ///
  /// - Parameter others: names of threads whose owners report them.
  func opened(since before: ProcessResources, besides others: Set<String>) -> [OpenResource] {
    let descriptors = descriptors.filter { before.descriptors[$0] != $1 }.sorted { $0.key < $1.key }
    // The kernel truncates thread names to 15 bytes.
    let names = Set(before.threads.values).union(others.map { String(decoding: $0.utf8.prefix(15), as: UTF8.self) })
    let threads = threads.filter { before.threads[$0] == nil && !names.contains($1) }.sorted { $0.key < $1.key }
    return descriptors.map { OpenResource(.descriptor, "\($0) (\($1))", of: "", identity: "\($0) \($1)") }
      + threads.map { OpenResource(.thread, "\($0) (\($1))", of: "", identity: $0) }
  }

  // MARK: Reading

  /// Whether an inotify instance is GLib's, which the engine opens with its first virtual machine and keeps (2.54): it
  /// watches for a change of the time zone.
  private static func isOfEngine(_ number: String) -> Bool {
    var folder = stat()
    guard unsafe stat("/etc", &folder) == 0, let info = text("/proc/self/fdinfo/" + number, 4096) else { return false }
    // inotify wd:1 ino:2a0001 sdev:fe00000 ...
    return info.contains(" ino:\(String(folder.st_ino, radix: 16)) ")
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private static func link(_ path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe readlink(path, $0.baseAddress!, $0.count) }
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private static func text(_ path: String) -> String? {
    text(path, 64).map { String($0.prefix { $0 != "\n" }) }
  }

  /// The beginning of a file.
  private static func text(_ path: String, _ size: Int) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: size)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
