import CausewayTesting
import FoundationEssentials
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct VirtualClockTests {
  @Test func `sleepers wake at their time and not before`() async throws {
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

  @Test func `a cancelled sleeper throws and is removed`() async throws {
    let clock = VirtualClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a sleep until a past time returns at once`() async throws {
    let clock = VirtualClock()
    try await clock.sleep(until: clock.now, tolerance: nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `advancing to the next event wakes all sleepers of that time`() async throws {
    let clock = VirtualClock()
    let both = [Task { try await clock.sleep(for: .seconds(2)) }, Task { try await clock.sleep(for: .seconds(2)) }]
    let later = Task { try await clock.sleep(for: .seconds(3)) }
    await clock.waitForSleepers(3)
    #expect(clock.advanceToNext()?.offset == .seconds(2))
    for sleeper in both { try await sleeper.value }
    #expect(clock.advanceToNext()?.offset == .seconds(3))
    try await later.value
    #expect(clock.advanceToNext() == nil)
    #expect(clock.now.offset == .seconds(3))
  }

  // MARK: Automatic time

  /// The events, with their times.
  final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String, _ clock: VirtualClock) {
      lines.withLock { $0.append("\(line) \(clock.now.offset / .seconds(1))") }
    }
  }

  private func tick(_ name: String, every seconds: Int, times: Int, _ clock: VirtualClock, _ log: Log) -> Task<
    Void, any Error
  > {
    Task(executorPreference: clock.executor) {
      for _ in 0..<times {
        try await clock.sleep(for: .seconds(seconds))
        // Work at the current time, in several jobs: the clock waits for all of it.
        for _ in 0..<20 { await Task.yield() }
        log.add(name, clock)
      }
    }
  }

  @Test func `running until idle stops at every event until its work is done`() async throws {
    let (clock, log) = (VirtualClock(), Log())
    let tasks = [tick("a", every: 2, times: 3, clock, log), tick("b", every: 3, times: 2, clock, log)]
    try await clock.runUntilIdle()
    #expect(log.all == ["a 2.0", "b 3.0", "a 4.0", "b 6.0", "a 6.0"])
    #expect(clock.now.offset == .seconds(6))
    for task in tasks { try await task.value }
  }

  @Test func `a run ends at its limit, even if tasks still sleep`() async throws {
    let (clock, log) = (VirtualClock(), Log())
    let task = tick("a", every: 2, times: 3, clock, log)
    await clock.run(for: .seconds(5))
    #expect(log.all == ["a 2.0", "a 4.0"])
    #expect(clock.now.offset == .seconds(5))
    await clock.run(for: .seconds(1))
    #expect(log.all.count == 3)
    try await task.value
  }

  @Test func `an endless repetition is reported at the limit`() async throws {
    let clock = VirtualClock()
    let task = Task(name: "a heart", executorPreference: clock.executor) {
      while true { try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil) }
    }
    do {
      try await clock.runUntilIdle(within: .seconds(10))
      Issue.record("no sleeper was found")
    } catch {
      #expect(error.description == "1 is still sleeping at 10 s: a heart, until 11 s")
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `free-running time skips all waits`() async throws {
    let (clock, log) = (VirtualClock(), Log())
    try await clock.runFreely { try await tick("a", every: 3600, times: 24, clock, log).value }
    #expect(log.all.last == "a 86400.0")
  }

  @Test func `time is held during external work`() async throws {
    let clock = VirtualClock()
    let sleeper = Task(executorPreference: clock.executor) { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers()
    await clock.holdTime {
      await clock.runFreely {
        for _ in 0..<1000 { await Task.yield() }
        #expect(clock.now.offset == .zero)
      }
    }
    try await clock.runFreely { try await sleeper.value }
    #expect(clock.now.offset == .seconds(1))
  }

  // MARK: Texts

  @Test func `a sleeper is reported with its source position`() async throws {
    let clock = VirtualClock()
    try clock.requireNoSleepers()
    let line = #line + 1
    let task = Task { try await clock.sleep(for: .milliseconds(2500)) }
    await clock.waitForSleepers()
    do {
      try clock.requireNoSleepers()
      Issue.record("no sleeper was found")
    } catch {
      #expect(
        error.description
          == "1 is still sleeping at 0 s: CausewayTestingTests/VirtualClockTests.swift:\(line), until 2.5 s")
    }
    clock.advance(by: .seconds(3))
    try await task.value
  }

  @Test func `the date starts at the given time and follows the clock`() {
    let clock = VirtualClock(startingAt: Date(timeIntervalSince1970: 100))
    clock.advance(by: .milliseconds(1500))
    #expect(clock.date.timeIntervalSince1970 == 101.5)
  }

  @Test(.timeLimit(.minutes(1))) func `a wait for sleepers or for time can be cancelled`() async {
    let clock = VirtualClock()
    // No automatic advance happens meanwhile.
    await clock.holdTime {
      let waits: [@Sendable () async -> Void] = [
        { await clock.waitForSleepers(1) }, { await clock.run(for: .seconds(1)) }, { try? await clock.runUntilIdle() },
      ]
      for wait in waits {
        let waiting = Task { await wait() }
        for _ in 0..<100 { await Task.yield() }
        waiting.cancel()
        await waiting.value
        await Task {
          withUnsafeCurrentTask { $0?.cancel() }
          await wait()
        }.value
      }
    }
    #expect(clock.now.offset == .zero)
    // No waiter is left, and no run that would advance the clock.
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers(1)
    #expect(clock.now.offset == .zero)
    await clock.run(for: .seconds(1))
    await #expect(throws: Never.self) { try await sleeper.value }
  }

  @Test func `a clock cannot be moved backwards`() async {
    await #expect(processExitsWith: .failure) { VirtualClock().advance(by: .seconds(-1)) }
    await #expect(processExitsWith: .failure) {
      let clock = VirtualClock()
      clock.advance(by: .seconds(2))
      clock.advance(to: VirtualClock.Instant(offset: .seconds(1)))
    }
  }
}
