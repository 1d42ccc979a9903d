#if Plugins
import Synchronization

/// The deadlines of the readers that wait for a server: one sleeping task, however many there are.
final class ReadDeadlines: Sendable {
  private struct Entry {
    let deadline: ContinuousClock.Instant
    let expire: @Sendable () -> Void
  }

  private struct State {
    var entries: [UInt64: Entry] = [:]
    var last: UInt64 = 0
    var sleeper: Task<Void, Never>?
    /// When the sleeper wakes.
    var wakes: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  deinit { state.withLock { $0.sleeper }?.cancel() }

  /// Calls `expire` at the deadline, unless the entry was removed before.
  func add(_ deadline: ContinuousClock.Instant, expire: @escaping @Sendable () -> Void) -> UInt64 {
    let (number, stale) = state.withLock { state in
      state.last += 1
      state.entries[state.last] = Entry(deadline: deadline, expire: expire)
      // A sleeper that wakes earlier looks at all entries.
      if let wakes = state.wakes, wakes <= deadline { return (state.last, nil as Task<Void, Never>?) }
      defer { sleep(until: deadline, &state) }
      return (state.last, state.sleeper)
    }
    stale?.cancel()
    return number
  }

  func remove(_ number: UInt64) {
    _ = state.withLock { $0.entries.removeValue(forKey: number) }
  }

  private func sleep(until deadline: ContinuousClock.Instant, _ state: inout State) {
    state.wakes = deadline
    // Detached: it outlives the call that begins it.
    state.sleeper = Task.detached { [weak self] in
      guard (try? await ContinuousClock().sleep(until: deadline)) != nil else { return }
      self?.wake()
    }
  }

  private func wake() {
    let now = ContinuousClock.now
    let expired = state.withLock { state in
      let expired = state.entries.filter { $0.value.deadline <= now }
      for number in expired.keys { state.entries[number] = nil }
      (state.sleeper, state.wakes) = (nil, nil)
      if let next = state.entries.values.map(\.deadline).min() { sleep(until: next, &state) }
      return expired.values
    }
    for entry in expired { entry.expire() }
  }
}
#endif
