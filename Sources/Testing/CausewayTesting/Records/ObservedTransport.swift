import Causeway

/// A transport that forwards everything, and reports each message first.
///
/// It exists beside the observers of a bridge's calls because a simulated link may delay, drop or duplicate messages
/// behind the bridge's connection, and because a recording also has events, subscriptions and credit.
final class ObservedTransport: Transport {
  typealias Report = @Sendable (_ message: Message, _ isSent: Bool) -> Void

  private let inner: any Transport
  private let report: Report

  init(_ inner: any Transport, report: @escaping Report) {
    self.inner = inner
    self.report = report
  }

  func start(_ receiver: any TransportReceiver) { inner.start(ObservingReceiver(receiver, report)) }

  func send(_ message: Message) throws(BridgeError) {
    report(message, true)
    try inner.send(message)
  }

  func close() { inner.close() }

  var idsAreUnique: Bool { inner.idsAreUnique }
  var carriesReferences: Bool { inner.carriesReferences }
  var bytesWaiting: Int { inner.bytesWaiting }

  private final class ObservingReceiver: TransportReceiver {
    private let receiver: any TransportReceiver
    private let report: Report

    init(_ receiver: any TransportReceiver, _ report: @escaping Report) {
      self.receiver = receiver
      self.report = report
    }

    func receive(_ message: Message) {
      report(message, false)
      receiver.receive(message)
    }

    func answer(_ request: CallRequest) -> Result<Payload, BridgeError>? {
      report(.call(request), false)
      let answer = receiver.answer(request)
      if let answer { report(.answer(request.id, answer), true) }
      return answer
    }

    func dropped(_ message: Message) { receiver.dropped(message) }
    func disconnected(_ reason: BridgeError) { receiver.disconnected(reason) }
  }
}
