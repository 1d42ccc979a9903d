#if NATS
public import Causeway

extension NATSClient {
  /// The events with a name that the workers of a prefix publish from now on, while the sequence is iterated.
  ///
  /// Only current subscribers receive an event: while the connection is lost, events are lost too. The events of each worker
  /// arrive in the order in which it published them. Messages that are not JSON or exceed the limits are skipped.
  ///
  ///     gateway.event("orders.changed") { _ in try nats.events("orders.changed", of: "procedures") }
  ///
  /// - Parameters:
  ///   - prefix: the prefix that the workers serve.
  ///   - newest: the number of events that are buffered for a slow consumer; older ones are dropped. Use 1 for states.
  ///   - limits: the limits of each event; if the buffered events exceed `bytesInFlight`, new ones are dropped.
  /// - Throws: `INVALID_ARGUMENT` for a name that is not a valid subject, `UNAVAILABLE` if libnats cannot subscribe.
  public func events(
    _ name: String, of prefix: String, newest: Int = 1_024, limits: Limits = Limits()
  ) throws(BridgeError) -> AsyncStream<BridgeValue> {
    try NATSSubject.check(prefix, "The prefix")
    let subject = NATSSubject.event(name, of: prefix)
    try NATSSubject.check(subject, "The event's subject")
    let (messages, continuation) = AsyncStream.makeStream(
      of: NATSMessage.self, bufferingPolicy: .bufferingNewest(max(1, newest)))
    let waiting = WaitingBytes(budget: ByteBudget(limit: limits.bytesInFlight))
    let subscription = try subscribe(subject) { message in
      guard waiting.budget.take(message.data.count) else { return }
      if case .dropped(let oldest) = continuation.yield(message) { waiting.budget.giveBack(oldest.data.count) }
    }
    continuation.onTermination = { _ in subscription.cancel() }
    // Read when it is taken: a value may take forty times the bytes of its text.
    return AsyncStream {
      for await message in messages {
        waiting.budget.giveBack(message.data.count)
        if let value = try? NATSCodec.payload(message.data, limits).value(limits: limits) { return value }
      }
      return nil
    }
  }
}

/// Shared by the subscription and the iteration.
private final class WaitingBytes: Sendable {
  let budget: ByteBudget

  init(budget: consuming ByteBudget) { self.budget = budget }
}
#endif
