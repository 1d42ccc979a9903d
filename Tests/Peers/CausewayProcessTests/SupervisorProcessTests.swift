import Causeway
import Foundation
import TestSupport
import Testing

@testable import CausewayProcess

/// A supervisor of real children.
@Suite(.timeLimit(.minutes(5))) struct SupervisorProcessTests {
  private func supervisor(
    policy: (inout RestartPolicy) -> Void = { _ in }, limits: (inout ProcessLimits) -> Void = { _ in },
    child: ProcessConfiguration.Program = Children.child, program: String
  ) -> JavaScriptSupervisor {
    var configuration = ProcessConfiguration()
    configuration.program = child
    limits(&configuration.limits)
    var restart = RestartPolicy()
    restart.initialDelay = .milliseconds(10)
    policy(&restart)
    return JavaScriptSupervisor(
      bridge: Bridge(), permissions: .all, configuration: configuration, policy: restart
    ) { process in
      try await process.evaluate(program: program, url: "program.js")
    }
  }

  @Test func `an exceeded limit fails the child's calls with its name, and the next call uses the next child`()
    async throws
  {
    let program = """
      let count = 0;
      bridge.handle("count", () => ++count);
      bridge.handle("loop", () => { for (;;); });
      bridge.handle("never", () => new Promise(() => {}));
      """
    let supervisor = supervisor(limits: { $0.turn = .milliseconds(300) }, program: program)
    try await supervisor.call("count")
    #expect(try await supervisor.call("count", returning: Int.self) == 2)
    let first = try await supervisor.process().processIdentifier
    let pending = Task { await failure { _ = try await supervisor.call("never", returning: Int.self) } }
    try await eventually("the call is running") {
      try await supervisor.process().connection.statistics.pending == 2
    }
    let looping = await failure { _ = try await supervisor.call("loop", returning: Int.self) }
    for ended in [looping, await pending.value] {
      #expect(ended?.code == .resourceExhausted)
      #expect(ended?.data?["limit"] == "turn")
    }
    #expect(try await supervisor.call("count", returning: Int.self) == 1)
    #expect(try await supervisor.process().processIdentifier != first)
    await supervisor.close()
    #expect(await failure { _ = try await supervisor.call("count", returning: Int.self) }?.code == .unavailable)
  }

  @Test func `a plugin that traps in the child fails that child's calls, and the next call uses the next child`()
    async throws
  {
    let supervisor = supervisor(
      child: Children.localChild,
      program: """
        bridge.handle("element", (index) => bridge.call("faulty.element", index));
        bridge.handle("never", () => new Promise(() => {}));
        """)
    #expect(try await supervisor.call("element", 1, returning: Int.self) == 20)
    let first = try await supervisor.process().processIdentifier
    let pending = Task { await failure { _ = try await supervisor.call("never", returning: Int.self) } }
    try await eventually("the call is running") {
      try await supervisor.process().connection.statistics.pending == 2
    }
    let trapped = await failure { _ = try await supervisor.call("element", 3, returning: Int.self) }
    for ended in [trapped, await pending.value] {
      #expect(ended?.code == .unavailable)
      #expect(ended?.message.hasPrefix("The JavaScript process was terminated by signal") == true)
    }
    #expect(try await supervisor.call("element", 2, returning: Int.self) == 30)
    #expect(try await supervisor.process().processIdentifier != first)
    await supervisor.close()
  }

  @Test(.unsanitized) func `ten crashes in a row start ten children, and leave nothing behind`() async throws {
    func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    let before = try descriptors()
    let supervisor = supervisor(
      policy: {
        $0.maximumDelay = .milliseconds(10)
        $0.maximumFailures = nil
      }, program: "bridge.handle('one', () => 1)")
    var seen = Set<Int32>()
    for _ in 0..<10 {
      #expect(try await supervisor.call("one", returning: Int.self) == 1)
      let process = try await supervisor.process()
      let identifier = try #require(process.processIdentifier)
      #expect(seen.insert(identifier).inserted)
      kill(identifier, SIGKILL)
      #expect(await process.waitForEnd().code == .unavailable)
    }
    await supervisor.close()
    #expect(try descriptors() <= before + 2)
  }

  @Test func `a program with an error is given up with the error`() async throws {
    let supervisor = supervisor(policy: { $0.maximumFailures = 3 }, program: "bridge.handle('a', () => 1); nothing.x")
    let failed = await failure { _ = try await supervisor.call("a", returning: Int.self) }
    #expect(failed?.code == .failedPrecondition)
    #expect(failed?.message.contains("nothing") == true)
    #expect(failed?.causes.first?.name == "ReferenceError")
    await supervisor.close()
  }

  @Test func `a released supervisor ends its child`() async throws {
    var supervisor: JavaScriptSupervisor? = supervisor(program: "bridge.handle('one', () => 1)")
    let identifier = try #require(try await supervisor?.process().processIdentifier)
    supervisor = nil
    try await eventually("the child has ended") { ProcessUsage.hasEnded(identifier) }
  }
}
