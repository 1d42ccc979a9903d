import FoundationEssentials
import Glibc

/// Who holds a child process to its memory.
public enum MemoryCap: Sendable, Equatable {
  /// The kernel, in this control group: the child is never above it, not even between two looks.
  case kernel(group: String)
  /// Nobody but this process, which looks every 50 ms; and why.
  case watched(because: String)
}

/// A control group (version 2) with one child in it, which the kernel holds to a number of bytes.
///
/// Source: Documentation/admin-guide/cgroup-v2.rst, "Memory Interface Files" and "Delegation".
struct ControlGroup: Sendable {
  /// Why there is no group, as the end of a sentence.
  struct Refusal: Error { let reason: String }

  let path: String

  /// Makes a group.
  ///
  /// - Parameters:
  ///   - parent: the directory of the group that it is made in; nil for the one that this program's own group is in.
  ///   - root: where proc and the file systems are; another place for tests.
  init(bytes: Int, in parent: String?, root: String = "", name: String = ControlGroup.newName()) throws(Refusal) {
    let parent = if let parent { parent } else { try ControlGroup.parent(root: root) }
    // A group with processes of its own cannot have groups with controllers in it: so beside, not beneath, ours.
    let controllers = ControlGroup.read(parent + "/cgroup.subtree_control")
    guard let controllers else { throw Refusal(reason: "\(parent) is no control group of version 2") }
    guard controllers.split(whereSeparator: \.isWhitespace).contains("memory") else {
      throw Refusal(reason: "the memory controller is not on for the groups in \(parent)")
    }
    path = parent + "/" + name
    guard unsafe mkdir(path, 0o755) == 0 else {
      throw Refusal(reason: "no group can be made in \(parent): \(ControlGroup.errorText())")
    }
    do throws(Refusal) {
      try write("memory.max", "\(bytes)")
    } catch {
      remove()
      throw error
    }
    // Not every kernel has these; the limit holds without them.
    try? write("memory.swap.max", "0")
    try? write("memory.oom.group", "1")
  }

  /// Moves a process into the group; what it takes from now on is counted.
  func admit(_ identifier: Int32) throws(Refusal) { try write("cgroup.procs", "\(identifier)") }

  /// Whether the kernel has ended a process of the group because its memory was used up.
  var hasKilled: Bool {
    let events = ControlGroup.read(path + "/memory.events") ?? ""
    return events.split(separator: "\n").contains { $0.hasPrefix("oom_kill ") && $0 != "oom_kill 0" }
  }

  /// Removes the group; its process has ended.
  func remove() { unsafe rmdir(path) }

  // MARK: Where

  private static func parent(root: String) throws(Refusal) -> String {
    // A line "0::/path" is the group of the second version; relative to where that is mounted.
    let own = read(root + "/proc/self/cgroup")?.split(separator: "\n").first { $0.hasPrefix("0::") }?.dropFirst(3)
    let mounts = read(root + "/proc/self/mountinfo") ?? ""
    // The fields before the hyphen: number, parent, device, root, mount point, …; after it the type.
    let mount = mounts.split(separator: "\n").lazy.map { $0.split(separator: " ") }.first { fields in
      fields.firstIndex(of: "-").map { fields.indices.contains($0 + 1) && fields[$0 + 1] == "cgroup2" } ?? false
    }
    guard let own, let mount, mount.count > 4 else {
      throw Refusal(reason: "no control groups of version 2 are mounted")
    }
    let place = own.hasPrefix(mount[3]) && mount[3] != "/" ? own.dropFirst(mount[3].count) : own
    guard let slash = place.lastIndex(of: "/") else { throw Refusal(reason: "this program is in no control group") }
    return root + String(mount[4]) + place[..<slash]
  }

  private static func newName() -> String { "causeway-\(getpid())-\(UInt32.random(in: .min ... .max))" }

  private static func read(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  private func write(_ file: String, _ text: String) throws(Refusal) {
    let descriptor = unsafe open(path + "/" + file, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Refusal(reason: "\(path)/\(file) cannot be written: \(ControlGroup.errorText())")
    }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Refusal(reason: "\(path)/\(file) does not take \(text): \(ControlGroup.errorText())")
    }
  }

  private static func errorText() -> String { unsafe String(cString: strerror(errno)) }
}
