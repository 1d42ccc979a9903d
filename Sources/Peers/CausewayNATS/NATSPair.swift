#if NATS
import Causeway

/// A message between the two sides of one call before its answer, on a pair of subjects that only they know.
struct NATSPairMessage: Sendable {
  /// The pair carries one call, which has this id in its JSON-RPC.
  static let call = CallID(rawValue: 1)

  /// A report of progress, a credit or a cancellation, or one item or several; empty for a heartbeat.
  var contents: [Message]
  /// How many items (of a worker) or credits (of a caller) were sent so far, these included.
  var sequence: UInt64

  init(_ content: Message?, sequence: UInt64) {
    contents = content.map { [$0] } ?? []
    self.sequence = sequence
  }

  /// Reads a message of the other side, which is not trusted; nil for a meaningless message.
  init?(_ message: NATSMessage, _ limits: Limits) {
    guard let sequence = UInt64(message.headers[NATSHeader.sequence] ?? "") else { return nil }
    self.sequence = sequence
    contents = []
    guard !message.data.isEmpty else { return }
    guard let contents = Message.messages(wireBytes: message.data, limits: limits) else { return nil }
    for content in contents {
      switch content {
      case .item(NATSPairMessage.call, _): break
      case .progress(NATSPairMessage.call, _), .credit(NATSPairMessage.call, _), .cancel(NATSPairMessage.call, _):
        guard contents.count == 1 else { return nil }
      default: return nil
      }
    }
    self.contents = contents
  }

  /// How many of the contents are numbered: items and credits.
  var numbered: Int {
    switch contents.first {
    case .item?, .credit?: contents.count
    default: 0
    }
  }

  /// As a message to the other side.
  ///
  /// - Parameter control: the worker's half of the pair, in what a worker sends.
  func message(to subject: String, control: String? = nil) -> NATSMessage {
    NATSPairMessage.message(contents.first?.wireBytes ?? [], sequence: sequence, to: subject, control: control)
  }

  /// The message with several items, each in wire format.
  static func message(items: ArraySlice<[UInt8]>, sequence: UInt64, to subject: String, control: String) -> NATSMessage
  {
    guard items.count > 1 else {
      return message(items.first ?? [], sequence: sequence, to: subject, control: control)
    }
    var batch: [UInt8] = []
    batch.reserveCapacity(items.reduce(1) { $0 + $1.count + 1 })
    for item in items {
      batch.append(batch.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
      batch += item
    }
    batch.append(UInt8(ascii: "]"))
    return message(batch, sequence: sequence, to: subject, control: control)
  }

  /// It has no reply subject, which would make a request of it: a peer has chosen where it goes.
  private static func message(
    _ text: [UInt8], sequence: UInt64, to subject: String, control: String?
  ) -> NATSMessage {
    var headers = [NATSHeader.sequence: String(sequence)]
    headers[NATSHeader.control] = control
    return NATSMessage(subject: subject, data: text, headers: headers)
  }
}

/// Finds what is missing among numbered messages: NATS may lose some of them, but does not reorder them.
struct NATSSequence {
  private(set) var count: UInt64 = 0

  enum Step { case next, repeated, lost }

  /// Takes the number of a message's last part, of which `count` are numbered.
  mutating func take(_ number: UInt64, _ count: Int) -> Step {
    if count == 0 { return number > self.count ? .lost : .next }
    if number <= self.count { return .repeated }
    guard number - self.count == UInt64(count) else { return .lost }
    self.count = number
    return .next
  }

  static func loss(_ what: String) -> BridgeError { BridgeError(.dataLoss, "NATS lost \(what) of the stream.") }
}
#endif
