import CausewayTesting
import Synchronization
import TestSupport
import Testing

@testable import CausewayConcurrency

@Suite(.timeLimit(.minutes(5))) struct DeadlineTimerTests {
  /// Counts how often a timer on a virtual clock fires.
  final class FiringCounter: Sendable {
    let clock = VirtualClock()
    private let firings = AsyncStream<Int>.makeStream()
    private let count = Atomic<Int>(0)
    var total: Int { count.load(ordering: .relaxed) }

    func makeTimer() -> DeadlineTimer {
      DeadlineTimer(clock: AnyClock(clock)) { [self] in
        firings.continuation.yield(count.add(1, ordering: .relaxed).newValue)
      }
    }

    func next() async { for await _ in firings.stream { return } }
  }

  @Test func `a timer fires once when its deadline has passed`() async {
    let counter = FiringCounter()
    let timer = counter.makeTimer()
    timer.set(Instant(nanoseconds: 1000))
    await counter.clock.waitForSleepers()
    counter.clock.advance(by: .nanoseconds(1000))
    await counter.next()
    #expect(counter.total == 1)
    #expect(counter.clock.sleeperCount == 0)
  }

  private enum Local {
    @TaskLocal static var value: FiringCounter?
  }

  /// A deadline may be hours away, and the task-local values may hold a whole connection.
  @Test func `a timer does not retain the task-local values of its setter`() async {
    let timer = DeadlineTimer(clock: AnyClock(ContinuousClock())) {}
    var counter: FiringCounter? = FiringCounter()
    weak let held = counter
    Local.$value.withValue(counter) { timer.set(noLaterThan: Instant(nanoseconds: .max - 1)) }
    counter = nil
    #expect(held == nil)
    withExtendedLifetime(timer) {}
  }

  @Test func `an earlier deadline replaces a later one`() async throws {
    let counter = FiringCounter()
    let timer = counter.makeTimer()
    timer.set(Instant(nanoseconds: 5000))
    await counter.clock.waitForSleepers()
    timer.set(Instant(nanoseconds: 1000))
    try await eventually("the timer sleeps once") { counter.clock.sleeperCount == 1 }
    counter.clock.advance(by: .nanoseconds(1000))
    await counter.next()
    #expect(counter.total == 1)
  }

  @Test func `setting a latest deadline keeps an earlier one`() async throws {
    let counter = FiringCounter()
    let timer = counter.makeTimer()
    timer.set(noLaterThan: Instant(nanoseconds: 1000))
    timer.set(noLaterThan: Instant(nanoseconds: 5000))
    await counter.clock.waitForSleepers()
    counter.clock.advance(by: .nanoseconds(1000))
    await counter.next()
    #expect(counter.total == 1)
    timer.set(noLaterThan: Instant(nanoseconds: 3000))
    timer.set(noLaterThan: Instant(nanoseconds: 2000))
    try await eventually("the timer sleeps once") { counter.clock.sleeperCount == 1 }
    counter.clock.advance(by: .nanoseconds(1000))
    await counter.next()
    #expect(counter.total == 2)
  }

  @Test func `a later deadline costs no second sleeper and fires at its own time`() async {
    let counter = FiringCounter()
    let timer = counter.makeTimer()
    timer.set(Instant(nanoseconds: 1000))
    await counter.clock.waitForSleepers()
    timer.set(Instant(nanoseconds: 3000))
    counter.clock.advance(by: .nanoseconds(1000))
    await counter.clock.waitForSleepers()
    #expect(counter.total == 0)
    counter.clock.advance(by: .nanoseconds(2000))
    await counter.next()
    #expect(counter.total == 1)
  }

  @Test func `a disarmed timer does not fire`() async throws {
    let counter = FiringCounter()
    let timer = counter.makeTimer()
    timer.set(Instant(nanoseconds: 1000))
    await counter.clock.waitForSleepers()
    timer.set(.never)
    try await eventually("no task sleeps") { counter.clock.sleeperCount == 0 }
    counter.clock.advance(by: .seconds(1))
    #expect(counter.total == 0)
  }

  @Test func `durations out of range are clamped`() {
    #expect(Duration.seconds(Int64.max).clampedNanoseconds == .max)
    #expect(Duration.seconds(Int64.min).clampedNanoseconds == .min)
    #expect(Instant.origin.advanced(by: .seconds(Int64.max)) == .never)
  }
}
