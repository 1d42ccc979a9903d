import Causeway
import Synchronization

/// Carries messages between a bridge and one page of a web view, as JSON-RPC.
///
/// Whatever the page posts in one microtask arrives as one text, and whatever is sent until GTK's loop comes round leaves
/// as one. A handler that finishes at once answers before the loop goes on, through the reply of the page's own message.
///
/// - Losing the link: the page is left, its process ends, or the view is closed.
/// - `send` never throws.
final class PageTransport: Transport {
  private struct State {
    var outbox: Outbox
    /// Somebody will look into the outbox.
    var isScheduled = false
    var isClosed = false
  }

  private let end: PageEnd
  private let port = PagePort()
  private let wire: JSONRPCTransport
  private let state: Mutex<State>
  private let receiver = Mutex<(any TransportReceiver)?>(nil)

  init(end: PageEnd, limits: Limits) {
    self.end = end
    wire = JSONRPCTransport(port, limits: limits)
    state = Mutex(State(outbox: Outbox(limit: limits.eventBuffer)))
  }

  func start(_ receiver: any TransportReceiver) {
    self.receiver.withLock { $0 = receiver }
    wire.start(receiver)
  }

  func send(_ message: Message) {
    let (isFirst, dropped): (Bool, Message?) = state.withLock { state in
      guard !state.isClosed else { return (false, nil) }
      defer { state.isScheduled = true }
      return (!state.isScheduled, state.outbox.append(message))
    }
    if isFirst { GTKExecutor.shared.perform { [end] in GTKActor.assumeIsolated { end.flush() } } }
    if let dropped { receiver.withLock { $0 }?.dropped(dropped) }
  }

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

  /// Hands a text of the page's to the connection; what that sends meanwhile waits for ``takeText()``.
  func deliver(_ text: [UInt8]) {
    state.withLock { $0.isScheduled = true }
    wire.deliver(text)
  }

  /// All that waits, as one text; nil if nothing does.
  func takeText() -> [UInt8]? {
    let messages = state.withLock { state in
      state.isScheduled = false
      return state.outbox.removeAll()
    }
    for message in messages { try? wire.send(message) }
    return port.take()
  }

  /// Whether anything waits.
  var isEmpty: Bool { state.withLock { $0.outbox.isEmpty } && port.isEmpty }

  /// Says that the page is gone.
  func lost(_ reason: BridgeError) {
    state.withLock { $0.isClosed = true }
    receiver.withLock { $0 = nil }
    wire.lost(reason)
  }
}

/// Gathers texts into one: a message, or a batch of them.
private final class PagePort: TextPort {
  private struct Batch {
    var text: [UInt8] = []
    var count = 0
  }

  private let batch = Mutex(Batch())

  var isEmpty: Bool { batch.withLock { $0.count == 0 } }

  func send(_ text: [UInt8]) {
    batch.withLock { batch in
      if batch.count == 0 {
        batch.text = text
      } else {
        if batch.count == 1 { batch.text.insert(UInt8(ascii: "["), at: 0) }
        batch.text.append(UInt8(ascii: ","))
        batch.text += text
      }
      batch.count += 1
    }
  }

  func close() {}

  func take() -> [UInt8]? {
    batch.withLock { batch in
      guard batch.count > 0 else { return nil }
      defer { batch = Batch() }
      return batch.count == 1 ? batch.text : batch.text + [UInt8(ascii: "]")]
    }
  }
}
