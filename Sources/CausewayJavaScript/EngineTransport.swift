import Causeway
import JavaScriptRuntime
import Synchronization

/// Carries messages between a bridge and the JavaScript of a runtime in the same process.
///
/// Values cross without serialization.
///
/// Messages to JavaScript are gathered while the engine is busy, and delivered by one call. The answer of a handler
/// that does not suspend is not sent as a message: it is the return value of JavaScript's call.
///
/// - The link is lost when the runtime closes.
/// - `send` throws only if the outbox is full. A value that cannot be made in JavaScript rejects its call there.
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
  /// Whether the transport is wrapped by one that may duplicate calls.
  private let isWrapped: Bool
  /// The number of messages from which the outbox counts as long.
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

  /// Called by the runtime's `attach`, and therefore on the JavaScript thread.
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

  /// Whether the outbox is so long that a script which never yields must not add to it.
  var isLong: Bool { state.withLock { $0.outbox.count > long } }

  /// True, because the client counts its calls.
  var idsAreUnique: Bool { true }

  func close() {
    end { link in link.deliverClose(BridgeError(.unavailable, "The connection was closed.")) }
  }

  // MARK: On the JavaScript thread

  /// Ends the transport because the runtime closes: nothing can be delivered any more.
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

/// Whether messages wait in an outbox; readable without the outbox's lock.
final class WaitingFlag: Sendable {
  let isSet = Atomic<Bool>(false)
}
