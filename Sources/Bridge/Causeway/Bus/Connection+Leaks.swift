public import CausewayConcurrency
import Synchronization

extension Connection {
  /// Declares that the owner of this connection reports the listeners of the other side itself, with their locations.
  package func leaveListenersToOthers() { tellsListeners.store(false, ordering: .relaxed) }
}

extension Connection: LeakCheckable {
  /// Calls and streams in both directions, and the listeners of the other side.
  public func openResources() async -> [OpenResource] {
    let owner = "connection \(name)"
    let (outbound, inbound) = ledger.withLock { ($0.outbound.all, $0.inbound) }
    let calls = outbound.map { id, call in
      let kind: OpenResource.Kind = if case .stream = call.reply { .stream } else { .call }
      return OpenResource(kind, call.method, of: owner, identity: "out \(id)", location: call.observation?.location)
    }
    let handlers = inbound.map { id, call in
      OpenResource(
        call.stream == nil ? .call : .stream, "\(call.method) (handler still running)", of: owner,
        identity: "in \(id)")
    }
    let events = tellsListeners.load(ordering: .relaxed) ? subscriptions.withLock { $0 } : []
    let listeners = events.map { OpenResource(.listener, $0, of: owner, identity: $0) }
    return (calls + handlers + listeners).sorted { ($0.kind.rawValue, $0.identity) < ($1.kind.rawValue, $1.identity) }
  }
}
