import CausewayConcurrency
import Synchronization

/// The observers of the connection's calls.
extension Connection {
  /// Begins to observe a call; nil if there is no observer and its location is not known.
  ///
  /// - Parameter location: the line of Swift that makes the call.
  @inline(__always)
  func observe(
    _ request: borrowing CallRequest, isOutgoing: Bool, as name: String? = nil,
    at location: ResourceTracker.Location? = nil
  ) -> CallObservation? {
    if !bridge.isObserved, location == nil { return nil }
    return beginObservation(request, isOutgoing: isOutgoing, as: name, at: location)
  }

  @inline(never)
  private func beginObservation(
    _ request: borrowing CallRequest, isOutgoing: Bool, as name: String?, at location: ResourceTracker.Location?
  ) -> CallObservation {
    let call = ObservedCall(
      request, as: name, isOutgoing: isOutgoing, connection: self.name, number: number, start: clock.now)
    let observers = bridge.observers.withLock { $0 }
    let observation = CallObservation(call, by: observers, clock: clock, at: location)
    observation.began(request.params)
    return observation
  }

  /// Records the JavaScript location of a call that has not ended yet.
  package func located(_ id: CallID, at location: String) {
    ledger.withLock { $0.inbound[id] }?.observation?.locate(at: location)
  }
}
