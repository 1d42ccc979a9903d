import Glibc

/// A type-erased clock for deadlines, timers and simulated delays.
///
/// Erasing the clock here keeps its type out of all other signatures. A test passes a virtual clock, which drives
/// Swift's and JavaScript's timers alike.
package struct AnyClock: Sendable {
  private let elapsed: @Sendable () -> Int64
  private let sleepUntil: @Sendable (Duration) async throws -> Void
  /// The clock itself.
  package let base: any Clock<Duration>
  /// The clock itself if a program advances it; nil for clocks that run by themselves.
  package let manualClock: (any ManualClock)?

  package init(_ clock: some Clock<Duration>) {
    let origin = clock.now
    base = clock
    manualClock = clock as? any ManualClock
    if clock is ContinuousClock {
      // The same time as `ContinuousClock`, without the 128-bit arithmetic of `Duration`.
      let start = AnyClock.bootNanoseconds
      elapsed = { AnyClock.bootNanoseconds &- start }
    } else {
      elapsed = { origin.duration(to: clock.now).clampedNanoseconds }
    }
    sleepUntil = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
  }

  /// The current time of this clock.
  package var now: Instant { Instant(nanoseconds: elapsed()) }

  private static var bootNanoseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Suspends until `deadline`, or throws `CancellationError` when the task is cancelled first.
  package func sleep(until deadline: Instant) async throws {
    try await sleepUntil(.nanoseconds(deadline.nanoseconds))
  }
}
