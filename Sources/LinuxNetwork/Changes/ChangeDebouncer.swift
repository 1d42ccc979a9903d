/// Decides when to read the network after events: when no event has arrived for the settle time.
///
/// It reads no clock: the caller passes the time.
struct ChangeDebouncer {
  typealias Instant = ContinuousClock.Instant

  /// The time without events before a read.
  private let settle: Duration
  /// The first event since the last read; bounds the delay if events keep arriving.
  private var firstEvent: Instant?
  private var lastEvent: Instant?
  /// Reads after an overflow are expensive, and an event storm overflows again at once: no read before this time.
  private var earliestRead: Instant?

  init(settle: Duration) { self.settle = settle }

  /// Records an event that may be a change.
  mutating func recordEvent(at now: Instant) {
    firstEvent = firstEvent ?? now
    lastEvent = now
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

  /// Whether to read now.
  ///
  /// If so, the pending events are cleared. Waits have whole milliseconds, so a read may be a fraction of one early.
  mutating func shouldRead(at now: Instant) -> Bool {
    guard let rest = delayBeforeRead(at: now), rest < .milliseconds(1) else { return false }
    firstEvent = nil
    lastEvent = nil
    if earliestRead != nil { earliestRead = now + .seconds(1) }
    return true
  }
}
