public import CausewayConcurrency
import Synchronization

extension Connection {
  /// Declares that the owner of this connection reports the listeners of the other side itself, with their locations.
  package func leaveListenersToOthers() { tellsListeners.store(false, ordering: .relaxed) }
}

extension Connection: LeakCheckable {
  /// Calls and streams in both directions, the listeners of the other side, and its functions and objects that Swift holds.
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
    let references = isClosed ? [] : tracked.withLock { $0 }.filter { isCurrent($0.value.epoch) }
    let held = references.map { id, reference in
      OpenResource(
        .reference, reference.name, of: owner, identity: "\(reference.number) \(id)", location: reference.location?())
    }
    return (calls + handlers + listeners + held).sorted {
      ($0.kind.rawValue, $0.identity) < ($1.kind.rawValue, $1.identity)
    }
  }
}

/// A function or an object of the other side, as a leak check reports it.
struct TrackedReference: Sendable {
  let name: String
  let number: Int
  let epoch: Int
  let location: ResourceTracker.Location?
}

extension Connection {
  func track(_ reference: ImportedReference, at location: ResourceTracker.Location?) {
    let noun = reference.typeName == nil ? "function" : "object"
    let entry = TrackedReference(
      name: "\(noun) \(reference.name)", number: reference.number, epoch: reference.epoch, location: location)
    tracked.withLock { $0[ObjectIdentifier(reference)] = entry }
  }

  func untrack(_ reference: ImportedReference) {
    _ = tracked.withLock { $0.removeValue(forKey: ObjectIdentifier(reference)) }
  }
}
