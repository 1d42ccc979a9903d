import Causeway
import CausewayConcurrency

/// The open calls, streams and listeners of one runtime's JavaScript, with their source locations.
///
/// For leak checks only.
final class OpenCalls {
  private struct Call {
    let method: String
    let isStream: Bool
    let location: String?
  }

  private struct Subscription: Decodable { let event: String }

  private var calls: [CallID: Call] = [:]
  private var listeners: [String: String?] = [:]

  func began(_ request: CallRequest, at location: String?, _ limits: Limits) {
    let event = (try? request.params.decode(Subscription.self, limits: limits))?.event
    switch (request.method, event) {
    case ("$/subscribe", let event?): listeners[event] = .some(location)
    case ("$/unsubscribe", let event?): listeners[event] = nil
    default: calls[request.id] = Call(method: request.method, isStream: request.credit != nil, location: location)
    }
  }

  func ended(_ id: CallID) { calls[id] = nil }

  func endAll() { (calls, listeners) = ([:], [:]) }

  func resources(of runtime: String) -> [OpenResource] {
    let owner = "runtime \(runtime)"
    return calls.sorted { $0.key.rawValue < $1.key.rawValue }.map { id, call in
      OpenResource(call.isStream ? .stream : .call, call.method, of: owner, identity: "\(id)", location: call.location)
    }
      + listeners.sorted { $0.key < $1.key }.map { event, location in
        OpenResource(.listener, event, of: owner, identity: event, location: location)
      }
  }
}
