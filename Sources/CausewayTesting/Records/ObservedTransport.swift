import Causeway

/// A transport that forwards everything, and reports each message first.
final class ObservedTransport: Transport {
  typealias Note = @Sendable (_ message: Message, _ isSent: Bool) -> Void

  private let inner: any Transport
  private let note: Note

  init(_ inner: any Transport, note: @escaping Note) {
    self.inner = inner
    self.note = note
  }

  func start(_ receiver: any TransportReceiver) { inner.start(ObservingReceiver(receiver, note)) }

  func send(_ message: Message) throws(BridgeError) {
    note(message, true)
    try inner.send(message)
  }

  func close() { inner.close() }

  var idsAreUnique: Bool { inner.idsAreUnique }
  var bytesWaiting: Int { inner.bytesWaiting }

  private final class ObservingReceiver: TransportReceiver {
    private let receiver: any TransportReceiver
    private let note: Note

    init(_ receiver: any TransportReceiver, _ note: @escaping Note) {
      self.receiver = receiver
      self.note = note
    }

    func receive(_ message: Message) {
      note(message, false)
      receiver.receive(message)
    }

    func answer(_ request: CallRequest) -> Result<Payload, BridgeError>? {
      note(.call(request), false)
      let answer = receiver.answer(request)
      if let answer { note(.answer(request.id, answer), true) }
      return answer
    }

    func dropped(_ message: Message) { receiver.dropped(message) }
    func disconnected(_ reason: BridgeError) { receiver.disconnected(reason) }
  }
}
