import Causeway
import Synchronization

/// Sits between a connection and its transport, and tells of what passes.
final class Tap: Transport {
  typealias Observer = @Sendable (Event) -> Void

  enum Event {
    case sent(Message)
    /// Told before the connection sees it.
    case received(Message)
    case disconnected
  }

  /// A planted fault: what to do with a message that arrives, instead of passing it on.
  typealias Sabotage = @Sendable (Message) -> [Message]

  private let inner: any Transport
  private let observer: Observer
  private let sabotage: Sabotage

  init(_ inner: any Transport, sabotage: @escaping Sabotage = { [$0] }, _ observer: @escaping Observer) {
    self.inner = inner
    self.sabotage = sabotage
    self.observer = observer
  }

  func start(_ receiver: any TransportReceiver) {
    inner.start(ObservingReceiver(receiver: receiver, sabotage: sabotage, observer: observer))
  }

  func send(_ message: Message) throws(BridgeError) {
    observer(.sent(message))
    try inner.send(message)
  }

  func close() { inner.close() }

  var idsAreUnique: Bool { inner.idsAreUnique }
  var carriesReferences: Bool { inner.carriesReferences }

  private final class ObservingReceiver: TransportReceiver {
    let receiver: any TransportReceiver
    let sabotage: Sabotage
    let observer: Observer

    init(receiver: any TransportReceiver, sabotage: @escaping Sabotage, observer: @escaping Observer) {
      self.receiver = receiver
      self.sabotage = sabotage
      self.observer = observer
    }

    func receive(_ message: Message) {
      observer(.received(message))
      for message in sabotage(message) { receiver.receive(message) }
    }

    func disconnected(_ reason: BridgeError) {
      observer(.disconnected)
      receiver.disconnected(reason)
    }
  }
}
