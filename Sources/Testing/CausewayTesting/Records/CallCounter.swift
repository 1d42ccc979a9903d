public import Causeway
import Synchronization

/// Counts the results of calls, and measures their latencies.
///
///     let counter = CallCounter()
///     bridge.observe(counter)
///     print(counter.summary)
///
/// On a bridge it counts the calls of all connections in both directions. `counter.watch(transport, clock: clock)`
/// counts those of a link instead, as one end of it sees them.
public final class CallCounter: CallObserver {
  struct Call: Sendable {
    let method: String
    var end: (code: BridgeError.Code?, latency: Duration)?
  }

  private struct Key: Hashable {
    let connection: Int
    let isOutgoing: Bool
    let id: CallID

    init(_ call: ObservedCall) { (connection, isOutgoing, id) = (call.connectionNumber, call.isOutgoing, call.id) }
  }

  private struct State {
    var open: [Key: Int] = [:]
    var calls: [Call] = []
  }

  private let state = Mutex(State())

  /// Creates a counter without calls.
  public init() {}

  /// The results so far.
  public var summary: CallSummary { CallSummary(state.withLock { $0.calls }) }

  /// Counts a call as open.
  public func began(_ call: ObservedCall, _ params: Payload) {
    state.withLock { state in
      state.open[Key(call)] = state.calls.count
      state.calls.append(Call(method: call.method))
    }
  }

  /// Counts the result of a call.
  public func ended(_ call: ObservedCall, _ outcome: Result<Payload, BridgeError>, after duration: Duration) {
    state.withLock { state in
      guard let index = state.open.removeValue(forKey: Key(call)) else { return }
      state.calls[index].end = (outcome.errorCode, duration)
    }
  }
}
