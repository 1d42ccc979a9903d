import Glibc

/// A point on a timekeeper's own line, counted from the moment the timekeeper was made.
package struct Moment: Comparable, Hashable, Sendable {
  /// Nanoseconds since the timekeeper was made; 292 years fit.
  package var nanoseconds: Int64

  /// The moment after every other one: a deadline that never comes.
  package static let never = Moment(nanoseconds: .max)
  package static let origin = Moment(nanoseconds: 0)

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The moment that lies `duration` later, or ``never`` when that is out of range.
  package func advanced(by duration: Duration) -> Moment {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.clampedNanoseconds)
    return overflow ? .never : Moment(nanoseconds: sum)
  }

  /// The time from this moment to a later one; negative when `other` is the earlier.
  package func duration(to other: Moment) -> Duration {
    let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
    return .nanoseconds(overflow ? .max : difference)
  }
}

extension Duration {
  /// Whole nanoseconds, clamped to what 64 bits hold.
  package var clampedNanoseconds: Int64 {
    Int64(clamping: attoseconds / 1_000_000_000)
  }

  /// Milliseconds with their fraction, as JavaScript counts time.
  package var milliseconds: Double { Double(clampedNanoseconds) / 1_000_000 }
}

/// One clock for deadlines, timers and simulated delays, whatever `Clock` it was made from.
///
/// Erasing the clock once keeps its type out of every signature below; a test hands in a virtual clock and moves
/// both languages at once.
package struct Timekeeper: Sendable {
  private let elapsed: @Sendable () -> Int64
  private let sleepUntil: @Sendable (Duration) async throws -> Void
  /// The clock itself if it is one that is moved by hand; nil for those that run.
  package let stepped: (any SteppedClock)?

  package init(_ clock: some Clock<Duration>) {
    let origin = clock.now
    stepped = clock as? any SteppedClock
    if clock is ContinuousClock {
      // The same clock, asked without the arithmetic of 128 bits that a `Duration` costs.
      let start = Timekeeper.bootNanoseconds
      elapsed = { Timekeeper.bootNanoseconds &- start }
    } else {
      elapsed = { origin.duration(to: clock.now).clampedNanoseconds }
    }
    sleepUntil = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
  }

  /// The time on this clock.
  package var now: Moment { Moment(nanoseconds: elapsed()) }

  private static var bootNanoseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Suspends until `moment`, or throws `CancellationError` when the task is cancelled first.
  package func sleep(until moment: Moment) async throws {
    try await sleepUntil(.nanoseconds(moment.nanoseconds))
  }
}
