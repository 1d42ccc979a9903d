import CausewayTesting
import Testing

@Suite struct VirtualClockTests {
  @Test func `sleepers wake when their time has come and not before`() async throws {
    let clock = VirtualClock()
    let early = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil) }
    let late = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(60)), tolerance: nil) }
    await clock.waitForSleepers(2)
    clock.advance(by: .milliseconds(999))
    #expect(clock.sleeperCount == 2)
    clock.advance(by: .milliseconds(1))
    try await early.value
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(59))
    try await late.value
    #expect(clock.now.offset == .seconds(60))
  }

  @Test func `a cancelled sleeper throws and is forgotten`() async throws {
    let clock = VirtualClock()
    let sleeper = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil) }
    await clock.waitForSleepers()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a time that has come needs no sleep`() async throws {
    let clock = VirtualClock()
    try await clock.sleep(until: clock.now, tolerance: nil)
    #expect(clock.sleeperCount == 0)
  }
}
