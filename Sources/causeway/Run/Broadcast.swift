import CausewayConcurrency
import Synchronization

/// Tells all who wait that something happened; with nobody waiting, the next who does.
final class Broadcast: Sendable {
  private struct State {
    var waiting: [Deferred<Bool>] = []
    /// Something happened that nobody has been told of.
    var isDue = false
  }

  private let state = Mutex(State())

  /// Wakes everybody who waits.
  func send() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isDue = state.waiting.isEmpty
      return state.waiting
    }
    let told = waiting.count { $0.resolve(true) }
    // Only such as were cancelled: somebody else has a use for it.
    if told == 0, !waiting.isEmpty { send() }
  }

  /// Forgets what nobody has been told of.
  func reset() { state.withLock { $0.isDue = false } }

  /// Waits for a ``send()``; false when the waiting task is cancelled.
  func next() async -> Bool {
    if Task.isCancelled { return false }
    let waiter = Deferred<Bool>()
    let isDue = state.withLock { state in
      if !state.isDue { state.waiting.append(waiter) }
      defer { state.isDue = false }
      return state.isDue
    }
    if isDue { return true }
    defer { state.withLock { $0.waiting.removeAll { $0 === waiter } } }
    return await waiter.value(cancelled: false)
  }
}
