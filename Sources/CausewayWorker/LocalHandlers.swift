import Causeway
import Synchronization

/// Handlers that run in the worker itself: the calls of its JavaScript that they take never leave the process.
final class LocalHandlers: Transport {
  private struct State {
    var receiver: (any TransportReceiver)?
    var engine: (any Transport)?
    /// The calls that run here, so that what else is said of them comes here too.
    var calls: Set<CallID> = []
  }

  private let bridge: Bridge
  private let state = Mutex(State())

  init(_ bridge: Bridge) { self.bridge = bridge }

  /// Joins the handlers to the engine.
  func connect(_ engine: any Transport, limits: Limits) {
    state.withLock { $0.engine = engine }
    // What the program offers to its own worker is its own affair: the worker is the wall, not this.
    _ = bridge.connect(self, permissions: .all, limits: limits, name: "local")
  }

  func start(_ receiver: any TransportReceiver) { state.withLock { $0.receiver = receiver } }

  func send(_ message: Message) throws(BridgeError) {
    let engine = state.withLock { state in
      if case .answer(let id, _) = message { state.calls.remove(id) }
      return state.engine
    }
    try engine?.send(message)
  }

  func close() { state.withLock { $0.receiver = nil } }

  /// The receiver of a message of the engine's that concerns a handler here; nil for one that is the parent's.
  func receiver(of message: Message) -> (any TransportReceiver)? {
    switch message {
    case .call(let request):
      guard bridge.hasHandler(request.method) else { return nil }
      return state.withLock { state in
        state.calls.insert(request.id)
        return state.receiver
      }
    case .cancel(let id, _):
      return state.withLock { state in state.calls.remove(id) == nil ? nil : state.receiver }
    case .credit(let id, _):
      return state.withLock { state in state.calls.contains(id) ? state.receiver : nil }
    default: return nil
    }
  }

  /// A call has been answered on the spot.
  func forget(_ id: CallID) { state.withLock { _ = $0.calls.remove(id) } }
}
