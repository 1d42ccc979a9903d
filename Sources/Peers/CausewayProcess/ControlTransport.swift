package import Causeway
import Synchronization

/// One end of the connection between a process and its child themselves, beside that of the child's JavaScript: both
/// share one wire.
///
/// The child numbers its own calls above those of its JavaScript. The parent's requests of its child are calls of the
/// other connection, with names that no JavaScript can handle: so they have their place in its deadlines and limits.
package final class ControlTransport: Transport {
  /// The numbers of the child's own calls, below those that the wire assigns.
  package static let numbers: Range<UInt64> = 1 << 52..<1 << 53

  private let receiver = Mutex<(any TransportReceiver)?>(nil)
  private let output: @Sendable (Message) throws(BridgeError) -> Void

  /// - Parameter output: sends a message over the wire.
  package init(_ output: @escaping @Sendable (Message) throws(BridgeError) -> Void) { self.output = output }

  package func start(_ receiver: any TransportReceiver) { self.receiver.withLock { $0 = receiver } }

  package func send(_ message: Message) throws(BridgeError) { try output(message) }

  package func close() {
    let receiver = receiver.withLock { $0.take() }
    // Not under the lock: it may be the last reference.
    withExtendedLifetime(receiver) {}
  }

  package func receive(_ message: Message) { receiver.withLock { $0 }?.receive(message) }

  /// Receives a message that is about one of the child's own calls; false if it is not.
  package func take(_ message: Message) -> Bool {
    guard let id = message.callID, ControlTransport.numbers.contains(id.rawValue) else { return false }
    receive(message)
    return true
  }
}
