import Synchronization

/// Rings once when the earliest moment that it was set to has come.
///
/// Whoever keeps many deadlines (a timer heap, the calls in flight) keeps one alarm: it costs one sleeping task, however
/// many wait. The action runs on no particular thread, never under a lock, and reads for itself what is due.
package final class DeadlineTimer: Sendable {
  private static let prefix = "the alarm for "

  /// Whether a task of this name is an alarm's.
  package static func isName(_ name: String) -> Bool { name.hasPrefix(prefix) }

  private struct State {
    var due = Instant.never
    var sleeper: Task<Void, Never>?
    var wakes = Instant.never
    var generation = 0
  }

  private let clock: AnyClock
  private let name: String
  private let action: @Sendable () -> Void
  private let state = Mutex(State())

  /// An alarm that is set to nothing.
  ///
  /// - Parameter name: says what for, where a test is told who still sleeps.
  package init(clock: AnyClock, name: String = "somebody", action: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.name = DeadlineTimer.prefix + name
    self.action = action
  }

  deinit { state.withLock { $0.sleeper }?.cancel() }

  /// Asks to ring at `moment`; a later call replaces an earlier one, ``Instant/never`` silences the alarm.
  package func set(_ moment: Instant) {
    let stale = state.withLock { state in set(moment, &state) }
    stale?.cancel()
  }

  /// Sets the alarm; the sleeper that is of no use any more is for the caller to cancel, after leaving the lock.
  private func set(_ moment: Instant, _ state: inout State) -> Task<Void, Never>? {
    state.due = moment
    // A sleeper that wakes sooner is left alone: it looks at `due` again when it wakes.
    if moment != .never, state.wakes <= moment { return nil }
    let stale = state.sleeper
    state.generation += 1
    state.sleeper = nil
    state.wakes = moment
    if moment != .never { state.sleeper = sleeper(until: moment, generation: state.generation) }
    return stale
  }

  /// Asks to ring at `moment` at the latest: an earlier one that the alarm is set to stays.
  package func set(noLaterThan moment: Instant) {
    let stale = state.withLock { state in moment < state.due ? set(moment, &state) : nil }
    stale?.cancel()
  }

  private func sleeper(until moment: Instant, generation: Int) -> Task<Void, Never> {
    // Detached, or it would hold the task-local values of whoever sets the alarm until it rings.
    Task.detached(name: name, executorPreference: clock.stepped?.executor) { [clock, weak self] in
      guard (try? await clock.sleep(until: moment)) != nil else { return }
      self?.wake(generation: generation)
    }
  }

  private func wake(generation: Int) {
    let rings: Bool = state.withLock { state in
      guard state.generation == generation else { return false }
      state.generation += 1
      state.sleeper = nil
      state.wakes = .never
      if state.due <= clock.now {
        state.due = .never
        return true
      }
      if state.due != .never {
        state.wakes = state.due
        state.sleeper = sleeper(until: state.due, generation: state.generation)
      }
      return false
    }
    if rings { action() }
  }
}
