import Synchronization

/// A timer that fires once, at the earliest deadline it was set to.
///
/// An owner of many deadlines (a timer heap, the calls in flight) needs one timer: it costs one sleeping task, however
/// many deadlines there are. The action runs on no particular thread and never under a lock, and finds out itself which
/// deadlines have passed.
package final class DeadlineTimer: Sendable {
  private static let prefix = "the timer for "

  /// Whether a task of this name belongs to a deadline timer.
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

  /// Makes a timer without a deadline.
  ///
  /// - Parameter name: the purpose of the timer, for the list of a virtual clock's sleepers.
  package init(clock: AnyClock, name: String = "an unnamed owner", action: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.name = DeadlineTimer.prefix + name
    self.action = action
  }

  deinit { state.withLock { $0.sleeper }?.cancel() }

  /// Sets the deadline, and replaces the one set before; ``Instant/never`` disarms the timer.
  package func set(_ deadline: Instant) {
    let stale = state.withLock { state in set(deadline, &state) }
    stale?.cancel()
  }

  /// Sets the deadline; returns a sleeper that is not needed any more, to be cancelled without the lock.
  private func set(_ deadline: Instant, _ state: inout State) -> Task<Void, Never>? {
    state.due = deadline
    // A sleeper that wakes earlier is kept: it reads `due` again when it wakes.
    if deadline != .never, state.wakes <= deadline { return nil }
    let stale = state.sleeper
    state.generation += 1
    state.sleeper = nil
    state.wakes = deadline
    if deadline != .never { state.sleeper = sleeper(until: deadline, generation: state.generation) }
    return stale
  }

  /// Sets the deadline unless an earlier one is set.
  package func set(noLaterThan deadline: Instant) {
    let stale = state.withLock { state in deadline < state.due ? set(deadline, &state) : nil }
    stale?.cancel()
  }

  private func sleeper(until deadline: Instant, generation: Int) -> Task<Void, Never> {
    // Detached, because a child task would retain the caller's task-local values until the timer fires.
    Task.detached(name: name, executorPreference: clock.manualClock?.executor) { [clock, weak self] in
      guard (try? await clock.sleep(until: deadline)) != nil else { return }
      self?.wake(generation: generation)
    }
  }

  private func wake(generation: Int) {
    let fires: Bool = state.withLock { state in
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
    if fires { action() }
  }
}
