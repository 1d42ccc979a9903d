import Causeway
import Foundation
import Glibc
import TestSupport
import Testing

@testable import CausewayProcess

/// Each limit of a child: its calls fail with the limit's name, within a time after it was exceeded.
@Suite(.timeLimit(.minutes(5))) struct LimitTests {
  private let timers = OwnTimers()

  /// The time at which this process first observed a condition of a child, or the child's end.
  private func moment(_ process: JavaScriptProcess, _ isSeen: (Int32) -> Bool) async throws -> ContinuousClock.Instant {
    try await eventually("the child meets the condition, or has ended") {
      process.processIdentifier.map(isSeen) ?? true
    }
    return .now
  }

  /// The processor time that a child has used until its end.
  private func processorTime(untilEndOf identifier: Int32) async throws -> Duration {
    var used = Duration.zero
    try await eventually("the child has ended", within: .seconds(200)) {
      guard let now = ProcessUsage.processorTime(of: identifier) else { return true }
      used = max(used, now)
      return false
    }
    return used
  }

  /// Stops all threads of a child, which takes a moment on a busy machine.
  private func stop(_ identifier: Int32) async throws {
    kill(identifier, SIGSTOP)
    try await eventually("the child has stopped") {
      let tasks = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/task")
      return (tasks ?? []).allSatisfy { task in
        let status = try? String(contentsOfFile: "/proc/\(identifier)/task/\(task)/status", encoding: .utf8)
        return status?.contains("State:\tT") ?? true
      }
    }
  }

  /// A call without an answer, which fails with the child's end.
  private func pendingCall(_ process: JavaScriptProcess) -> Task<BridgeError?, Never> {
    Task { await failure { try await process.call("never", timeout: .never) } }
  }

  private func expect(_ limit: String, _ errors: BridgeError?...) {
    for error in errors {
      #expect(error?.code == .resourceExhausted)
      #expect(error?.data?["limit"] == .string(limit))
    }
  }

  /// Expects that no more time than promised has passed since a limit was exceeded.
  private func expectPrompt(
    since passed: ContinuousClock.Instant, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    // Real time: what a child, another process, uses is measured in it.
    #expect(ContinuousClock.now - passed < timers.allowance, sourceLocation: sourceLocation)
  }

  private static let never = "bridge.handle('never', () => new Promise(() => {}));"

  @Test(arguments: [
    ("while (true) {}", Duration.milliseconds(500)),
    ("const again = () => Promise.resolve().then(again); again()", .milliseconds(500)),
    ("(async () => { for (;;) await null })()", .milliseconds(500)),
    ("'a'.repeat(50).match(/(a*)*b/); for (;;) /(x+x+)+y/.test('x'.repeat(40))", .milliseconds(500)),
    ("while (true) {}", .seconds(3)),
  ])
  func `a script that never returns ends its process`(source: String, turn: Duration) async throws {
    let process = try await Children.start { $0.limits.turn = turn }
    try await process.evaluate(Self.never)
    let pending = pendingCall(process)
    let identifier = try #require(process.processIdentifier)
    let before = try #require(ProcessUsage.processorTime(of: identifier))
    let begun = ContinuousClock.now
    let usage = Task { try await processorTime(untilEndOf: identifier) }
    // A chain of promise jobs starts after the script's end, whose report may or may not arrive.
    let ended = await failure { try await process.evaluate(source) }
    expect("turn", await process.waitForEnd(), await pending.value)
    // Real time: a child, another process, has at least as long as its limit.
    #expect(ContinuousClock.now - begun > turn)
    // In the processor time of the child: how long the machine takes for it is not promised.
    #expect(try await usage.value - before - turn < timers.allowance)
    #expect(ended == nil || ended?.data?["limit"] == "turn")
    #expect(process.processIdentifier == nil)
    #expect(process.connection.statistics.pending == 0)
  }

  @Test func `a script that returns in time continues`() async throws {
    let process = try await Children.start { $0.limits.turn = .seconds(1) }
    for _ in 0..<4 {
      try await process.evaluate("const begun = performance.now(); while (performance.now() - begun < 400);".scoped)
    }
    #expect(try await process.evaluate("1", returning: Int.self) == 1)
    await process.close()
  }

  @Test(arguments: [false, true])
  func `a child is not over its limit while this process's own handlers take long`(isIdle: Bool) async throws {
    let bridge = Bridge()
    // On the thread that reads what the child sends.
    bridge.handle("slow") { () -> Int in
      // Real time: longer than the limits of a child, another process.
      usleep(2_500_000)
      return 7
    }
    let process = try await Children.start(bridge) {
      $0.limits.turn = .milliseconds(500)
      $0.limits.response = .milliseconds(900)
    }
    // It computes in slices, and returns to its loop after each.
    let slices = """
      globalThis.slice = () => { const begun = performance.now(); while (performance.now() - begun < 10); setTimeout(slice); };
      slice();
      """
    if !isIdle { try await process.evaluate(slices) }
    #expect(try await process.evaluate("bridge.call('slow')", returning: Int.self) == 7)
    #expect(try await process.evaluate("1", returning: Int.self) == 1)
    // The limits hold again: which of them comes first depends on how much of a processor the child gets.
    let ended = await failure { try await process.evaluate("for (;;);") }
    let reason = await process.waitForEnd()
    #expect(reason.code == .resourceExhausted && ["turn", "response"].contains(reason.data?["limit"]?.string))
    #expect(ended == nil || ended?.data?["limit"] == reason.data?["limit"])
  }

  @Test func `a child is not over its limit while its console's observer takes long`() async throws {
    let process = try await Children.start {
      $0.limits.turn = .milliseconds(300)
      $0.limits.response = .milliseconds(600)
      // Real time: longer than the limits of a child, another process.
      $0.onConsole = { _, _ in usleep(700_000) }
    }
    try await process.evaluate("for (let i = 0; i < 4; i++) console.log(i)")
    #expect(try await process.evaluate("1", returning: Int.self) == 1)
    await process.close()
  }

  @Test func `a child that never stops sending is over its limit as others are`() async throws {
    let process = try await Children.start {
      $0.limits.turn = .seconds(1)
      $0.limits.consoleBytes = .max
      $0.onConsole = { _, _ in }
    }
    let ended = await failure { try await process.evaluate("for (;;) console.log('more')") }
    expect("turn", await process.waitForEnd())
    #expect(ended == nil || ended?.data?["limit"] == "turn")
  }

  @Test func `the end of a child is noticed although a process that it has left behind keeps its connection`()
    async throws
  {
    // Its status is in the error: by the limit of its start, there would be none.
    let error = await failure {
      _ = try await Children.start {
        $0.program = .file("/bin/sh", arguments: ["-c", "sleep 60 & exit 3"])
        $0.startTimeout = .seconds(50)
      }
    }
    #expect(error?.message.contains("status 3") == true, "\(error?.message ?? "")")
  }

  @Test func `the memory of a process is what the kernel holds for it`() throws {
    let status = """
      Name:\tVmRSS: 9 kB
      VmPeak:\t  900000 kB
      VmRSS:\t     100 kB
      RssAnon:\t      60 kB
      VmPTE:\t    2000 kB
      VmSwap:\t      30 kB
      HugetlbPages:\t    4096 kB
      Threads:\t1
      """
    #expect(ProcessUsage.memory(inStatus: status) == (100 + 2_000 + 30 + 4_096) << 10)
    #expect(ProcessUsage.memory(inStatus: "Name:\tz\nState:\tZ (zombie)\n") == nil)
    let own = try #require(ProcessUsage.memory(of: getpid()))
    #expect(own > 10 << 20)
    #expect(ProcessUsage.memory(of: -1) == nil)
  }

  @Test func `a child that gets no processor is not over its limit`() async throws {
    let process = try await Children.start { $0.limits.turn = .milliseconds(300) }
    try await process.evaluate("bridge.handle('one', () => 1)")
    let identifier = try #require(process.processIdentifier)
    try await stop(identifier)
    // The time of the call is the time without a processor.
    let late = await failure { try await process.call("one", timeout: .milliseconds(1500)) }
    #expect(late?.code == .deadlineExceeded)
    kill(identifier, SIGCONT)
    #expect(try await process.call("one", timeout: .seconds(60), returning: Int.self) == 1)
    await process.close()
  }

  @Test func `a child that never answers is ended by the clock`() async throws {
    let process = try await Children.start {
      $0.limits.turn = .milliseconds(300)
      $0.limits.response = .milliseconds(600)
    }
    let begun = ContinuousClock.now
    try await stop(try #require(process.processIdentifier))
    expect("response", await failure { try await process.call("one", timeout: .never) }, await process.waitForEnd())
    // Real time: a child, another process, has at least as long as its limit.
    #expect(ContinuousClock.now - begun > .milliseconds(600))
  }

  @Test func `a native handler that sleeps on the JavaScript thread is ended by the clock`() async throws {
    let process = try await Children.start {
      $0.program = Children.localChild
      $0.limits.turn = .milliseconds(300)
      $0.limits.response = .seconds(1)
    }
    let ended = await failure { try await process.evaluate(program: "await bridge.call('parallel.sleep', 600)") }
    expect("response", ended, await process.waitForEnd())
  }

  @Test(arguments: [
    "const all = []; for (;;) all.push(new Array(100000).fill(Math.random()))",
    "const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1))",
  ])
  func `a script that uses all memory ends its process, and this process continues`(source: String) async throws {
    let process = try await Children.start {
      $0.limits.memory = 200 << 20
      $0.limits.turn = .seconds(30)
    }
    let ended = Task { await failure { try await process.evaluate(source) } }
    let passed = try await moment(process) { ProcessUsage.memory(of: $0) ?? 0 > 200 << 20 }
    expect("memory", await ended.value, await process.waitForEnd())
    expectPrompt(since: passed)
    let next = try await Children.start()
    #expect(try await next.evaluate("1 + 1", returning: Int.self) == 2)
    await next.close()
  }

  @Test func `an allocation that the engine refuses is an exception, and the child continues`() async throws {
    let process = try await Children.start { $0.limits.turn = .seconds(30) }
    let refused = await failure { try await process.evaluate("for (let text = 'x';;) text += text") }
    #expect(refused?.name == "RangeError")
    #expect(try await process.evaluate("1 + 1", returning: Int.self) == 2)
    await process.close()
  }

  @Test func `processor time is limited`() async throws {
    let process = try await Children.start { $0.limits.processorTime = .seconds(1) }
    let ended = Task {
      await failure {
        try await process.evaluate(
          program: "for (;;) { for (let i = 0; i < 1e6; i++); await new Promise(setTimeout); }")
      }
    }
    let passed = try await moment(process) { ProcessUsage.processorTime(of: $0) ?? .zero > .seconds(1) }
    expect("processorTime", await ended.value, await process.waitForEnd())
    expectPrompt(since: passed)
  }

  @Test func `the number of threads is limited`() async throws {
    let process = try await Children.start {
      $0.program = Children.localChild
      $0.limits.threads = 300
    }
    #expect(try await process.evaluate("bridge.call('parallel.threads', 20).then(() => 1)", returning: Int.self) == 1)
    #expect(ProcessUsage.threads(of: try #require(process.processIdentifier)) ?? 0 > 20)
    try await process.evaluate(Self.never)
    let pending = pendingCall(process)
    let ended = await failure {
      try await process.evaluate(program: "await bridge.call('parallel.threads', 400); await new Promise(() => {})")
    }
    expect("threads", ended, await pending.value, await process.waitForEnd())
  }

  @Test func `the lifetime is limited, including the start`() async {
    let passed = ContinuousClock.now + .milliseconds(500)
    let ended = await failure {
      try await Children.start { $0.limits.lifetime = .milliseconds(500) }
        .evaluate(program: "await new Promise(() => {})")
    }
    expect("lifetime", ended)
    // Real time: a child, another process, has at least as long as its limit.
    #expect(ContinuousClock.now > passed)
    expectPrompt(since: passed)
  }

  @Test(arguments: ["exec cat /dev/zero >&0", "exec yes >&0"])
  func `endless output of a child does not fill the memory of this process`(script: String) async throws {
    let before = try #require(ProcessUsage.memory(of: getpid()))
    await #expect(throws: BridgeError.self) {
      try await Children.start { configuration in
        configuration.program = .file("/bin/sh", arguments: ["-c", script])
        configuration.startTimeout = .milliseconds(700)
      }
    }
    let after = try #require(ProcessUsage.memory(of: getpid()))
    #expect(after - before < 256 << 20)
  }

  @Test func `console output is limited`() async throws {
    let process = try await Children.start { $0.limits.consoleBytes = 10_000 }
    let begun = ContinuousClock.now
    let ended = await failure {
      try await process.evaluate(
        program: "for (let i = 0; i <= 100; i++) console.log('x'.repeat(100)); await new Promise(() => {})")
    }
    expect("consoleBytes", ended, await process.waitForEnd())
    expectPrompt(since: begun)
  }
}

extension String {
  /// The statements in a block, so that they can be evaluated again.
  fileprivate var scoped: String { "{ \(self) }" }
}
