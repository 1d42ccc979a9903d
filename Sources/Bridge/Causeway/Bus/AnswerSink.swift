/// Receives the answer of a call instead of its caller, which may have to receive another message first.
package protocol AnswerSink: AnyObject, Sendable {
  /// The bytes that the sink holds until it has its answer.
  var weight: Int { get }

  /// Takes the answer; called once, on any thread, under no lock.
  ///
  /// - Parameters:
  ///   - request: the call's id, by which the sink answers the caller in the end: see ``Connection/reply(to:method:_:)``.
  ///   - method: the name by which the caller called.
  func take(_ answer: Result<Payload, BridgeError>, to request: CallID, of method: String, on connection: Connection)
}

/// Translates messages of another convention: into a call, and the receiver of its answer.
package struct RequestTranslation: Sendable {
  /// The call for a message.
  package struct Meaning: Sendable {
    /// The call that is made instead, or why the message has no meaning.
    let call: Result<(method: String, params: Payload), BridgeError>
    /// Nil where the caller receives the answer.
    let sink: (any AnswerSink)?

    /// A call of `method` with `params`.
    package init(call: Result<(method: String, params: Payload), BridgeError>, sink: (any AnswerSink)?) {
      self.call = call
      self.sink = sink
    }
  }

  /// What a message's params stand for; nil when the message follows no such convention, and is a call like any other.
  let read: @Sendable (Payload, Connection) -> Meaning?

  /// A translation by this closure, which runs on the connection's thread.
  package init(_ read: @escaping @Sendable (Payload, Connection) -> Meaning?) { self.read = read }
}
