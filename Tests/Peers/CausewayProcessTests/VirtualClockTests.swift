import Causeway
import CausewayTesting
import Synchronization
import TestSupport
import Testing

@testable import CausewayProcess

/// A child's JavaScript takes real time, which a virtual clock of its parent waits for.
@Suite(.timeLimit(.minutes(2))) struct VirtualClockTests {
  private func start(
    _ clock: VirtualClock, _ source: String, register: (Bridge) -> Void = { _ in }
  ) async throws -> JavaScriptProcess {
    var configuration = Bridge.Configuration()
    configuration.clock = clock
    let bridge = Bridge(configuration)
    register(bridge)
    let process = try await Children.start(bridge)
    try await process.evaluate(program: source)
    return process
  }

  @Test func `a call that waits for a timer of the child is answered, and takes no virtual time`() async throws {
    let clock = VirtualClock()
    let process = try await start(
      clock, "bridge.handle('w', (ms) => new Promise((resolve) => setTimeout(() => resolve(ms), ms)))")
    let sum = try await clock.runFreely {
      var sum = 0
      for _ in 0..<3 { sum += try await process.call("w", 50) as Int }
      return sum
    }
    #expect(sum == 150)
    #expect(clock.now.offset == .zero)
    await process.close()
  }

  @Test func `a child that waits for a handler of its parent lets the clock advance`() async throws {
    let clock = VirtualClock()
    let process = try await start(
      clock, "bridge.handle('w', async (s) => (await bridge.call('sleep', s, { timeout: Infinity })) + 1)"
    ) { bridge in
      bridge.handle("sleep") { (seconds: Int) async throws -> Int in
        try await clock.sleep(for: .seconds(seconds))
        return seconds
      }
      bridge.handle("now") { () in 1 }
    }
    let answer: Int = try await clock.runFreely { try await process.call("w", 10, timeout: .seconds(20)) }
    #expect(answer == 11)
    #expect(clock.now.offset == .seconds(10))
    try await process.evaluate(
      program:
        "bridge.handle('many', async () => { for (let i = 0; i < 100; i++) await bridge.call('now'); return 'all' })")
    let many: String = try await clock.runFreely { try await process.call("many") }
    #expect(many == "all" && clock.now.offset == .seconds(10))
    await process.close()
  }

  @Test func `the timeout of a program is measured by the parent's clock alone`() async throws {
    let clock = VirtualClock()
    let process = try await start(clock, "0")
    try await clock.runFreely {
      try await process.evaluate(
        program: "await new Promise((resolve) => setTimeout(resolve, 300))", timeout: .milliseconds(20))
    }
    #expect(clock.now.offset == .zero)
    await process.close()
  }

  @Test func `a call that is cancelled, and a child that ends, let the clock advance`() async throws {
    let clock = VirtualClock()
    let process = try await start(clock, "bridge.handle('never', () => new Promise(() => {}))")
    let call = Task { try await process.call("never", timeout: .never) }
    try await eventually("the call is open") { process.connection.statistics.pending > 0 }
    call.cancel()
    _ = await call.result
    try await clock.runFreely { try await clock.sleep(for: .seconds(1)) }
    let second = Task { try await process.call("never", timeout: .never) }
    try await eventually("the call is open") { process.connection.statistics.pending > 0 }
    await process.close()
    _ = await second.result
    try await clock.runFreely { try await clock.sleep(for: .seconds(1)) }
    #expect(clock.now.offset == .seconds(2))
  }
}
