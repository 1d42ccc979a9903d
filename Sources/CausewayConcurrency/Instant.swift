/// A point on a timekeeper's own line, counted from the moment the timekeeper was made.
package struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since the timekeeper was made; 292 years fit.
  package var nanoseconds: Int64

  /// The moment after every other one: a deadline that never comes.
  package static let never = Instant(nanoseconds: .max)
  package static let origin = Instant(nanoseconds: 0)

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The moment that lies `duration` later, or ``never`` when that is out of range.
  package func advanced(by duration: Duration) -> Instant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.clampedNanoseconds)
    return overflow ? .never : Instant(nanoseconds: sum)
  }

  /// The time from this moment to a later one; negative when `other` is the earlier.
  package func duration(to other: Instant) -> Duration {
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
