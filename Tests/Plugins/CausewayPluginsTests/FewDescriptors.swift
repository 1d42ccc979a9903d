#if Plugins
import Causeway
import CausewayJavaScript
import Foundation
import Glibc
import TestSupport
import Testing

@testable import CausewayPlugins

/// A process with a low `RLIMIT_NOFILE` and two programs on one bridge: a greedy one, and one that must keep working.
struct FewDescriptors {
  let files: Files
  let greedy: JavaScriptRuntime
  let modest: JavaScriptRuntime

  /// - Parameter count: the new soft limit of this process.
  init(_ count: UInt, limits: Limits = Limits()) async throws {
    FewDescriptors.allow(count)
    files = try Files()
    try files.scratch.write("notes/big", [])
    try #require(truncate("\(files.inside)/big", 1 << 30) == 0)
    let bridge = Bridge()
    bridge.register(FilesPlugin([try FileScope("notes", at: files.inside, allowing: Set(FileAccess.allCases))]))
    greedy = try await JavaScriptRuntime(bridge: bridge, permissions: .all, limits: limits)
    modest = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    for runtime in [greedy, modest] { try await runtime.evaluate(FewDescriptors.prelude) }
    // Descriptors that are opened once, such as those of thread pools, are open now.
    #expect(try await read(by: greedy) == "alpha")
    #expect(try await read(by: modest) == "alpha")
  }

  private static let prelude = """
    const { files } = bridge.plugins;
    const directory = "notes";
    const read = async (path) => (await files.readFile({ path, directory, encoding: "utf8" })).data;
    const open = [];
    // Counts the results of many calls, and collects the errors.
    const sum = (ends) => {
      const reasons = ends.filter(({ status }) => status === "rejected").map(({ reason }) => reason);
      const all = (tell) => [...new Set(reasons.map(tell))].sort().join();
      return {
        going: ends.length - reasons.length, refused: reasons.length,
        codes: all(({ code }) => code), limits: all(({ data }) => data?.limit),
      };
    };
    """

  /// The result of `sum`.
  struct Sum: Decodable, Sendable, Equatable {
    var going, refused: Int
    var codes, limits: String
  }

  static func allow(_ count: UInt) {
    // Sockets of other tests in the parent that are not closed on exec.
    for number in Int32(3)..<4_096 {
      var status = stat()
      if fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { Glibc.close(number) }
    }
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// The number of open descriptors, without timers: the engine (2.54) makes one for each virtual machine when it first
  /// needs it.
  static var count: Int {
    (0..<4_096).count { number in
      fcntl(Int32(number), F_GETFD) >= 0 && target(of: "\(number)") != "anon_inode:[timerfd]"
    }
  }

  private static func target(of descriptor: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
  }

  /// What the open descriptors refer to.
  private static var list: String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.map { "\($0) \(target(of: $0) ?? "")" }.sorted().joined(separator: ", ")
  }

  func read(by runtime: JavaScriptRuntime) async throws -> String { try await runtime.evaluate("read('a.txt')") }

  /// Waits until no more descriptors are open than before.
  func settle(to count: Int) async throws {
    do {
      try await eventually("no more than \(count) descriptors are open") { FewDescriptors.count <= count }
    } catch {
      Issue.record("\(FewDescriptors.count) descriptors are open: \(FewDescriptors.list)")
      throw error
    }
  }

  func close() async {
    await greedy.close()
    await modest.close()
  }
}
#endif
