/// Carries messages between the two sides of one connection.
///
/// A transport delivers messages in the order in which they were sent, each at most once, and knows nothing of calls.
/// What it owes when something fails:
///
/// - `send` throws only when this message cannot be carried (it is too large, it cannot be expressed, more than
///   `Limits.bytesInFlight` would wait) and the link lives on; the connection then fails the one call. Of events and
///   reports of progress the oldest are dropped instead, and `receiver.dropped` is told.
/// - A link that is lost is told once, by `receiver.disconnected`; nothing is delivered afterwards, and `send` then
///   drops what it is given: the connection has failed every call already.
/// - `close` may be called at any time, on any thread, more than once, also from within `receive`.
public protocol Transport: Sendable {
  /// Begins delivery. Called once, by the connection, before anything is sent.
  func start(_ receiver: any TransportReceiver)

  /// Sends a message; returns before it is delivered. May be called on any thread.
  func send(_ message: Message) throws(BridgeError)

  /// Ends the link and lets go of the receiver.
  func close()

  /// Whether the other side's ids count up and never come again, as those of a bridge do; false if a transport does not say.
  ///
  /// Then a call that comes a second time is a copy: its handler does not run again, whatever the link does. A call that
  /// more than 16,384 later ones have overtaken counts as a copy too. A foreign peer on a wire may use its ids again.
  var idsAreUnique: Bool { get }

  /// Bytes of messages that were sent and have not left; 0 if a transport does not say.
  var bytesWaiting: Int { get }
}

extension Transport {
  /// False: who is at the other side is not known.
  public var idsAreUnique: Bool { false }

  /// 0: the number of waiting bytes is unknown.
  public var bytesWaiting: Int { 0 }
}

/// The side of a transport that messages arrive at: a connection.
public protocol TransportReceiver: AnyObject, Sendable {
  /// Takes a message. Called one at a time, in order.
  func receive(_ message: Message)

  /// Takes a call, from a transport that can hand over an answer on the spot.
  ///
  /// Returns the answer if the call has ended by now and nothing of it was sent before; nil if `send` will be given it.
  func answer(_ request: CallRequest) -> Result<Payload, BridgeError>?

  /// Learns that an event or a report of progress gave way to newer ones: the other side takes none at the moment.
  func dropped(_ message: Message)

  /// Learns that the link is lost. Called at most once, after the last message.
  func disconnected(_ reason: BridgeError)
}

extension TransportReceiver {
  /// Does nothing: nobody waits for such a message.
  public func dropped(_ message: Message) {}

  /// Takes the call as any other message: its answer is sent.
  public func answer(_ request: CallRequest) -> Result<Payload, BridgeError>? {
    receive(.call(request))
    return nil
  }
}
