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
  ///   - limits: of each event, and `bytesInFlight` of those that wait: beyond them new ones are dropped.
  /// - Throws: `INVALID_ARGUMENT` for a name that is no subject, `UNAVAILABLE` when libnats cannot subscribe.
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
