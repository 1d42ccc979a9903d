import Causeway
import JavaScriptRuntime

/// A receiver whose handlers run within a function that observes them.
final class ObservedReceiver: TransportReceiver {
  typealias Answer = Result<Payload, BridgeError>?

  private let receiver: any TransportReceiver
  private let observe: @Sendable (CallRequest, () -> Answer) -> Answer

  /// - Parameter observe: calls the handler, which it receives as a function, once; on the JavaScript thread.
  init(_ receiver: any TransportReceiver, _ observe: @escaping @Sendable (CallRequest, () -> Answer) -> Answer) {
    self.receiver = receiver
    self.observe = observe
  }

  func receive(_ message: Message) { receiver.receive(message) }

  func answer(_ request: CallRequest) -> Answer { observe(request) { receiver.answer(request) } }

  func dropped(_ message: Message) { receiver.dropped(message) }

  func disconnected(_ reason: BridgeError) { receiver.disconnected(reason) }
}

extension JavaScriptRuntime {
  /// Records how long the handlers of JavaScript's calls run on its thread from now on, and when they answer later, for a
  /// profile.
  ///
  /// Without it, calls have no overhead for recording.
  package func recordHandlers(in spans: HandlerSpans) {
    guard let link = attachment(EngineLink.self), let receiver = link.receiver else { return }
    link.receiver = ObservedReceiver(receiver) { request, answer in
      // A script may call names that do not exist.
      let name = request.method.utf8.count <= 256 ? request.method : "(a longer name)"
      let answer = spans.measure(name, answer)
      // Its answer is delivered on this thread, later.
      if answer == nil { spans.began(request.id.rawValue, name) }
      return answer
    }
    link.spans = spans
  }
}
