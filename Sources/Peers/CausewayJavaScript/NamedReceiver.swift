import Causeway
import JavaScriptRuntime

/// A receiver that names the handlers that run on the JavaScript thread, for the call stacks of a debugger.
final class NamedReceiver: TransportReceiver {
  private let receiver: any TransportReceiver
  private let context: InspectedContext

  init(_ receiver: any TransportReceiver, _ context: InspectedContext) {
    self.receiver = receiver
    self.context = context
  }

  func receive(_ message: Message) { receiver.receive(message) }

  func answer(_ request: CallRequest) -> Result<Payload, BridgeError>? {
    context.name(request.method) { receiver.answer(request) }
  }

  func dropped(_ message: Message) { receiver.dropped(message) }

  func disconnected(_ reason: BridgeError) { receiver.disconnected(reason) }
}
