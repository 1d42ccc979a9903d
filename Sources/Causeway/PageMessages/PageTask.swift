import CausewayClock
import Synchronization

/// A request of a page's that awaits its answer by a function of the page's.
final class PageTask: Sendable {
  private let id: BridgeValue
  private let callback: PageCallback

  init(_ id: BridgeValue, _ callback: PageCallback) {
    self.id = id
    self.callback = callback
  }

  /// Tells the page's function; then the promise of the message ends, which pages of this habit do not look at.
  ///
  /// It is rejected only when the function could not be told: then the page's console is the one place left to say so.
  func deliver(_ answer: Result<Payload, BridgeError>, to request: CallID, of method: String, on connection: Connection)
  {
    let epoch = connection.epoch.load(ordering: .acquiring)
    // What the answered call inherited (its deadline, its task) is none of this one's.
    CallContext.$current.withValue(nil) {
      _ = Task.immediate(executorPreference: connection.clock.stepped?.executor) { [self] in
        let end: Result<Payload, BridgeError>
        do {
          let (name, arguments) = try callback.call(id, answer, limits: connection.limits)
          try await connection.invoke(name, arguments)
          end = .success(.undefined)
        } catch {
          end = .failure(BridgeError(error).of(method))
        }
        guard connection.isCurrent(epoch) else { return connection.countLate() }
        connection.reply(to: request, method: method, end)
      }
    }
  }
}
