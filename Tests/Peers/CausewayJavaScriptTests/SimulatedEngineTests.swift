import Causeway
import CausewayJavaScript
import CausewayTesting
import JavaScriptRuntime
import Synchronization
import Testing

/// JavaScript in the engine, at the end of a link that loses, duplicates and delays messages.
@Suite(.timeLimit(.minutes(5))) struct SimulatedEngineTests {
  /// Runs a program over a link with this plan; returns its output and the link's log.
  private func run(
    _ program: String, plan: String
  ) async throws -> (printed: [String], link: SimulatedTransport.Statistics, connection: Connection.Statistics) {
    let clock = VirtualClock()
    var bridgeConfiguration = Bridge.Configuration()
    bridgeConfiguration.clock = clock
    let bridge = Bridge(bridgeConfiguration)
    bridge.handle("now") { (value: Int) in value * 7 }
    bridge.handle("soon") { (value: Int) async throws -> Int in
      try await clock.sleep(for: .milliseconds(value * 31 % 900))
      return value * 7
    }
    bridge.handle("never") { (_: Int) async throws -> Int in
      try await clock.sleep(for: .seconds(3600))
      return 0
    }
    let printed = Mutex<[String]>([])
    let link = Mutex<SimulatedTransport?>(nil)
    var configuration = RuntimeConfiguration()
    configuration.console = .handler { _, text in printed.withLock { $0.append(text) } }
    let faults = try FaultPlan(parsing: plan)
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all, configuration: configuration) {
      let simulated = SimulatedTransport($0, plan: faults, clock: clock)
      link.withLock { $0 = simulated }
      return simulated
    }
    try await clock.runFreely { try await runtime.run(program) }
    try await clock.runUntilIdle()
    let statistics = try runtime.connection.statistics
    let linkStatistics = try #require(link.withLock { $0 }).statistics
    await runtime.close()
    try clock.requireNoSleepers()
    return (printed.withLock { $0 }, linkStatistics, statistics)
  }

  /// A lost call, a lost answer, and a late answer: JavaScript ends each call by itself at the deadline.
  @Test(arguments: [
    ("now: drop=100% only=calls", "DEADLINE_EXCEEDED 2000"), ("now: drop=100% only=answers", "DEADLINE_EXCEEDED 2000"),
    ("now: freeze only=answers", "DEADLINE_EXCEEDED 2000"), ("now: late=100%", "DEADLINE_EXCEEDED 2000"),
    ("now: delay=200ms", "35 400"),
    ("now: duplicate=100% only=answers", "35 0"), ("never: delay=1s", "35 0"),
  ]) func `a promise settles whatever the link does`(plan: String, end: String) async throws {
    let program = """
      const end = await bridge.call("now", 5, { timeout: 2000 }).catch((error) => error.code);
      console.log(end, performance.now());
      """
    let run = try await run(program, plan: plan)
    #expect(run.printed == [end])
    #expect(run.connection.running == 0)
  }

  @Test func `a lost call ends at its deadline though the program clears every timer number`() async throws {
    let program = """
      const lost = bridge.call("now", 5, { timeout: 2000 }).catch((error) => error.code);
      for (let id = 0; id < 1000; id++) clearTimeout(id);
      console.log(await lost, performance.now());
      """
    let run = try await run(program, plan: "now: drop=100% only=calls")
    #expect(run.printed == ["DEADLINE_EXCEEDED 2000"])
  }

  @Test func `a program whose calls are answered does not wait for their deadlines`() async throws {
    let clock = VirtualClock()
    var bridgeConfiguration = Bridge.Configuration()
    bridgeConfiguration.clock = clock
    let bridge = Bridge(bridgeConfiguration)
    bridge.handle("now") { (value: Int) in value * 7 }
    let plan = try FaultPlan(parsing: "now: delay=200ms")
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all) {
      SimulatedTransport($0, plan: plan, clock: clock)
    }
    try await clock.runFreely { try await runtime.run("await bridge.call('now', 5)") }
    #expect(clock.now.offset == .milliseconds(400))
    await runtime.close()
  }

  @Test func `a handler in JavaScript runs once for a duplicated call`() async throws {
    let clock = VirtualClock()
    var bridgeConfiguration = Bridge.Configuration()
    bridgeConfiguration.clock = clock
    let plan = try FaultPlan(parsing: "render: duplicate=100% delay=10ms..50ms seed=1")
    let runtime = try await JavaScriptRuntime(bridge: Bridge(bridgeConfiguration), permissions: .all) {
      SimulatedTransport($0, plan: plan, clock: clock)
    }
    try await clock.runFreely {
      try await runtime.evaluate("var times = 0; bridge.handle('render', () => ++times)")
      for time in 1...5 {
        let count: Int = try await runtime.call("render")
        #expect(count == time)
      }
    }
    try await clock.runUntilIdle()
    let times: Int = try await runtime.evaluate("times")
    #expect(times == 5)
    await runtime.close()
  }

  private static let program = """
    const methods = ["now", "soon", "soon", "never"];
    const one = (i) => bridge.call(methods[i % 4], i, { timeout: 1 + i * 37 % 3000 }).then(
      (value) => value === i * 7 ? `${i}` : `${i} got ${value}`, (error) => error.code);
    const ends = [];
    for (let round = 0; round < 4; round++) {
      ends.push(...await Promise.all(Array.from({ length: 50 }, (_, i) => one(round * 50 + i))));
    }
    console.log(ends.join());
    """

  @Test(arguments: 1...10) func `under many faults every promise settles with its own answer or at its deadline`(
    seed: Int
  )
    async throws
  {
    let plan = "*: delay=longtail(20ms,3s) drop=3% duplicate=3% reorder=10% late=3% seed=\(seed)"
    let first = try await run(SimulatedEngineTests.program, plan: plan)
    let ends = try #require(first.printed.first).split(separator: ",")
    #expect(ends.count == 200)
    for (index, end) in ends.enumerated() { #expect(end == "\(index)" || end == "DEADLINE_EXCEEDED") }
    #expect(ends.count { $0 == "DEADLINE_EXCEEDED" } > 50)
    #expect(ends.count { $0 != "DEADLINE_EXCEEDED" } > 30)
    #expect(first.connection.running == 0 && first.connection.pending == 0)
    let again = try await run(SimulatedEngineTests.program, plan: plan)
    #expect(again.printed == first.printed)
    #expect(again.link == first.link)
  }
}
