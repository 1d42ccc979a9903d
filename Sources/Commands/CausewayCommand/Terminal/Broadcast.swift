import CausewayConcurrency
import Synchronization

/// An event for several waiters.
///
/// An event without a waiter is kept for the next one.
final class Broadcast: Sendable {
  private struct State {
    var waiting: [Deferred<Bool>] = []
    /// Whether an event is pending.
    var isPending = false
  }

  private let state = Mutex(State())

  /// Wakes all waiters.
  func send() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isPending = state.waiting.isEmpty
      return state.waiting
    }
    let woken = waiting.count { $0.resolve(true) }
    // All waiters were cancelled: the event is kept for the next one.
    if woken == 0, !waiting.isEmpty { send() }
  }

  /// Clears a pending event.
  func reset() { state.withLock { $0.isPending = false } }

  /// Waits for a ``send()``; false if the waiting task is cancelled.
  func next() async -> Bool {
    if Task.isCancelled { return false }
    let waiter = Deferred<Bool>()
    let isPending = state.withLock { state in
      if !state.isPending { state.waiting.append(waiter) }
      defer { state.isPending = false }
      return state.isPending
    }
    if isPending { return true }
    defer { state.withLock { $0.waiting.removeAll { $0 === waiter } } }
    return await waiter.value(cancelled: false)
  }
}
