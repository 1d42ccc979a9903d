import Glibc

/// One clock for deadlines, timers and simulated delays, whatever `Clock` it was made from.
///
/// Erasing the clock once keeps its type out of every signature below; a test hands in a virtual clock and moves
/// both languages at once.
package struct AnyClock: Sendable {
  private let elapsed: @Sendable () -> Int64
  private let sleepUntil: @Sendable (Duration) async throws -> Void
  /// The clock itself.
  package let base: any Clock<Duration>
  /// The clock itself if it is one that is moved by hand; nil for those that run.
  package let stepped: (any ManualClock)?

  package init(_ clock: some Clock<Duration>) {
    let origin = clock.now
    base = clock
    stepped = clock as? any ManualClock
    if clock is ContinuousClock {
      // The same clock, asked without the arithmetic of 128 bits that a `Duration` costs.
      let start = AnyClock.bootNanoseconds
      elapsed = { AnyClock.bootNanoseconds &- start }
    } else {
      elapsed = { origin.duration(to: clock.now).clampedNanoseconds }
    }
    sleepUntil = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
  }

  /// The time on this clock.
  package var now: Instant { Instant(nanoseconds: elapsed()) }

  private static var bootNanoseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Suspends until `moment`, or throws `CancellationError` when the task is cancelled first.
  package func sleep(until moment: Instant) async throws {
    try await sleepUntil(.nanoseconds(moment.nanoseconds))
  }
}
