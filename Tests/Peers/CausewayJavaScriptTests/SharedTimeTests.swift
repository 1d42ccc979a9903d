import Causeway
import CausewayJavaScript
import CausewayTesting
import FoundationEssentials
import JavaScriptRuntime
import Synchronization
import Testing

/// One clock drives deadlines and handlers in Swift, and timers and dates in JavaScript.
@Suite(.timeLimit(.minutes(5))) struct SharedTimeTests {
  private func start(
    _ clock: VirtualClock, register: (Bridge) -> Void = { _ in }
  ) async throws -> (JavaScriptRuntime, Printed) {
    var bridgeConfiguration = Bridge.Configuration()
    bridgeConfiguration.clock = clock
    let bridge = Bridge(bridgeConfiguration)
    register(bridge)
    let printed = Printed()
    var configuration = RuntimeConfiguration()
    configuration.console = .handler { _, text in printed.add(text) }
    return (try await JavaScriptRuntime(bridge: bridge, permissions: .all, configuration: configuration), printed)
  }

  final class Printed: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @Test func `timers, handlers, deadlines and dates happen in the order of one clock`() async throws {
    let clock = VirtualClock(startingAt: Date(timeIntervalSince1970: 1000))
    let (runtime, printed) = try await start(clock) { bridge in
      bridge.handle("slow") { (seconds: Double) async throws -> String in
        try await clock.sleep(for: .seconds(seconds))
        return "answer after \(seconds)"
      }
    }
    let program = """
      const tell = (text) => console.log(text, performance.now(), Date.now() - 1000000);
      setTimeout(tell, 1500, "timer");
      AbortSignal.timeout(500).onabort = () => tell("signal");
      const calls = [bridge.call("slow", 1).then(tell), bridge.call("slow", 40).catch((error) => tell(error.name)),
        bridge.call("slow", 40, { timeout: 2000 }).catch((error) => tell(error.code)),
        bridge.call("slow", 40, { signal: AbortSignal.timeout(250) }).catch((error) => tell(error.name))];
      await Promise.all(calls);
      await new Promise((resolve) => setTimeout(resolve, 86_400_000));
      tell(new Date().toISOString());
      """
    try await clock.runFreely { try await runtime.run(program) }
    #expect(
      printed.all == [
        "AbortError 250 250", "signal 500 500", "answer after 1.0 1000 1000", "timer 1500 1500",
        "DEADLINE_EXCEEDED 2000 2000", "TimeoutError 30000 30000", "1970-01-02T00:17:10.000Z 86430000 86430000",
      ])
    await runtime.close()
    try await clock.runUntilIdle()
  }

  @Test func `a deadline of thirty seconds is tested without waiting`() async throws {
    let clock = VirtualClock()
    let (runtime, printed) = try await start(clock) { bridge in
      bridge.handle("never") { () async throws -> Void in
        try await Task.sleep(for: .seconds(3600), clock: clock)
      }
    }
    try await runtime.evaluate("bridge.call('never').catch((error) => console.log(error.code))")
    await clock.run(for: .milliseconds(29_999))
    #expect(printed.all == [])
    await clock.run(for: .milliseconds(1))
    #expect(printed.all == ["DEADLINE_EXCEEDED"])
    await runtime.close()
  }

  @Test func `each sleeper is named by its runtime, connection or handler`() async throws {
    let clock = VirtualClock()
    let (runtime, _) = try await start(clock) { bridge in
      bridge.handle("slow") { () async throws -> Void in try await Task.sleep(for: .seconds(60), clock: clock) }
    }
    try await runtime.evaluate("bridge.call('slow').catch(() => {}); setTimeout(() => {}, 90_000)")
    await clock.run(for: .zero)
    #expect(
      clock.sleepers.map(\.description) == [
        "the timer for the deadlines of connection javascript, until 30 s", "the handler of slow, until 60 s",
        "the timer for the timers of runtime javascript, until 90 s",
      ])
    await runtime.close()
    try await clock.runUntilIdle()
    #expect(clock.now.offset == .zero)
  }
}
