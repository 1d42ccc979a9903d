/// Decides when to look at the network.
///
/// Knows no clock: time is handed in.
struct ChangeDetector {
  typealias Instant = ContinuousClock.Instant

  /// How long it must be quiet before a look.
  private let settle: Duration
  /// The first event that has not been looked at; a look is taken some time after it even if it never gets quiet.
  private var firstEvent: Instant?
  private var lastEvent: Instant?
  /// Looks after an overflow are expensive, and a storm overflows at once again: not before this.
  private var earliestLook: Instant?

  init(settle: Duration) { self.settle = settle }

  /// Something may have changed.
  mutating func notice(at now: Instant) {
    firstEvent = firstEvent ?? now
    lastEvent = now
  }

  /// Events were lost, so anything may have changed.
  mutating func noticeOverflow(at now: Instant) {
    notice(at: now)
    earliestLook = earliestLook ?? now
  }

  /// How long to wait before a look if nothing else happens.
  ///
  /// `nil` if there is nothing to look for.
  func timeToLook(at now: Instant) -> Duration? {
    guard let firstEvent, let lastEvent else { return nil }
    let quiet = min(lastEvent + settle, firstEvent + settle * 10)
    return max(.zero, now.duration(to: max(quiet, earliestLook ?? quiet)))
  }

  /// Whether it is time to look.
  ///
  /// If so, what was noticed is done with. Waits are of whole milliseconds: part of one early is better than late.
  mutating func shouldLook(at now: Instant) -> Bool {
    guard let rest = timeToLook(at: now), rest < .milliseconds(1) else { return false }
    firstEvent = nil
    lastEvent = nil
    if earliestLook != nil { earliestLook = now + .seconds(1) }
    return true
  }
}
