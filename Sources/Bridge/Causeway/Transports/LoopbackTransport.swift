import Synchronization

/// Two connected ends in one process: each receives the messages of the other.
///
/// The sending task delivers a message, unless another delivery to the same end is in progress: then the message is
/// queued, so each end receives one message at a time, in order.
public final class LoopbackTransport: Transport {
  private struct State {
    var receiver: (any TransportReceiver)?
    var queue: Outbox
    var isDelivering = false
    var isClosed = false
  }

  private let state: Mutex<State>
  private let other: Mutex<LoopbackTransport?> = Mutex(nil)

  private init(_ limits: Limits) {
    state = Mutex(State(queue: Outbox(limit: limits.eventBuffer, bytes: limits.bytesInFlight)))
  }

  /// Creates two connected ends.
  ///
  /// - Parameter limits: the limits of the messages that wait for a busy end: `bytesInFlight` and `eventBuffer`.
  public static func pair(limits: Limits = Limits()) -> (LoopbackTransport, LoopbackTransport) {
    let left = LoopbackTransport(limits)
    let right = LoopbackTransport(limits)
    left.other.withLock { $0 = right }
    right.other.withLock { $0 = left }
    return (left, right)
  }

  /// Begins delivery.
  public func start(_ receiver: any TransportReceiver) {
    state.withLock { $0.receiver = receiver }
    deliver()
  }

  /// Sends a message; drops it if the link is lost.
  public func send(_ message: Message) throws(BridgeError) {
    guard let other = other.withLock({ $0 }) else { return }
    for dropped in try other.accept(message) { state.withLock { $0.receiver }?.dropped(dropped) }
  }

  /// True: both ends are bridges.
  public var idsAreUnique: Bool { true }

  /// Bytes of messages that wait for the other end.
  public var bytesWaiting: Int { other.withLock { $0 }?.state.withLock { $0.queue.bytes } ?? 0 }

  /// Ends the link.
  public func close() {
    let other = other.withLock { other in
      defer { other = nil }
      return other
    }
    let (receiver, queue) = state.withLock { state in
      state.isClosed = true
      return (state.receiver.take(), state.queue.removeAll())
    }
    // It may close once more when it goes: not under the lock.
    withExtendedLifetime((receiver, queue)) {}
    other?.lost()
  }

  private func lost() {
    other.withLock { $0 = nil }
    let receiver = state.withLock { state in
      defer { state.receiver = nil }
      return state.receiver
    }
    receiver?.disconnected(BridgeError(.unavailable, "The other side closed the connection."))
  }

  /// Takes a message in; returns those that gave way to it.
  private func accept(_ message: Message) throws(BridgeError) -> [Message] {
    let dropped = try state.withLock { (state) throws(BridgeError) in
      state.isClosed ? [] : try state.queue.add(message)
    }
    deliver()
    return dropped
  }

  private func deliver() {
    while true {
      let next: (any TransportReceiver, Message)? = state.withLock { state in
        guard !state.isDelivering, let receiver = state.receiver, let message = state.queue.popFirst() else {
          return nil
        }
        state.isDelivering = true
        return (receiver, message)
      }
      guard let (receiver, message) = next else { return }
      receiver.receive(message)
      state.withLock { $0.isDelivering = false }
    }
  }
}
