import CausewayConcurrency
import Glibc

/// The descriptors and the named threads of this process, as /proc tells them.
struct ProcessResources: Sendable {
  private var descriptors: [String: String] = [:]
  private var threads: [String: String] = [:]

  /// Made once, by event loops and by the engine, and kept.
  private static let ofLoops = [
    "anon_inode:[eventpoll]", "anon_inode:[eventfd]", "anon_inode:[timerfd]", "/dev/urandom",
  ]
  /// Threads of the engine's, which all of its machines share.
  private static let ofEngine = ["HeapHelper", "JITWorker", "VM signal send", "DFG", "FTL", "pool-", "gmain"]

  static func now() -> ProcessResources {
    var resources = ProcessResources()
    for number in names(in: "/proc/self/fd") {
      guard let target = link("/proc/self/fd/" + number), !ofLoops.contains(target), target != "/proc" else { continue }
      // The descriptor that reads this very folder is gone by now.
      if target.hasPrefix("/proc/"), target.hasSuffix("/fd") || target.hasSuffix("/statm") { continue }
      resources.descriptors[number] = target
    }
    let own = text("/proc/self/comm")
    for id in names(in: "/proc/self/task") {
      guard let name = text("/proc/self/task/\(id)/comm"), name != own,
        !ofEngine.contains(where: { name.hasPrefix($0) })
      else { continue }
      resources.threads[id] = name
    }
    return resources
  }

  /// What is open here and was not before.
  ///
  /// A thread whose name was there before is taken for one of a pool, which has its name from the thread that made it.
  ///
  /// - Parameter others: names of threads that tell themselves whether they are open.
  func opened(since before: ProcessResources, besides others: Set<String>) -> [OpenResource] {
    let descriptors = descriptors.filter { before.descriptors[$0] != $1 }.sorted { $0.key < $1.key }
    // The kernel keeps fifteen bytes of a name.
    let names = Set(before.threads.values).union(others.map { String(decoding: $0.utf8.prefix(15), as: UTF8.self) })
    let threads = threads.filter { before.threads[$0] == nil && !names.contains($1) }.sorted { $0.key < $1.key }
    return descriptors.map { OpenResource(.descriptor, "\($0) (\($1))", of: "", identity: "\($0) \($1)") }
      + threads.map { OpenResource(.thread, "\($0) (\($1))", of: "", identity: $0) }
  }

  // MARK: Reading

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
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    return count < 0 ? nil : String(decoding: bytes.prefix(count).prefix { $0 != 10 }, as: UTF8.self)
  }
}
