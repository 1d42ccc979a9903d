#if WebView
import Causeway
import Synchronization

/// Carries messages between a bridge and one page of a web view, as JSON-RPC.
///
/// Messages that the page posts in one microtask arrive as one text, with large byte arrays beside it. Messages that
/// are sent in one iteration of GTK's loop leave as one text. A handler that finishes synchronously answers before the
/// loop continues, through the reply to the page's own message.
///
/// - Losing the link: the page is left, its process ends, or the view is closed.
/// - `send` throws only if the outbox of a busy page is full.
final class PageTransport: Transport {
  private struct State {
    var outbox: Outbox
    /// A flush of the outbox is scheduled.
    var isScheduled = false
    var isClosed = false
  }

  private let endpoint: PageEndpoint
  private let port = PagePort()
  private let wire: JSONRPCTransport
  private let state: Mutex<State>
  private let receiver = Mutex<(any TransportReceiver)?>(nil)

  init(endpoint: PageEndpoint, limits: Limits) {
    self.endpoint = endpoint
    wire = JSONRPCTransport(port, limits: limits)
    state = Mutex(State(outbox: Outbox(limit: limits.eventBuffer, bytes: limits.bytesInFlight)))
  }

  func start(_ receiver: any TransportReceiver) {
    self.receiver.withLock { $0 = receiver }
    wire.start(receiver)
  }

  func send(_ message: Message) throws(BridgeError) {
    let (isFirst, dropped) = try state.withLock { (state) throws(BridgeError) -> (Bool, [Message]) in
      guard !state.isClosed else { return (false, []) }
      let dropped = try state.outbox.add(message)
      defer { state.isScheduled = true }
      return (!state.isScheduled, dropped)
    }
    if isFirst { GTKExecutor.shared.perform { [endpoint] in GTKActor.assumeIsolated { endpoint.flush() } } }
    for message in dropped { receiver.withLock { $0 }?.dropped(message) }
  }

  var bytesWaiting: Int { state.withLock { $0.outbox.bytes } }

  /// True: the page's client has the functions in a table.
  var carriesReferences: Bool { true }

  func close() {
    let wasOpen = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    receiver.withLock { $0 = nil }
    wire.close()
    guard wasOpen else { return }
    GTKExecutor.shared.perform { [endpoint] in GTKActor.assumeIsolated { endpoint.finish("The connection was closed.") }
    }
  }

  // MARK: On GTK's thread

  /// Delivers a message of the page to the connection; its answers wait for ``takeEnvelopes()``.
  func deliver(_ envelope: Envelope) {
    state.withLock { $0.isScheduled = true }
    wire.deliver(envelope.text, attachments: envelope.attachments)
  }

  /// The pending messages: as one text, except for messages with many bytes.
  func takeEnvelopes() -> [Envelope] {
    let messages = state.withLock { state in
      state.isScheduled = false
      return state.outbox.removeAll()
    }
    for case let message? in messages { try? wire.send(message) }
    return port.take()
  }

  /// Reports that the page is gone.
  func lost(_ reason: BridgeError) {
    state.withLock { $0.isClosed = true }
    receiver.withLock { $0 = nil }
    wire.lost(reason)
  }
}

/// Joins texts to one: a message, or a batch of messages.
///
/// A message with attachments stays separate.
private final class PagePort: AttachmentPort {
  private struct Waiting {
    var envelopes: [Envelope] = []
    var batch: [UInt8] = []
    var count = 0

    /// Ends the current batch.
    mutating func close() {
      guard count > 0 else { return }
      envelopes.append(Envelope(text: count == 1 ? batch : batch + [UInt8(ascii: "]")]))
      batch = []
      count = 0
    }
  }

  private let waiting = Mutex(Waiting())

  func send(_ text: [UInt8]) {
    waiting.withLock { waiting in
      if waiting.count == 0 {
        waiting.batch = text
      } else {
        if waiting.count == 1 { waiting.batch.insert(UInt8(ascii: "["), at: 0) }
        waiting.batch.append(UInt8(ascii: ","))
        waiting.batch += text
      }
      waiting.count += 1
    }
  }

  func send(_ text: [UInt8], attachments: [[UInt8]]) {
    waiting.withLock { waiting in
      waiting.close()
      waiting.envelopes.append(Envelope(text: text, attachments: attachments))
    }
  }

  func close() {}

  func take() -> [Envelope] {
    waiting.withLock { waiting in
      waiting.close()
      defer { waiting = Waiting() }
      return waiting.envelopes
    }
  }
}
#endif
