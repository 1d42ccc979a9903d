import Causeway
import CausewayConcurrency
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
  private let outbox: EngineOutbox
  private let link: ThreadConfined<EngineLink>
  /// Whether the transport is wrapped by a transport that may duplicate calls.
  private let isWrapped: Bool
  /// Recognizes repeated calls.
  private let window = Mutex(ReplayWindow())

  init(to link: EngineLink, outbox: EngineOutbox, isWrapped: Bool) {
    self.outbox = outbox
    self.link = link.confinedSelf
    self.isWrapped = isWrapped
  }

  /// Called by the runtime's `attach`, and therefore on the JavaScript thread.
  func start(_ receiver: any TransportReceiver) {
    outbox.start(receiver)
    link.value?.start(receiver)
  }

  func send(_ message: Message) throws(BridgeError) {
    if isWrapped, case .call(let request) = message, !window.withLock({ $0.admit(request.id) }) { return }
    try outbox.send(message, over: link)
  }

  var bytesWaiting: Int { outbox.bytes }

  /// True, because the client counts its calls.
  var idsAreUnique: Bool { true }

  /// True: the client has the functions in a table.
  var carriesReferences: Bool { true }

  func close() {
    guard outbox.close() != nil else { return }
    outbox.perform { [link] in link.value?.close() }
  }
}
