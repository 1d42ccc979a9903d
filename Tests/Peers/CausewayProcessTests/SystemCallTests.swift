import Causeway
import Foundation
import TestSupport
import Testing

@testable import CausewayProcess
@testable import CausewayChild

/// System calls of a confined child under the control of an attacker.
@Suite(.timeLimit(.minutes(2))) struct SystemCallTests {
  private func child(_ program: ProcessConfiguration.Program = Children.localChild) async throws -> JavaScriptProcess {
    let process = try await Children.start { $0.program = program }
    try await process.evaluate(
      """
      bridge.handle("make", (calls) => bridge.call("calls.make", calls));
      bridge.handle("attempt", (parent) => bridge.call("calls.attempt", parent));
      """)
    return process
  }

  private func make(_ calls: [[Int]], in process: JavaScriptProcess) async throws -> [Int] {
    let results = try await process.call("make", calls, returning: [Int].self)
    #expect(results.count == calls.count)
    return results
  }

  /// Arguments for calls whose answer -1 for all arguments would not show.
  private static let arguments = [
    // FUTEX_WAIT; the kernel has no operation -1.
    "futex": [-1, 0],
    // The processor time of process 1.
    "clock_gettime": [~1 << 3 | 2],
  ]

  /// These end the thread or the process, or return to an interrupted signal handler or probe.
  private static let ends: Set = ["exit", "exit_group", "rt_sigreturn", "uretprobe"]

  @Test func `the kernel answers every number as the reviewed table requires`() async throws {
    let table = try SystemCallTable(.own)
    let calls = (0...600).map(table.call).filter { !Self.ends.contains($0.name) }
    let process = try await child()
    let results = try await make(calls.map { [$0.number] + (Self.arguments[$0.name] ?? []) }, in: process)
    for (call, result) in zip(calls, results) {
      let error = result < 0 && result > -4096 ? CInt(-result) : 0
      switch call.action {
      case .allowed: #expect(error != EPERM && error != ENOSYS, "\(call)")
      case .absent: #expect(error == ENOSYS, "\(call)")
      // The C library goes on without it where the kernel seems to lack it.
      case .checked where call.name == "sched_getaffinity": #expect(error == ENOSYS, "\(call)")
      case .checked, .refused: #expect(error == EPERM, "\(call)")
      case .unseen: #expect(error != 0, "\(call)")
      }
    }
    #expect(try await process.evaluate("6 * 7", returning: Int.self) == 42)
    await process.close()
  }

  @Test func `the x32 table of x86-64 has no call`() async throws {
    let process = try await child()
    let results = try await make((0...600).map { [0x4000_0000 | $0] }, in: process)
    #expect(Set(results) == [-Int(EPERM)])
    await process.close()
  }

  #if arch(x86_64)
  @Test func `the calls of i386 are denied, if the kernel has them`() async throws {
    let process = try await child()
    var result: Int?
    let ended = await failure {
      result = try await process.evaluate("bridge.call('calls.ofOtherArchitecture')", returning: Int.self)
    }
    // A kernel without them ends the process with SIGSEGV.
    #expect(result == -Int(EPERM) || ended?.message.contains("signal 11") == true)
    await process.close()
  }
  #endif

  @Test func `a child may end itself`() async throws {
    let process = try await child()
    let number = try #require(try SystemCallTable(.own).number("exit_group"))
    let ended = await failure { _ = try await make([[number, 7]], in: process) }
    #expect(ended?.message == "The JavaScript process ended with status 7.")
    await process.close()
  }

  /// Makes a child attempt all known attacks; each must fail, and create no process.
  private func expectNoAttemptSucceeds(in process: JavaScriptProcess) async throws {
    let results = try await process.call("attempt", getpid(), returning: [String: Int32].self)
    #expect(results.count > 100)
    for (name, error) in results { #expect(error == (name == "clone3" ? ENOSYS : EPERM), "\(name)") }
    let identifier = try #require(process.processIdentifier)
    #expect(Self.children(of: identifier) == [])
    await process.close()
    #expect(ProcessUsage.hasEnded(identifier))
  }

  @Test func `a child can create no process, signal, file, connection or shared memory`() async throws {
    try await expectNoAttemptSucceeds(in: try await child())
  }

  @Test(.enabled(if: getuid() == 0, "Another user's child is root's to start; this user's own are tested anyway."))
  func `the child of an unprivileged user has no privileges`() async throws {
    guard case .file(let path, _) = Children.localChild else { return }
    let process = try await child(
      .file("setpriv", arguments: ["--reuid=65534", "--regid=65534", "--clear-groups", path]))
    let identifier = try #require(process.processIdentifier)
    let threads = try Self.threads(of: identifier)
    #expect(!threads.isEmpty)
    for status in threads {
      #expect(status["Uid"] == "65534\t65534\t65534\t65534")
      #expect(status["NoNewPrivs"] == "1" && status["Seccomp"] == "2")
      // A started program could gain the bounding set; changing it needs a privilege.
      for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] { #expect(status[set] == "0000000000000000") }
    }
    #expect(process.confinement == Confinement.refused)
    try await expectNoAttemptSucceeds(in: process)
  }

  @Test func `each thread of a child has lost its rights, including later threads`() async throws {
    let process = try await child()
    _ = try await process.evaluate("bridge.call('parallel.wait', 0)", returning: Int.self)
    let threads = try Self.threads(of: try #require(process.processIdentifier))
    #expect(threads.count > 4)
    for status in threads {
      #expect(status["NoNewPrivs"] == "1" && status["Seccomp"] == "2", "\(status["Name"] ?? "")")
      for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] { #expect(status[set] == "0000000000000000") }
      if getuid() == 0 { #expect(status["CapBnd"] == "0000000000000000") }
    }
    await process.close()
  }

  /// As the worker thread of GLib does, which newer engines start before a script runs.
  @Test func `threads that block every signal lose their rights as well`() async throws {
    guard case .file(let path, _) = Children.localChild else { return }
    let process = try await child(.file("env", arguments: ["--block-signal", path]))
    #expect(process.confinement == Confinement.refused)
    for status in try Self.threads(of: try #require(process.processIdentifier)) {
      #expect(status["NoNewPrivs"] == "1" && status["Seccomp"] == "2", "\(status["Name"] ?? "")")
      for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] { #expect(status[set] == "0000000000000000") }
    }
    // libdispatch's calls are answered, and end no process.
    #expect(try await process.evaluate("bridge.call('parallel.wait', 0)", returning: Int.self) > 0)
    #expect(try await process.evaluate("bridge.call('calls.lookAtThread')", returning: Int.self) > 0)
    try await expectNoAttemptSucceeds(in: process)
    await process.close()
  }

  @Test func `a child with a thread that keeps its rights does not start, with the reason`() async throws {
    guard case .file(let path, _) = Children.localChild else { return }
    let refused = await failure {
      _ = try await Children.start {
        $0.program = .file(path, arguments: ["deaf-thread"])
        $0.startTimeout = .seconds(30)
      }
    }
    #expect(refused?.code == .failedPrecondition)
    #expect(refused?.message.contains("a thread of the child does not receive signal 33") == true)
  }

  @Test func `without the filter, Landlock denies files to old and new threads`() throws {
    guard case .file(let path, _) = Children.localChild else { return }
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["20", path, "rights"]
    process.standardOutput = output
    try process.run(forAtMost: 30)
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
    try #require(numbers.count == 4, "\(text)")
    // 0 on a kernel without Landlock, which then denies nothing.
    #expect(numbers.dropFirst() == (numbers[0] > 0 ? [EACCES, EACCES, EACCES] : [0, 0, 0]))
  }

  @Test func `a child dies with its parent, even if it does not react`() async throws {
    guard case .file(let path, _) = Children.localChild else { return }
    let output = Pipe()
    let host = Process()
    host.executableURL = URL(filePath: path)
    host.arguments = ["host"]
    host.standardOutput = output
    try host.run(forAtMost: 60)
    defer { Self.end(host) }
    // The host prints it, or ends after its start timeout.
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let child = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    defer { kill(child, SIGKILL) }
    try await eventually("the child has stopped itself") { Self.state(of: child) == "T" }
    Self.end(host)
    try await eventually("the child ends with its parent") { ProcessUsage.hasEnded(child) }
  }

  /// Kills a process and waits for its end.
  private static func end(_ process: Process) {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// The kernel kills a child when the thread that started it ends, so that thread must live on.
  @Test func `all children are started by one thread`() async throws {
    var threads = Set<String>()
    for _ in 0..<3 {
      let process = try await Task.detached { try await Children.start() }.value
      let identifier = try #require(process.processIdentifier)
      for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
      where Self.children(of: getpid(), thread: thread).contains(identifier) { threads.insert(thread) }
      await process.close()
    }
    #expect(threads.count == 1)
  }

  @Test func `calls that libdispatch needs are answered behind the filter`() async throws {
    let process = try await child()
    // "0 (thread) R"
    #expect(try await process.evaluate("bridge.call('calls.lookAtThread')", returning: Int.self) == 12)
    try await process.evaluate("bridge.call('calls.waitForClocks')", timeout: .seconds(20))
    await process.close()
  }

  // MARK: /proc

  private static func read(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func children(of process: Int32, thread: String) -> [Int32] {
    (read("/proc/\(process)/task/\(thread)/children") ?? "").split(separator: " ").compactMap { Int32($0) }
  }

  private static func children(of process: Int32) -> [Int32] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.flatMap { children(of: process, thread: $0) }
  }

  /// The fields of each thread's status.
  private static func threads(of process: Int32) throws -> [[String: String]] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task").compactMap { thread in
      read("/proc/\(process)/task/\(thread)/status").map { text in
        Dictionary(
          text.split(separator: "\n").map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (String(parts[0]), parts.last?.trimmingCharacters(in: .whitespaces) ?? "")
          }
        ) { first, _ in first }
      }
    }
  }

  private static func state(of process: Int32) -> Substring? {
    guard let text = read("/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else { return nil }
    return text[text.index(after: end)...].split(separator: " ").first
  }
}
