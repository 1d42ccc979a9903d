#if NATS
import Causeway

/// A message between the two sides of one call before its answer, on a pair of subjects that only they know.
struct NATSPairMessage: Sendable {
  /// The pair carries one call, which has this id in its JSON-RPC.
  static let call = CallID(rawValue: 1)

  /// An item, a report of progress, a credit or a cancellation; nil for a sign of life.
  var content: Message?
  /// How many items (of a worker) or credits (of a caller) were sent so far, this one included.
  var sequence: UInt64

  init(_ content: Message?, sequence: UInt64) {
    self.content = content
    self.sequence = sequence
  }

  /// Reads a message of the other side, which may say anything; nil for what says nothing.
  init?(_ message: NATSMessage, _ limits: Limits) {
    guard let sequence = UInt64(message.headers[NATSHeader.sequence] ?? "") else { return nil }
    self.sequence = sequence
    guard !message.data.isEmpty else { return }
    guard let content = Message(wireBytes: message.data, limits: limits) else { return nil }
    switch content {
    case .item(NATSPairMessage.call, _), .progress(NATSPairMessage.call, _), .credit(NATSPairMessage.call, _),
      .cancel(NATSPairMessage.call, _):
      self.content = content
    default: return nil
    }
  }

  /// As a message to the other side.
  ///
  /// - Parameter reply: the worker's half of the pair, in what a worker sends.
  func message(to subject: String, reply: String? = nil) -> NATSMessage {
    var headers = [NATSHeader.sequence: String(sequence)]
    if reply != nil { headers[NATSHeader.alive] = "1" }
    return NATSMessage(subject: subject, reply: reply, data: content?.wireBytes ?? [], headers: headers)
  }
}

/// Finds what is missing among numbered messages: NATS may lose some of them, but does not reorder them.
struct NATSSequence {
  private(set) var count: UInt64 = 0

  enum Step { case next, repeated, lost }

  /// Takes the number of a message, which is one more than the last if the message is `numbered`, else the same.
  mutating func take(_ number: UInt64, numbered: Bool) -> Step {
    if !numbered { return number > count ? .lost : .next }
    if number <= count { return .repeated }
    guard number == count + 1 else { return .lost }
    count = number
    return .next
  }

  static func loss(_ what: String) -> BridgeError { BridgeError(.dataLoss, "NATS lost \(what) of the stream.") }
}
#endif
