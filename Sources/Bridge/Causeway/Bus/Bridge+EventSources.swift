import CausewayConcurrency
import Logging
import Synchronization

/// What runs for each connection while it listens to an event.
typealias EventSource = @Sendable (Connection) async throws -> Void

extension Bridge {
  /// Makes an event of a sequence: each item is sent to the connection that it was made for.
  ///
  /// The sequence is asked for when a connection begins to listen, and its task cancelled when the last listener there
  /// leaves or the connection ends: while nobody listens nothing runs. The items may differ from connection to connection,
  /// as their permissions do. An event that has a sequence already gets the new one, for those who begin to listen later.
  public func event<Items: AsyncSequence & Sendable>(
    _ name: String, _ items: @escaping @Sendable (Connection) async throws -> Items
  ) where Items.Element: Encodable & Sendable {
    setEventSource(name) { connection in
      for try await item in try await items(connection) {
        // A sequence may go on although it was left: who listens anew hears another one.
        try Task.checkCancellation()
        try connection.emit(name, item)
      }
    }
  }

  /// Takes the sequence behind an event away; those that run go on.
  func removeEvent(_ name: String) { setEventSource(name, nil) }

  private func setEventSource(_ name: String, _ source: EventSource?) {
    // What the one before held may look at the bridge when it goes: not under the lock.
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
      // It begins on the pool, or on the executor of a clock that is moved by hand: not under this lock. Not for the call
      // whose handler may have had JavaScript listen: that one ends, and so would what the source asks others for.
      tasks[event] = CallContext.$current.withValue(nil) {
        // `Task { }` does not inherit an executor preference; only child tasks do.
        Task(executorPreference: clock.manualClock?.executor) { [self] in
          do {
            try await source(self)
          } catch  where Task.isCancelled {
            // Nobody listens any more: however it ended, it was told to.
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
