import CausewayConcurrency
import Synchronization
import TestSupport
import Testing

/// Tests of the clock that a debugger stops.
@Suite(.timeLimit(.minutes(5))) struct PausableClockTests {
  @Test func `time stands still while it is paused`() async throws {
    let clock = PausableClock()
    let begun = ContinuousClock.now
    clock.pause()
    let before = clock.now
    // Real time: it is what this clock shows while it is not paused.
    try await Task.sleep(for: .milliseconds(20))
    #expect(clock.now == before)
    let pause = clock.resume()
    #expect(pause >= .milliseconds(20))
    let passed = before.duration(to: clock.now)
    // Real time: all of it but the pause has passed at most, however busy the machine is.
    #expect(passed <= ContinuousClock.now - begun - pause)
    #expect(clock.resume() == .zero)
  }

  @Test func `a sleeper does not wake during a pause`() async throws {
    let clock = PausableClock()
    let isAwake = Atomic<Bool>(false)
    clock.pause()
    async let sleep: Void = {
      try await clock.sleep(for: .milliseconds(10))
      isAwake.store(true, ordering: .relaxed)
    }()
    // Real time: it is what this clock shows, and longer than the sleep.
    try await Task.sleep(for: .milliseconds(50))
    let wokeEarly = isAwake.load(ordering: .relaxed)
    #expect(!wokeEarly)
    clock.resume()
    try await sleep
    let wokeLate = isAwake.load(ordering: .relaxed)
    #expect(wokeLate)
  }

  @Test func `a sleeper is cancelled during a pause`() async {
    let clock = PausableClock()
    clock.pause()
    let sleep = Task { try await clock.sleep(for: .seconds(1000)) }
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }
}
