#if WebView
import Causeway
import Synchronization

/// Carries messages between a bridge and one page of a web view, as JSON-RPC.
///
/// Whatever the page posts in one microtask arrives as one text (many bytes beside it), and whatever is sent until GTK's
/// loop comes round leaves as one. A handler that finishes at once answers before the loop goes on, through the reply of
/// the page's own message.
///
/// - Losing the link: the page is left, its process ends, or the view is closed.
/// - `send` throws only for what has no room behind what waits for a page that is busy.
final class PageTransport: Transport {
  private struct State {
    var outbox: Outbox
    /// Somebody will look into the outbox.
    var isScheduled = false
    var isClosed = false
  }

  private let end: PageEndpoint
  private let port = PagePort()
  private let wire: JSONRPCTransport
  private let state: Mutex<State>
  private let receiver = Mutex<(any TransportReceiver)?>(nil)

  init(end: PageEndpoint, limits: Limits) {
    self.end = end
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
    if isFirst { GTKExecutor.shared.perform { [end] in GTKActor.assumeIsolated { end.flush() } } }
    for message in dropped { receiver.withLock { $0 }?.dropped(message) }
  }

  var bytesWaiting: Int { state.withLock { $0.outbox.bytes } }

  func close() {
    let wasOpen = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    receiver.withLock { $0 = nil }
    wire.close()
    guard wasOpen else { return }
    GTKExecutor.shared.perform { [end] in GTKActor.assumeIsolated { end.finish("The connection was closed.") } }
  }

  // MARK: On GTK's thread

  /// Hands a message of the page's to the connection; what that sends meanwhile waits for ``takeParcels()``.
  func deliver(_ parcel: Envelope) {
    state.withLock { $0.isScheduled = true }
    wire.deliver(parcel.text, attachments: parcel.attachments)
  }

  /// All that waits: as one text, but for messages that have many bytes.
  func takeParcels() -> [Envelope] {
    let messages = state.withLock { state in
      state.isScheduled = false
      return state.outbox.removeAll()
    }
    for case let message? in messages { try? wire.send(message) }
    return port.take()
  }

  /// Says that the page is gone.
  func lost(_ reason: BridgeError) {
    state.withLock { $0.isClosed = true }
    receiver.withLock { $0 = nil }
    wire.lost(reason)
  }
}

/// Gathers texts into one: a message, or a batch of them.
///
/// A message with attachments stays alone.
private final class PagePort: AttachmentPort {
  private struct Waiting {
    var parcels: [Envelope] = []
    var batch: [UInt8] = []
    var count = 0

    /// Ends the batch that was begun.
    mutating func close() {
      guard count > 0 else { return }
      parcels.append(Envelope(text: count == 1 ? batch : batch + [UInt8(ascii: "]")]))
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
      waiting.parcels.append(Envelope(text: text, attachments: attachments))
    }
  }

  func close() {}

  func take() -> [Envelope] {
    waiting.withLock { waiting in
      waiting.close()
      defer { waiting = Waiting() }
      return waiting.parcels
    }
  }
}
#endif
