import Synchronization

/// Tells all who wait at this moment that something happened.
final class Broadcast: Sendable {
  private struct State {
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    var nextWaiter = 0
  }

  private let state = Mutex(State())

  /// Wakes everybody who waits.
  func send() {
    let waiters = state.withLock { state in
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume(returning: true) }
  }

  /// Waits for the next ``send()``; false when the waiting task is cancelled.
  func next() async -> Bool {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          // A cancellation before this line found nobody to wake.
          if Task.isCancelled { return true }
          state.waiters[id] = continuation
          return false
        }
        if isCancelled { continuation.resume(returning: false) }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: false)
    }
  }
}
