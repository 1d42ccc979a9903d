import Synchronization

/// A value that one task waits for, and that is provided later.
///
/// A queue keeps one for each waiter, and removes it when the wait has ended, for whatever reason.
package final class Deferred<Value: Sendable>: Sendable {
  private enum Phase {
    case open
    case awaited(CheckedContinuation<Value, Never>)
    case resolved(Value)
  }

  private let phase = Mutex(Phase.open)

  package init() {}

  /// Whether the value is set, or the wait was cancelled.
  package var isResolved: Bool {
    phase.withLock { if case .resolved = $0 { true } else { false } }
  }

  /// Sets the value and resumes the waiter; false without effect if a value is set already.
  ///
  /// Must not be called under a lock, because it resumes a task.
  @discardableResult
  package func resolve(_ value: Value) -> Bool {
    let (isFirst, continuation): (Bool, CheckedContinuation<Value, Never>?) = phase.withLock { phase in
      switch phase {
      case .open:
        phase = .resolved(value)
        return (true, nil)
      case .awaited(let continuation):
        phase = .resolved(value)
        return (true, continuation)
      case .resolved: return (false, nil)
      }
    }
    continuation?.resume(returning: value)
    return isFirst
  }

  /// Waits for the value; returns `cancelled` if the task is cancelled first.
  ///
  /// Only one task may wait.
  nonisolated(nonsending) package func value(cancelled: @autoclosure @Sendable () -> Value) async -> Value {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let value: Value? = phase.withLock { phase in
          if case .resolved(let value) = phase { return value }
          phase = .awaited(continuation)
          return nil
        }
        if let value { continuation.resume(returning: value) }
      }
    } onCancel: {
      resolve(cancelled())
    }
  }
}
