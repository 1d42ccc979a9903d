import Synchronization

/// A continuous clock that a debugger can pause.
///
/// While it is paused, its time does not advance and no sleeper wakes.
package final class PausableClock: Clock {
  package typealias Instant = ContinuousClock.Instant

  private struct State {
    /// The sum of all pauses that have ended.
    var paused = Duration.zero
    var pausedSince: ContinuousClock.Instant?
    /// Those that wait for the end of the pause.
    var sleepers: [Deferred<Void>] = []

    var now: ContinuousClock.Instant { (pausedSince ?? .now) - paused }
  }

  private let state = Mutex(State())

  package init() {}

  package var now: Instant { state.withLock { $0.now } }
  package var minimumResolution: Duration { ContinuousClock().minimumResolution }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    while true {
      try Task.checkCancellation()
      let resumed = Deferred<Void>()
      let (remaining, isPaused): (Duration, Bool) = state.withLock { state in
        let remaining = state.now.duration(to: deadline)
        let isPaused = state.pausedSince != nil && remaining > .zero
        if isPaused { state.sleepers.append(resumed) }
        return (remaining, isPaused)
      }
      if remaining <= .zero { return }
      if isPaused {
        await resumed.value(cancelled: ())
      } else {
        // The pauses during this sleep make another one follow.
        try await ContinuousClock().sleep(until: .now + remaining, tolerance: tolerance)
      }
    }
  }

  /// Pauses the clock; has no effect while it is paused.
  package func pause() {
    state.withLock { state in if state.pausedSince == nil { state.pausedSince = .now } }
  }

  /// Resumes the clock.
  ///
  /// - Returns: the length of the pause; zero if there was none.
  @discardableResult
  package func resume() -> Duration {
    let (pause, sleepers): (Duration, [Deferred<Void>]) = state.withLock { state in
      guard let since = state.pausedSince.take() else { return (.zero, []) }
      let pause = since.duration(to: .now)
      state.paused += pause
      defer { state.sleepers = [] }
      return (pause, state.sleepers)
    }
    for sleeper in sleepers { sleeper.resolve(()) }
    return pause
  }
}
