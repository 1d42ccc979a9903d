import DequeModule
import Synchronization

/// Two ends in one process: what one sends, the other receives.
///
/// Messages are delivered by the task that sends them, unless that happens while a delivery to the same end is going on:
/// then they queue, so each end receives one at a time and in order.
public final class LoopbackTransport: Transport {
  private struct State {
    var receiver: (any TransportReceiver)?
    var queue: Deque<Message> = []
    var isDelivering = false
    var isClosed = false
  }

  private let state = Mutex(State())
  private let other: Mutex<LoopbackTransport?> = Mutex(nil)

  private init() {}

  /// Two ends that are joined.
  public static func pair() -> (LoopbackTransport, LoopbackTransport) {
    let left = LoopbackTransport()
    let right = LoopbackTransport()
    left.other.withLock { $0 = right }
    right.other.withLock { $0 = left }
    return (left, right)
  }

  /// Begins delivery.
  public func start(_ receiver: any TransportReceiver) {
    state.withLock { $0.receiver = receiver }
    deliver()
  }

  /// Sends a message; drops it when the link is lost.
  public func send(_ message: Message) throws(BridgeError) {
    other.withLock { $0 }?.accept(message)
  }

  /// True: both ends are bridges.
  public var idsAreUnique: Bool { true }

  /// Ends the link.
  public func close() {
    let other = other.withLock { other in
      defer { other = nil }
      return other
    }
    let receiver = state.withLock { state in
      state.isClosed = true
      state.queue.removeAll()
      return state.receiver.take()
    }
    // It may close once more when it goes: not under the lock.
    withExtendedLifetime(receiver) {}
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

  private func accept(_ message: Message) {
    state.withLock { if !$0.isClosed { $0.queue.append(message) } }
    deliver()
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
