/// Decides whether to retry after a failure, and how long to wait before.
///
/// It reads no clock: the caller passes the time.
struct Backoff {
  private var failures = 0
  private var lastFailure: ContinuousClock.Instant?

  /// The delay after a failure; `nil` after more than six failures in a row.
  ///
  /// A tenth of a second first, then twice as long each time. A minute without a failure resets the count.
  mutating func pause(at now: ContinuousClock.Instant) -> Duration? {
    if let lastFailure, lastFailure.duration(to: now) > .seconds(60) { failures = 0 }
    lastFailure = now
    failures += 1
    return failures <= 6 ? .milliseconds(50) * (1 << failures) : nil
  }
}
