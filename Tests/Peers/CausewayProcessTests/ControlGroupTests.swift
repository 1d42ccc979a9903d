import Causeway
import Foundation
import Testing

@testable import CausewayProcess

/// Control groups, in a directory with the kernel's layout.
@Suite(.timeLimit(.minutes(5))) struct ControlGroupTests {
  /// A root directory with the required files of /proc and /sys.
  ///
  /// Unlike in the kernel, new groups stay empty.
  private final class Root {
    let path = NSTemporaryDirectory() + "causeway-groups-" + UUID().uuidString
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ file: String, _ text: String = "") throws {
      let url = URL(fileURLWithPath: path + file)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }

    func read(_ file: String) -> String? { try? String(contentsOfFile: path + file, encoding: .utf8) }
  }

  private static let mounts = """
    22 27 0:20 / /proc rw,nosuid - proc proc rw
    30 23 0:26 / /sys/fs/cgroup rw,nosuid,nodev shared:4 - cgroup2 cgroup2 rw,nsdelegate
    """

  private func refusal(_ body: () throws(ControlGroup.Failure) -> Void) -> String? {
    do throws(ControlGroup.Failure) {
      try body()
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func `the group is a sibling of this program's own`() throws {
    let root = Root()
    try root.write("/proc/self/cgroup", "0::/user.slice/app.slice/editor.service\n")
    try root.write("/proc/self/mountinfo", Self.mounts)
    try root.write("/sys/fs/cgroup/user.slice/app.slice/cgroup.subtree_control", "cpu memory pids\n")
    let refused = refusal { () throws(ControlGroup.Failure) in
      _ = try ControlGroup(bytes: 1 << 20, in: nil, root: root.path, name: "causeway-1")
    }
    // A plain directory gets no files: the group was created in the right place, and removed again.
    let place = root.path + "/sys/fs/cgroup/user.slice/app.slice/causeway-1"
    #expect(refused == "\(place)/memory.max cannot be written: No such file or directory")
    #expect(!FileManager.default.fileExists(atPath: place))
  }

  @Test(arguments: [
    ("", mounts, "no version 2 control groups are mounted"),
    ("0::/a/b\n", "22 27 0:20 / /proc rw - proc proc rw\n", "no version 2 control groups are mounted"),
    ("4:memory:/x\n", mounts, "no version 2 control groups are mounted"),
    ("0::/a/b\n", mounts, "ROOT/sys/fs/cgroup/a is not a version 2 control group"),
    ("0::/c/b\n", mounts, "the memory controller is not enabled for the groups in ROOT/sys/fs/cgroup/c"),
    (
      "0::/pod/c/b\n", mounts.replacingOccurrences(of: "0:26 /", with: "0:26 /pod"),
      "the memory controller is not enabled for the groups in ROOT/sys/fs/cgroup/c"
    ),
    ("0::nothing\n", mounts, "this program is not in a control group"),
  ])
  func `a failure to create a group has a reason`(own: String, mounts: String, reason: String) throws {
    let root = Root()
    try root.write("/proc/self/cgroup", own)
    try root.write("/proc/self/mountinfo", mounts)
    try root.write("/sys/fs/cgroup/c/cgroup.subtree_control", "cpu memoryless\n")
    let refused = refusal { () throws(ControlGroup.Failure) in
      _ = try ControlGroup(bytes: 1, in: nil, root: root.path)
    }
    #expect(refused == reason.replacingOccurrences(of: "ROOT", with: root.path))
  }

  @Test func `a child reports the enforcement of its memory limit`() async throws {
    let process = try await Children.start { $0.controlGroup = "/nonexistent" }
    #expect(process.memoryCap == .watched(because: "/nonexistent is not a version 2 control group"))
    await process.close()
  }

  /// Only in a delegated group, which systemd gives to services and users.
  @Test(
    .enabled("this program may make control groups") { (try? ControlGroup(bytes: 1 << 20, in: nil).remove()) != nil })
  func `the kernel enforces the child's memory limit, and this process continues`() async throws {
    let limit = 400 << 20
    let process = try await Children.start { $0.limits.memory = limit }
    guard case .kernel(let group) = process.memoryCap else {
      Issue.record("\(process.memoryCap)")
      return
    }
    let maximum = URL(filePath: group).appending(path: "memory.max")
    #expect(try String(contentsOf: maximum, encoding: .utf8) == "\(limit)\n")
    // The parent also counts shared memory, and could detect it first: so the kernel's limit is lower, and only the
    // kernel kills.
    try Data("\(100 << 20)".utf8).write(to: maximum)
    let pending = Task { await failure { try await process.evaluate(program: "await new Promise(() => {})") } }
    let ended = await failure { try await process.evaluate("new Uint8Array(300 << 20).fill(1)") }
    for error in [ended, await pending.value, await process.waitForEnd()] {
      #expect(error?.code == .resourceExhausted)
      #expect(error?.data?["limit"] == "memory")
      #expect(error?.message == "The memory of the child is over the limit memory (\(limit)).")
    }
    #expect(!FileManager.default.fileExists(atPath: group))
    let next = try await Children.start()
    #expect(try await next.evaluate("1 + 1", returning: Int.self) == 2)
    await next.close()
  }
}
