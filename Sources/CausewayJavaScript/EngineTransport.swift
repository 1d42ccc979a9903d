import Causeway
import JavaScriptRuntime
import Synchronization

/// Carries messages between a bridge and the JavaScript of a runtime in this process.
///
/// Values cross without a wire.
///
/// Messages to JavaScript are gathered while the engine is busy and delivered by one call. The answer of a handler that
/// finished without suspending does not travel at all: it is what the call of JavaScript's returns.
///
/// - Losing the link: the runtime closes.
/// - `send` throws only for what has no room: a value that cannot be made in JavaScript rejects its call there.
final class EngineTransport: Transport {
  private struct State {
    var outbox: Outbox
    var isScheduled = false
    var window = ReplayWindow()
    var isClosed = false
  }

  private let runtime: JavaScriptThread
  private let link: ThreadConfined<EngineLink>
  private let state: Mutex<State>
  private let waits: WaitingFlag
  /// Whether what stands between this link and the bus may send a call twice.
  private let isWrapped: Bool
  /// So many messages are a long outbox.
  private let long: Int
  private let receiver = Mutex<(any TransportReceiver)?>(nil)

  init(thread: JavaScriptThread, link: EngineLink, limits: Limits, isWrapped: Bool) {
    runtime = thread
    waits = link.outbox
    self.isWrapped = isWrapped
    state = Mutex(State(outbox: Outbox(limit: limits.eventBuffer, bytes: limits.bytesInFlight)))
    long = limits.eventBuffer
    self.link = ThreadConfined(link)
  }

  /// Called by the runtime's `attach`, so on the JavaScript thread.
  func start(_ receiver: any TransportReceiver) {
    self.receiver.withLock { $0 = receiver }
    link.value?.receiver = receiver
  }

  func send(_ message: Message) throws(BridgeError) {
    let (isFirst, dropped) = try state.withLock { (state) throws(BridgeError) -> (Bool, [Message]) in
      guard !state.isClosed else { return (false, []) }
      if isWrapped, case .call(let request) = message, !state.window.admit(request.id) { return (false, []) }
      let dropped = try state.outbox.add(message)
      defer { state.isScheduled = true }
      waits.isSet.store(true, ordering: .relaxed)
      return (!state.isScheduled, dropped)
    }
    if isFirst { runtime.perform { [self] in flush() } }
    for message in dropped { receiver.withLock { $0 }?.dropped(message) }
  }

  var bytesWaiting: Int { state.withLock { $0.outbox.bytes } }

  /// Whether so much waits that a script which never yields is not to add to it.
  var isLong: Bool { state.withLock { $0.outbox.count > long } }

  /// The client counts its calls.
  var idsAreUnique: Bool { true }

  func close() {
    end { link in link.deliverClose(BridgeError(.unavailable, "The connection was closed.")) }
  }

  // MARK: On the JavaScript thread

  /// Learns that the runtime closes: nothing can be delivered any more.
  func runtimeClosed(_ reason: JavaScriptError) {
    let receiver = receiver.withLock { $0 }
    end { _ in }
    receiver?.disconnected(reason.bridgeError)
    link.clear()
  }

  private func flush() {
    let messages = state.withLock { state in
      state.isScheduled = false
      waits.isSet.store(false, ordering: .relaxed)
      return state.outbox.removeAll()
    }
    if !messages.isEmpty { link.value?.deliver(messages) }
  }

  private func end(_ last: @escaping @Sendable (EngineLink) -> Void) {
    let wasOpen = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    receiver.withLock { $0 = nil }
    guard wasOpen else { return }
    runtime.perform { [self] in
      flush()
      if let link = link.value { last(link) }
    }
  }
}

/// Whether messages wait in an outbox, to be read without its lock.
final class WaitingFlag: Sendable {
  let isSet = Atomic<Bool>(false)
}
