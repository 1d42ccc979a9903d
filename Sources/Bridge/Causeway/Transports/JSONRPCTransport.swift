import Synchronization

/// Carries text between two processes: a socket, a pipe, a web view.
public protocol TextPort: Sendable {
  /// Sends one message's text, in UTF-8. May be called on any thread, also on several at once; a port that is lost drops it.
  func send(_ text: [UInt8])

  /// Ends the port.
  func close()

  /// Bytes of texts that were sent and have not left; 0 if a port does not say.
  var bytesWaiting: Int { get }
}

extension TextPort {
  /// 0: the number of waiting bytes is unknown.
  public var bytesWaiting: Int { 0 }
}

/// Carries bytes beside the text, so that they need not be encoded as text.
package protocol AttachmentPort: TextPort {
  /// Sends one message's text with the bytes that it refers to by their index.
  func send(_ text: [UInt8], attachments: [[UInt8]])
}

/// Speaks JSON-RPC 2.0 over a port of texts.
///
/// The owner of the port passes incoming texts to ``deliver(_:)``, and calls ``lost(_:)`` when the port is lost. A text
/// that is not a message is answered as JSON-RPC specifies; no incoming text ends the link.
public final class JSONRPCTransport: Transport {
  private struct Names {
    var ids: [String: CallID] = [:]
    var names: [CallID: String] = [:]
    var next = JSONRPCTransport.firstNamed
  }

  /// The id of the first call that its peer names by text.
  private static let firstNamed = UInt64(1) << 53

  private let port: any TextPort
  /// The port again, if it carries bytes.
  private let attaching: (any AttachmentPort)?
  private let limits: Limits
  private let receiver = Mutex<(any TransportReceiver)?>(nil)
  /// Calls of a peer that names its calls by text.
  private let named = Mutex(Names())

  /// A transport over `port`.
  public init(_ port: any TextPort, limits: Limits = Limits()) {
    self.port = port
    attaching = port as? any AttachmentPort
    self.limits = limits
  }

  /// Begins delivery.
  public func start(_ receiver: any TransportReceiver) { self.receiver.withLock { $0 = receiver } }

  /// Sends a message; drops it if the link is lost.
  public func send(_ message: Message) throws(BridgeError) {
    guard try mayWait(message) else {
      receiver.withLock { $0 }?.dropped(message)
      return
    }
    let attachments = attaching == nil ? [] : message.largeAttachments
    let text = JSONRPCWriter.text(message, isWire: attachments.isEmpty) { id in
      if id.rawValue >= JSONRPCTransport.firstNamed, let name = named.withLock({ $0.names[id] }) {
        return .string(name)
      }
      return .number(Double(id.rawValue))
    }
    if case .answer(let id, _) = message { forget(id) }
    if let attaching, !attachments.isEmpty {
      attaching.send(text, attachments: attachments)
    } else {
      port.send(text)
    }
  }

  /// Bytes that are queued in the port.
  public var bytesWaiting: Int { port.bytesWaiting }

  /// Whether there is room for a message after those queued in the port; false for messages that may be dropped.
  private func mayWait(_ message: Message) throws(BridgeError) -> Bool {
    let weight = message.weight
    if weight <= limits.bytesInFlight - port.bytesWaiting || message.isShort { return true }
    if message.isPassing { return false }
    throw Outbox.refusal(of: weight, limit: limits.bytesInFlight)
  }

  /// Ends the link.
  public func close() {
    let receiver = receiver.withLock { $0.take() }
    // It may close once more when it goes: not under the lock.
    withExtendedLifetime(receiver) {}
    port.close()
  }

  /// Receives one text: a message or a batch.
  ///
  /// Never throws.
  public func deliver(_ text: [UInt8]) { deliver(text, attachments: []) }

  /// Receives one text, with the bytes that it refers to by index.
  package func deliver(_ text: [UInt8], attachments: [[UInt8]]) {
    JSONRPCReader.read(text, attachments: attachments, limits: limits) { event in
      switch event {
      case .message(let message): receive(message)
      case .refusal(let answer): port.send(answer)
      case .ignored: break
      case .namedCall(let name, var request):
        request.id = number(name)
        receive(.call(request))
      case .forNamedCall(let name, let control):
        guard let id = named.withLock({ $0.ids[name] }) else { return }
        switch control {
        case .cancel: receive(.cancel(id, .cancelled))
        case .credit(let items): receive(.credit(id, items))
        }
      }
    }
  }

  /// Ends the link because the port is lost.
  public func lost(_ reason: BridgeError = BridgeError(.unavailable, "The other side is gone.")) {
    let receiver = receiver.withLock { receiver in
      defer { receiver = nil }
      return receiver
    }
    receiver?.disconnected(reason)
  }

  private func receive(_ message: Message) { receiver.withLock { $0 }?.receive(message) }

  private func number(_ name: String) -> CallID {
    named.withLock { named in
      if let id = named.ids[name] { return id }
      let id = CallID(rawValue: named.next)
      named.next += 1
      named.ids[name] = id
      named.names[id] = name
      return id
    }
  }

  private func forget(_ id: CallID) {
    guard id.rawValue >= JSONRPCTransport.firstNamed else { return }
    named.withLock { named in
      if let name = named.names.removeValue(forKey: id) { named.ids[name] = nil }
    }
  }
}
