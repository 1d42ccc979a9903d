import Synchronization

/// Tells all who wait that something happened; with nobody waiting, the next who does.
final class Broadcast: Sendable {
  private struct State {
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    var nextWaiter = 0
    /// Something happened that nobody has been told of.
    var isDue = false
  }

  private let state = Mutex(State())

  /// Wakes everybody who waits.
  func send() {
    let waiters = state.withLock { state in
      defer { state.waiters = [:] }
      state.isDue = state.waiters.isEmpty
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume(returning: true) }
  }

  /// Forgets what nobody has been told of.
  func reset() { state.withLock { $0.isDue = false } }

  /// Waits for a ``send()``; false when the waiting task is cancelled.
  func next() async -> Bool {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          // A cancellation before this line found nobody to wake.
          if Task.isCancelled { return false }
          if state.isDue {
            state.isDue = false
            return true
          }
          state.waiters[id] = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: false)
    }
  }
}
