/// Decides whether to begin again after a failure, and how long to wait before.
///
/// Knows no clock: time is handed in.
struct Backoff {
  private var failures = 0
  private var lastFailure: ContinuousClock.Instant?

  /// How long to wait after a failure; `nil` if it has failed too often in a row.
  ///
  /// A tenth of a second, then twice as long each time, six times. What fails after a minute in peace begins anew.
  mutating func pause(at now: ContinuousClock.Instant) -> Duration? {
    if let lastFailure, lastFailure.duration(to: now) > .seconds(60) { failures = 0 }
    lastFailure = now
    failures += 1
    return failures <= 6 ? .milliseconds(50) * (1 << failures) : nil
  }
}
