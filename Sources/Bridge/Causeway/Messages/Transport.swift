/// Carries messages between the two sides of one connection.
///
/// A transport delivers messages in the order in which they were sent, each at most once, and knows nothing about
/// calls. When something fails, it has these duties:
///
/// - `send` throws only when this message cannot be carried (it is too large, it cannot be expressed, more than
///   `Limits.bytesInFlight` would wait) and the link stays open; the connection then fails this one call. For events
///   and progress reports it drops the oldest instead, and calls `receiver.dropped`.
/// - A lost link is reported once, with `receiver.disconnected`. Nothing is delivered afterwards, and `send` drops its
///   messages: the connection has already failed every call.
/// - `close` may be called at any time, on any thread, more than once, also from within `receive`.
public protocol Transport: Sendable {
  /// Begins delivery. Called once, by the connection, before anything is sent.
  func start(_ receiver: any TransportReceiver)

  /// Sends a message; returns before it is delivered. May be called on any thread.
  func send(_ message: Message) throws(BridgeError)

  /// Ends the link and releases the receiver.
  func close()

  /// Whether the other side's ids count up and are never reused, like those of a bridge; false by default.
  ///
  /// If so, a call with a known id is a copy: its handler does not run again, whatever the link does. A call that more
  /// than 16,384 later ones have overtaken also counts as a copy. A foreign peer on a wire may reuse its ids.
  var idsAreUnique: Bool { get }

  /// Bytes of messages that were sent but are still queued; 0 by default.
  var bytesWaiting: Int { get }

  /// Whether the other side sends functions, and answers `$/call/N` and `$/release`; false by default.
  ///
  /// Messages then arrive exactly once. A transport around another one passes on what that says.
  var carriesReferences: Bool { get }
}

extension Transport {
  /// False: the kind of the other side is unknown.
  public var idsAreUnique: Bool { false }

  /// 0: the number of waiting bytes is unknown.
  public var bytesWaiting: Int { 0 }

  /// False: an object that looks like a function is an object.
  public var carriesReferences: Bool { false }
}

/// The receiving side of a transport: a connection.
public protocol TransportReceiver: AnyObject, Sendable {
  /// Receives a message. Called one at a time, in order.
  func receive(_ message: Message)

  /// Receives a call from a transport that can return an answer immediately.
  ///
  /// Returns the answer if the call has already ended and none of its messages was sent before; nil if the answer will
  /// be passed to `send`.
  func answer(_ request: CallRequest) -> Result<Payload, BridgeError>?

  /// Called when an event or a progress report was dropped in favour of newer ones, because the other side is busy.
  func dropped(_ message: Message)

  /// Called when the link is lost: at most once, after the last message.
  func disconnected(_ reason: BridgeError)
}

extension TransportReceiver {
  /// Does nothing: no caller waits for such a message.
  public func dropped(_ message: Message) {}

  /// Receives the call like any other message: its answer is sent.
  public func answer(_ request: CallRequest) -> Result<Payload, BridgeError>? {
    receive(.call(request))
    return nil
  }
}
