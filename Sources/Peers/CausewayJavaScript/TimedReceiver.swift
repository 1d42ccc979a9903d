import Causeway
import JavaScriptRuntime

/// A receiver that records how long the handlers of calls run on the JavaScript thread, and when they answer later.
final class TimedReceiver: TransportReceiver {
  private let receiver: any TransportReceiver
  private let spans: HandlerSpans

  init(_ receiver: any TransportReceiver, _ spans: HandlerSpans) {
    self.receiver = receiver
    self.spans = spans
  }

  func receive(_ message: Message) { receiver.receive(message) }

  func answer(_ request: CallRequest) -> Result<Payload, BridgeError>? {
    // A script may call names that do not exist.
    let name = request.method.utf8.count <= 256 ? request.method : "(a longer name)"
    let answer = spans.measure(name) { receiver.answer(request) }
    // Its answer is delivered on this thread, later.
    if answer == nil { spans.began(request.id.rawValue, name) }
    return answer
  }

  func dropped(_ message: Message) { receiver.dropped(message) }

  func disconnected(_ reason: BridgeError) { receiver.disconnected(reason) }
}

extension JavaScriptRuntime {
  /// Records from now on when the handlers of JavaScript's calls run, for a profile.
  ///
  /// Without it, calls have no overhead for recording.
  package func recordHandlers(in spans: HandlerSpans) {
    guard let link = attachment(EngineLink.self), let receiver = link.receiver else { return }
    link.receiver = TimedReceiver(receiver, spans)
    link.spans = spans
  }
}
