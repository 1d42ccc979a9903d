/// Reads a message of an older habit: which call it stands for, and by which id the page's function is told the end.
struct MessageAdapter: Sendable {
  /// What a message stands for.
  struct Message {
    /// Nil where the page keeps no callback: the promise of the message is the answer then.
    let task: LegacyRequest?
    /// The handler that the message means, and its parameters.
    let meaning: Result<(Handler, Payload), BridgeError>
  }

  let read: @Sendable (Payload, Connection) -> Message
}

extension Connection {
  /// Does what a message stands for: from here on it is a call of the handler that is meant, checked as any other.
  func answer(_ request: CallRequest, by adapter: MessageAdapter) -> Result<Payload, BridgeError>? {
    let message = adapter.read(request.params, self)
    let answer: Result<Payload, BridgeError>?
    switch message.meaning {
    case .failure(let error): answer = .failure(error.of(request.method))
    case .success(let (handler, params)):
      var meant = request
      meant.method = handler.name
      meant.methodNumber = nil
      meant.params = params
      meant.task = message.task
      if handler.isStream, message.task != nil {
        let sentence = "\(handler.name) is a stream, which one callback cannot take: iterate it with for await."
        answer = .failure(BridgeError(.invalidArgument, sentence).of(handler.name))
      } else {
        answer = self.answer(meant, by: handler)
      }
    }
    guard let task = message.task, let answer else { return answer }
    tell(task, answer, to: request.id, of: request.method)
    return nil
  }

  /// The handler of a method, if this connection may use it.
  func allowedHandler(_ method: String) -> Result<Handler, BridgeError> {
    if let handler = handler(of: CallRequest(id: CallID(rawValue: 0), method: method)) { return .success(handler) }
    return .failure(refusal(method).of(method))
  }
}

extension BridgeValue {
  /// Whether a page may name a request of its own by this.
  var isTaskID: Bool {
    switch self {
    case .string, .number: true
    default: false
    }
  }
}
