#if NATS
public import Causeway

extension NATSClient {
  /// The events of a name that the workers of a prefix publish from now on, for as long as the sequence is iterated.
  ///
  /// They are published to whoever listens at the moment: an event is lost while the connection is. They come in the order
  /// in which each worker published them. Messages that are not JSON or exceed the limits are skipped.
  ///
  ///     gateway.event("orders.changed") { _ in try nats.events("orders.changed", of: "procedures") }
  ///
  /// - Parameters:
  ///   - prefix: what the workers serve as.
  ///   - newest: how many events wait for an iteration that is busy; older ones are dropped. 1 suits states.
  /// - Throws: `INVALID_ARGUMENT` for a name that is no subject, `UNAVAILABLE` when libnats cannot subscribe.
  public func events(
    _ name: String, of prefix: String, newest: Int = 1_024, limits: Limits = Limits()
  ) throws(BridgeError) -> AsyncStream<BridgeValue> {
    try NATSSubject.check(prefix, "The prefix")
    let subject = NATSSubject.event(name, of: prefix)
    try NATSSubject.check(subject, "The event's subject")
    let (stream, continuation) = AsyncStream<BridgeValue>.makeStream(bufferingPolicy: .bufferingNewest(max(1, newest)))
    let subscription = try subscribe(subject) { message in
      guard let payload = try? NATSCodec.payload(message.data, limits),
        let value = try? payload.value(limits: limits)
      else { return }
      continuation.yield(value)
    }
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }
}
#endif
