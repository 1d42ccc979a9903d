import CausewayConcurrency
import Logging
import Synchronization

/// The task body for a connection while it listens to an event.
typealias EventSource = @Sendable (Connection) async throws -> Void

extension Bridge {
  /// Makes an event from a sequence: each item is sent to the connection that it was created for.
  ///
  /// The sequence is created when a connection begins to listen, and its task is cancelled when the last listener there
  /// is removed or the connection ends: nothing runs without a listener. The items may differ between connections, for
  /// example by their permissions. If the event already has a sequence, later listeners receive the new one.
  public func event<Items: AsyncSequence & Sendable>(
    _ name: String, _ items: @escaping @Sendable (Connection) async throws -> Items
  ) where Items.Element: Encodable & Sendable {
    setEventSource(name) { connection in
      for try await item in try await items(connection) {
        // A sequence may continue after its task was cancelled; a new listener has another one.
        try Task.checkCancellation()
        try connection.emit(name, item)
      }
    }
  }

  /// Removes the sequence of an event; running ones continue.
  func removeEvent(_ name: String) { setEventSource(name, nil) }

  private func setEventSource(_ name: String, _ source: EventSource?) {
    // Releasing the old source may access the bridge, so it is released outside the lock.
    let old = eventSources.withLock { exchange(&$0[name], with: source) }
    withExtendedLifetime(old) {}
  }
}

extension Connection {
  /// Runs the sequence behind an event, unless it runs.
  func beginEventTask(_ event: String) {
    guard let source = bridge.eventSources.withLock({ $0[event] }) else { return }
    eventTasks.withLock { tasks in
      guard tasks[event] == nil else { return }
      // It begins on the pool, or on the executor of a manual clock, so not under this lock. It does not inherit the
      // current call, whose handler may have caused the subscription: the end of that call would also end the calls of
      // the source.
      tasks[event] = CallContext.$current.withValue(nil) {
        // `Task { }` does not inherit an executor preference; only child tasks do.
        Task(executorPreference: clock.manualClock?.executor) { [self] in
          do {
            try await source(self)
          } catch  where Task.isCancelled {
            // There are no more listeners: the task was cancelled, so its error does not matter.
          } catch {
            bridge.logger.warning(
              "The source of an event failed.", metadata: ["event": "\(event)", "error": "\(error)"])
          }
        }
      }
    }
    // The connection may have ended before its task was known.
    if isClosed { endEventTasks() }
  }

  func endEventTask(_ event: String) {
    eventTasks.withLock { $0.removeValue(forKey: event) }?.cancel()
  }

  func endEventTasks() {
    let tasks = eventTasks.withLock { tasks in
      defer { tasks = [:] }
      return tasks
    }
    for task in tasks.values { task.cancel() }
  }
}
