import CausewayConcurrency
import Synchronization

/// One observed call, from its beginning to its end.
final class CallObservation: Sendable {
  /// A name that JavaScript gave its source may be of any length.
  private static let locationLimit = 256

  let call: ObservedCall
  /// The observers at the time of the call's beginning, so that each one receives either both reports or none.
  private let observers: [any CallObserver]
  private let clock: AnyClock
  private let place: Mutex<ResourceTracker.Location?>

  /// - Parameter location: the line of Swift that made the call; nil if it is not known.
  init(
    _ call: ObservedCall, by observers: [any CallObserver], clock: AnyClock, at location: ResourceTracker.Location?
  ) {
    self.call = call
    self.observers = observers
    self.clock = clock
    place = Mutex(location)
  }

  func began(_ params: Payload) {
    for observer in observers { observer.began(call, params) }
  }

  func ended(_ outcome: Result<Payload, BridgeError>) {
    let duration = call.start.duration(to: clock.now)
    for observer in observers { observer.ended(call, outcome, after: duration) }
  }

  /// The line that made the call; nil if it is not known.
  var location: String? { place.withLock { $0 }?() }

  /// Records the line of JavaScript that made the call.
  func locate(at location: String) {
    let location = String(decoding: location.utf8.suffix(CallObservation.locationLimit), as: UTF8.self)
    place.withLock { $0 = { location } }
  }
}
