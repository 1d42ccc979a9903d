import Synchronization

/// A value that comes later, for the one task that waits for it.
///
/// What waits in a queue keeps one of these for each who waits, and takes it out when the wait is over, whatever ended it.
package final class Deferred<Value: Sendable>: Sendable {
  private enum Phase {
    case open
    case awaited(CheckedContinuation<Value, Never>)
    case resolved(Value)
  }

  private let phase = Mutex(Phase.open)

  package init() {}

  /// Whether the value is there, or that of a wait that was cancelled.
  package var isResolved: Bool {
    phase.withLock { if case .resolved = $0 { true } else { false } }
  }

  /// Gives the value; false, and nothing has changed, when there was one already.
  ///
  /// Not to be called under a lock: the task goes on.
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

  /// Waits for the value; a task that is cancelled first gives `cancelled` as the value.
  ///
  /// For one task only.
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
