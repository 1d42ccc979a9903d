/// Decides when to read the network after events: when no event has arrived for the settle time.
///
/// It reads no clock: the caller passes the time.
struct ChangeDebouncer {
  typealias Instant = ContinuousClock.Instant

  /// The reason for a read.
  enum Read {
    /// No event has arrived for the settle time, or a burst has lasted for a hundred times that.
    case settled
    /// Events keep arriving: only a different connection is worth a report.
    case burst
  }

  /// The time without events before a read.
  private let settle: Duration
  /// The first event since the last read; bounds the delay if events keep arriving.
  private var firstEvent: Instant?
  private var lastEvent: Instant?
  /// The first event since the last settled read.
  private var burstStart: Instant?
  /// Reads after an overflow are expensive, and an event storm overflows again at once: no read before this time.
  private var earliestRead: Instant?

  init(settle: Duration) { self.settle = settle }

  /// Records an event that may be a change.
  mutating func recordEvent(at now: Instant) {
    firstEvent = firstEvent ?? now
    lastEvent = now
    burstStart = burstStart ?? now
  }

  /// Records that events were lost, so that anything may have changed.
  mutating func recordOverflow(at now: Instant) {
    recordEvent(at: now)
    earliestRead = earliestRead ?? now
  }

  /// The delay before the next read if no other event arrives.
  ///
  /// `nil` if no event is pending.
  func delayBeforeRead(at now: Instant) -> Duration? {
    guard let firstEvent, let lastEvent else { return nil }
    let quiet = min(lastEvent + settle, firstEvent + settle * 10)
    return max(.zero, now.duration(to: max(quiet, earliestRead ?? quiet)))
  }

  /// Whether to read now, and why.
  ///
  /// `nil` before the time of the next read. A settled read clears the pending events.
  mutating func takeRead(at now: Instant) -> Read? {
    guard let rest = delayBeforeRead(at: now), rest <= .zero, let lastEvent, let burstStart else { return nil }
    if earliestRead != nil { earliestRead = now + .seconds(1) }
    // Divided, because a hundred times the longest settle time exceeds a `Duration`.
    guard lastEvent + settle <= now || burstStart.duration(to: now) / 100 >= settle else {
      // The lists of interfaces and routes are not reported yet: another read follows, even without another event.
      firstEvent = now
      return .burst
    }
    firstEvent = nil
    self.lastEvent = nil
    self.burstStart = nil
    return .settled
  }
}
