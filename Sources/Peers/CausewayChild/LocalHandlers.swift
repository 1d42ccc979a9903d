import Causeway
import Synchronization

/// Handlers that run in the child itself: their calls never leave the process.
final class LocalHandlers: Transport {
  private struct State {
    var receiver: (any TransportReceiver)?
    var engine: (any Transport)?
    /// The calls that run here: further messages about them stay here too.
    var calls: Set<CallID> = []
  }

  private let bridge: Bridge
  private let state = Mutex(State())

  init(_ bridge: Bridge) { self.bridge = bridge }

  /// Connects the handlers to the engine.
  func connect(_ engine: any Transport, limits: Limits) {
    state.withLock { $0.engine = engine }
    // A program decides which handlers its own child has: the isolation boundary is the process.
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

  /// The receiver of an engine message for a local handler; nil for a message to the parent.
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

  /// Removes a call that was answered synchronously.
  func forget(_ id: CallID) { state.withLock { _ = $0.calls.remove(id) } }
}
