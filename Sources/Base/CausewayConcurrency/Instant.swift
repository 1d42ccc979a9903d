/// A point in time on an ``AnyClock``.
package struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since the clock was created; 64 bits are enough for 292 years.
  package var nanoseconds: Int64

  /// The latest instant: a deadline that is never reached.
  package static let never = Instant(nanoseconds: .max)
  package static let origin = Instant(nanoseconds: 0)

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The instant that is later by `duration`; ``never`` if it is out of range.
  package func advanced(by duration: Duration) -> Instant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.clampedNanoseconds)
    return overflow ? .never : Instant(nanoseconds: sum)
  }

  /// The time from this instant to `other`; negative if `other` is earlier.
  package func duration(to other: Instant) -> Duration {
    let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
    return .nanoseconds(overflow ? .max : difference)
  }
}

extension Duration {
  /// Whole nanoseconds, clamped to the range of 64 bits.
  package var clampedNanoseconds: Int64 {
    Int64(clamping: attoseconds / 1_000_000_000)
  }

  /// Milliseconds with a fractional part, as JavaScript counts time.
  package var milliseconds: Double { Double(clampedNanoseconds) / 1_000_000 }
}
