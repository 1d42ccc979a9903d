import CausewayTesting
import Synchronization
import TestSupport
import Testing

@testable import CausewayConcurrency

@Suite(.timeLimit(.minutes(5))) struct DeadlineTimerTests {
  /// Counts the rings of an alarm on a virtual clock.
  final class ThreadWaker: Sendable {
    let clock = VirtualClock()
    private let rings = AsyncStream<Int>.makeStream()
    private let count = Atomic<Int>(0)
    var total: Int { count.load(ordering: .relaxed) }

    func alarm() -> DeadlineTimer {
      DeadlineTimer(clock: AnyClock(clock)) { [self] in
        rings.continuation.yield(count.add(1, ordering: .relaxed).newValue)
      }
    }

    func next() async { for await _ in rings.stream { return } }
  }

  @Test func `an alarm rings once when its moment has come`() async {
    let bell = ThreadWaker()
    let alarm = bell.alarm()
    alarm.set(Instant(nanoseconds: 1000))
    await bell.clock.waitForSleepers()
    bell.clock.advance(by: .nanoseconds(1000))
    await bell.next()
    #expect(bell.total == 1)
    #expect(bell.clock.sleeperCount == 0)
  }

  private enum Local {
    @TaskLocal static var value: ThreadWaker?
  }

  /// A deadline may be hours away, and its setter's values be a whole connection.
  @Test func `an alarm does not hold the task-local values of whoever sets it`() async {
    let alarm = DeadlineTimer(clock: AnyClock(ContinuousClock())) {}
    var bell: ThreadWaker? = ThreadWaker()
    weak let held = bell
    Local.$value.withValue(bell) { alarm.set(noLaterThan: Instant(nanoseconds: .max - 1)) }
    bell = nil
    #expect(held == nil)
    withExtendedLifetime(alarm) {}
  }

  @Test func `an earlier moment replaces a later one`() async throws {
    let bell = ThreadWaker()
    let alarm = bell.alarm()
    alarm.set(Instant(nanoseconds: 5000))
    await bell.clock.waitForSleepers()
    alarm.set(Instant(nanoseconds: 1000))
    try await eventually("the alarm sleeps once") { bell.clock.sleeperCount == 1 }
    bell.clock.advance(by: .nanoseconds(1000))
    await bell.next()
    #expect(bell.total == 1)
  }

  @Test func `an alarm that is to ring no later than a moment keeps an earlier one`() async throws {
    let bell = ThreadWaker()
    let alarm = bell.alarm()
    alarm.set(noLaterThan: Instant(nanoseconds: 1000))
    alarm.set(noLaterThan: Instant(nanoseconds: 5000))
    await bell.clock.waitForSleepers()
    bell.clock.advance(by: .nanoseconds(1000))
    await bell.next()
    #expect(bell.total == 1)
    alarm.set(noLaterThan: Instant(nanoseconds: 3000))
    alarm.set(noLaterThan: Instant(nanoseconds: 2000))
    try await eventually("the alarm sleeps once") { bell.clock.sleeperCount == 1 }
    bell.clock.advance(by: .nanoseconds(1000))
    await bell.next()
    #expect(bell.total == 2)
  }

  @Test func `a later moment costs no second sleeper and rings at its own time`() async {
    let bell = ThreadWaker()
    let alarm = bell.alarm()
    alarm.set(Instant(nanoseconds: 1000))
    await bell.clock.waitForSleepers()
    alarm.set(Instant(nanoseconds: 3000))
    bell.clock.advance(by: .nanoseconds(1000))
    await bell.clock.waitForSleepers()
    #expect(bell.total == 0)
    bell.clock.advance(by: .nanoseconds(2000))
    await bell.next()
    #expect(bell.total == 1)
  }

  @Test func `a silenced alarm does not ring`() async throws {
    let bell = ThreadWaker()
    let alarm = bell.alarm()
    alarm.set(Instant(nanoseconds: 1000))
    await bell.clock.waitForSleepers()
    alarm.set(.never)
    try await eventually("the alarm sleeps no more") { bell.clock.sleeperCount == 0 }
    bell.clock.advance(by: .seconds(1))
    #expect(bell.total == 0)
  }

  @Test func `durations out of range are clamped`() {
    #expect(Duration.seconds(Int64.max).clampedNanoseconds == .max)
    #expect(Duration.seconds(Int64.min).clampedNanoseconds == .min)
    #expect(Instant.origin.advanced(by: .seconds(Int64.max)) == .never)
  }
}
