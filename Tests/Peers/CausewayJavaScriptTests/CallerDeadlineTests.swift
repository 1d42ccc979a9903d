import Causeway
import CausewayJavaScript
import CausewayTesting
import JavaScriptRuntime
import Synchronization
import Testing

/// The caller ends its call at the deadline, in both directions, whatever the link does.
@Suite(.timeLimit(.minutes(5))) struct CallerDeadlineTests {
  /// Link plans with which no answer comes within two seconds.
  static let plans = [
    "*: delay=3s only=answers", "*: delay=3s", "*: delay=1500ms", "*: drop=100% only=calls", "*: drop=100%",
    "*: freeze", "*: late=100%", "*: delay=3s only=items,answers",
  ]

  /// A runtime at the end of a link with a plan.
  private func simulated<Result>(
    _ plan: String, _ body: (VirtualClock, JavaScriptRuntime, SimulatedTransport) async throws -> Result
  ) async throws -> Result {
    let clock = VirtualClock()
    var bridgeConfiguration = Bridge.Configuration()
    bridgeConfiguration.clock = clock
    let bridge = Bridge(bridgeConfiguration)
    bridge.handle("now") { (value: Int) in value }
    bridge.handle("never") { () async throws -> Int in
      try await clock.sleep(for: .seconds(3600))
      return 0
    }
    bridge.stream("count") { (_: CallContext) in AsyncStream<Int> { 1 }.prefix(3) }
    bridge.stream("silent") { (_: CallContext) in AsyncStream<Int> { _ in } }
    let faults = try FaultPlan(parsing: plan, seed: 1)
    let link = Mutex<SimulatedTransport?>(nil)
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all) {
      let simulated = SimulatedTransport($0, plan: faults, clock: clock)
      link.withLock { $0 = simulated }
      return simulated
    }
    let transport = try #require(link.withLock { $0 })
    let result = try await clock.runFreely { try await body(clock, runtime, transport) }
    await runtime.close()
    return result
  }

  private func value(of program: String, plan: String) async throws -> String {
    try await simulated(plan) { _, runtime, _ in
      try await runtime.evaluate("(async () => {\(program)})()", returning: String.self)
    }
  }

  @Test(arguments: CallerDeadlineTests.plans) func `a call from JavaScript ends at its deadline`(plan: String)
    async throws
  {
    let program = """
      const end = await bridge.call("now", 5, { timeout: 2000 }).catch((error) => `${error.code} ${error.name}`);
      return `${end} ${performance.now()}`;
      """
    #expect(try await value(of: program, plan: plan) == "DEADLINE_EXCEEDED TimeoutError 2000")
  }

  @Test(arguments: CallerDeadlineTests.plans) func `a stream opened by JavaScript ends at its deadline`(plan: String)
    async throws
  {
    let program = """
      let end = "done";
      try { for await (const item of bridge.stream("count", undefined, { timeout: 2000 })) end = item; }
      catch (error) { end = `${error.code} ${error.name}`; }
      return `${end} ${performance.now()}`;
      """
    #expect(try await value(of: program, plan: plan) == "DEADLINE_EXCEEDED TimeoutError 2000")
  }

  @Test(arguments: CallerDeadlineTests.plans) func `a call from Swift ends at its deadline`(plan: String) async throws {
    try await simulated(plan) { clock, runtime, _ in
      try await runtime.evaluate("bridge.handle('echo', (value) => value)")
      let start = clock.now
      let error = await #expect(throws: BridgeError.self) {
        let _: Int = try await runtime.call("echo", 5, timeout: .seconds(2))
      }
      #expect(error?.code == .deadlineExceeded)
      #expect(start.duration(to: clock.now) == .seconds(2))
    }
  }

  @Test(arguments: CallerDeadlineTests.plans) func `a stream opened by Swift ends at its deadline`(plan: String)
    async throws
  {
    try await simulated(plan) { clock, runtime, _ in
      try await runtime.evaluate("bridge.handle('items', async function* () { yield 1; yield 2; })")
      let start = clock.now
      let error = await #expect(throws: BridgeError.self) {
        let items = try runtime.connection.stream(
          "items", BridgeValue.undefined, of: Int.self, timeout: .seconds(2))
        for try await _ in items {}
      }
      #expect(error?.code == .deadlineExceeded)
      #expect(start.duration(to: clock.now) == .seconds(2))
    }
  }

  @Test(arguments: CallerDeadlineTests.plans) func `a caller that cancels does not wait for the link`(plan: String)
    async throws
  {
    let program = """
      const abort = new AbortController();
      setTimeout(() => abort.abort(), 700);
      const call = bridge.call("never", undefined, { signal: abort.signal }).catch((error) => error.name);
      const items = bridge.stream("silent", undefined, { signal: abort.signal });
      const first = items.next().catch((error) => error.name);
      return `${await call} ${await first} ${performance.now()}`;
      """
    #expect(try await value(of: program, plan: plan) == "AbortError AbortError 700")
    try await simulated(plan) { clock, runtime, _ in
      try await runtime.evaluate("bridge.handle('never', () => new Promise(() => {}))")
      let call = Task(executorPreference: clock.executor) { try await runtime.call("never") }
      let start = clock.now
      try await clock.sleep(for: .milliseconds(700))
      call.cancel()
      let error = await #expect(throws: BridgeError.self) { try await call.value }
      #expect(error?.code == .cancelled)
      #expect(start.duration(to: clock.now) == .milliseconds(700))
    }
  }

  @Test(arguments: ["close", "cut"]) func `closing a link that delivers nothing ends all calls`(how: String)
    async throws
  {
    let program = """
      const call = bridge.call("never").catch((error) => error.code);
      const first = bridge.stream("silent").next().catch((error) => error.code);
      return `${await call} ${await first}`;
      """
    try await simulated("*: freeze") { clock, runtime, link in
      let ends = Task(executorPreference: clock.executor) {
        try await runtime.evaluate("(async () => {\(program)})()", returning: String.self)
      }
      let call = Task(executorPreference: clock.executor) { try await runtime.call("nobody", timeout: .never) }
      try await clock.sleep(for: .seconds(1))
      if how == "close" { try runtime.connection.close() } else { link.cut() }
      #expect(try await ends.value == "UNAVAILABLE UNAVAILABLE")
      let error = await #expect(throws: BridgeError.self) { try await call.value }
      #expect(error?.code == .unavailable)
    }
  }
}
