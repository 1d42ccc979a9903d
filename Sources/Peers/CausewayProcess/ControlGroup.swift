import FoundationEssentials
import Glibc

/// The enforcement of a child's memory limit.
public enum MemoryCap: Sendable, Equatable {
  /// The kernel enforces it in this control group: the child never exceeds the limit, not even between two checks.
  case kernel(group: String)
  /// Only this process enforces it, by a check every 50 ms; with the reason.
  case watched(because: String)
}

/// A control group (version 2) with one child, whose memory the kernel limits.
///
/// Source: Documentation/admin-guide/cgroup-v2.rst, "Memory Interface Files" and "Delegation".
struct ControlGroup: Sendable {
  /// The reason why no group could be created, as the end of a sentence.
  struct Failure: Error { let reason: String }

  let path: String

  /// Creates a group.
  ///
  /// - Parameters:
  ///   - parent: the directory of the parent group; nil for the parent of this program's own group.
  ///   - root: the root directory of /proc and /sys; another directory in tests.
  init(bytes: Int, in parent: String?, root: String = "", name: String = ControlGroup.newName()) throws(Failure) {
    let parent = if let parent { parent } else { try ControlGroup.parent(root: root) }
    // A group that contains processes cannot have child groups with controllers, so the group is a sibling of ours.
    let controllers = ControlGroup.read(parent + "/cgroup.subtree_control")
    guard let controllers else { throw Failure(reason: "\(parent) is not a version 2 control group") }
    guard controllers.split(whereSeparator: \.isWhitespace).contains("memory") else {
      throw Failure(reason: "the memory controller is not enabled for the groups in \(parent)")
    }
    path = parent + "/" + name
    guard unsafe mkdir(path, 0o755) == 0 else {
      throw Failure(reason: "a group cannot be created in \(parent): \(ControlGroup.errorText())")
    }
    do throws(Failure) {
      try write("memory.max", "\(bytes)")
    } catch {
      remove()
      throw error
    }
    // Some kernels lack these files; the limit works without them.
    try? write("memory.swap.max", "0")
    try? write("memory.oom.group", "1")
  }

  /// Moves a process into the group; its later allocations are counted.
  func add(_ identifier: Int32) throws(Failure) { try write("cgroup.procs", "\(identifier)") }

  /// Whether the kernel has killed a process of the group for its memory use.
  var hasKilled: Bool {
    let events = ControlGroup.read(path + "/memory.events") ?? ""
    return events.split(separator: "\n").contains { $0.hasPrefix("oom_kill ") && $0 != "oom_kill 0" }
  }

  /// Removes the group after its process has ended.
  func remove() { unsafe rmdir(path) }

  // MARK: Location

  private static func parent(root: String) throws(Failure) -> String {
    // A line "0::/path" names the version 2 group, relative to its mount point.
    let own = read(root + "/proc/self/cgroup")?.split(separator: "\n").first { $0.hasPrefix("0::") }?.dropFirst(3)
    let mounts = read(root + "/proc/self/mountinfo") ?? ""
    // The fields before the hyphen: number, parent, device, root, mount point, …; after it the type.
    let mount = mounts.split(separator: "\n").lazy.map { $0.split(separator: " ") }.first { fields in
      fields.firstIndex(of: "-").map { fields.indices.contains($0 + 1) && fields[$0 + 1] == "cgroup2" } ?? false
    }
    guard let own, let mount, mount.count > 4 else {
      throw Failure(reason: "no version 2 control groups are mounted")
    }
    let relativePath = own.hasPrefix(mount[3]) && mount[3] != "/" ? own.dropFirst(mount[3].count) : own
    guard let slash = relativePath.lastIndex(of: "/") else {
      throw Failure(reason: "this program is not in a control group")
    }
    return root + String(mount[4]) + relativePath[..<slash]
  }

  private static func newName() -> String { "causeway-\(getpid())-\(UInt32.random(in: .min ... .max))" }

  private static func read(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  private func write(_ file: String, _ text: String) throws(Failure) {
    let descriptor = unsafe open(path + "/" + file, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(reason: "\(path)/\(file) cannot be written: \(ControlGroup.errorText())")
    }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Failure(reason: "\(path)/\(file) does not accept \(text): \(ControlGroup.errorText())")
    }
  }

  private static func errorText() -> String { unsafe String(cString: strerror(errno)) }
}
