#if NATS
import Causeway
import CausewayConcurrency

/// A call of a caller on another machine until its answer, with the worker's half of its pair.
struct NATSIncomingCall {
  let method: String
  let began: Instant
  let reply: String
  /// The secret part of the subject that the caller's messages come to.
  let token: String
  /// Where the caller's messages come to.
  private let control: String
  /// How long each side may fall silent; nil for a plain NATS client, which takes nothing but an answer.
  private let lease: Duration?
  private let isStream: Bool
  private var nextSign: Instant
  /// When the caller counts as gone.
  private var leaseEnd: Instant
  private var items: UInt64 = 0
  /// Those that are published: a sign of life that overtook an item must not count it.
  private var publishedItems: UInt64 = 0
  private var credits = NATSSequence()

  /// How long a call runs before its caller receives the first sign of life, with the worker's half of the pair.
  static let firstSign = Duration.milliseconds(50)

  /// - Parameter control: the subject of the worker's that the call's own one is beneath.
  init(_ id: CallID, _ request: NATSRequest, reply: String, control: String, now: Instant) {
    method = request.call.method
    began = now
    self.reply = reply
    lease = request.lease
    isStream = request.call.credit != nil
    token = NATSSubject.token()
    self.control = "\(control).\(id).\(token)"
    nextSign = now.advanced(by: NATSIncomingCall.firstSign)
    leaseEnd = request.lease.map { now.advanced(by: NATSIncomingCall.firstSign + $0) } ?? .never
  }

  /// The message that carries an item or a report of progress; nil to a caller that takes none.
  mutating func carry(_ content: Message, now: Instant) -> NATSMessage? {
    guard let lease else { return nil }
    if case .item = content { items += 1 }
    nextSign = now.advanced(by: lease / 4)
    var sequence = publishedItems
    if case .item = content { sequence = items }
    return NATSPairMessage(content, sequence: sequence).message(to: reply, reply: control)
  }

  /// Notes that what ``carry(_:now:)`` returned is published.
  mutating func published(_ content: Message) {
    if case .item = content { publishedItems += 1 }
  }

  /// The sign of life that is due; nil if none is.
  mutating func sign(now: Instant) -> NATSMessage? {
    guard let lease, nextSign <= now else { return nil }
    nextSign = now.advanced(by: lease / 4)
    return NATSPairMessage(nil, sequence: publishedItems).message(to: reply, reply: control)
  }

  func isAbandoned(now: Instant) -> Bool { leaseEnd <= now }

  /// The message that answers the call.
  func message(_ answer: Result<Payload, BridgeError>) -> NATSMessage {
    var message = NATSCodec.message(answer, to: reply)
    if isStream, items > 0 { message.headers[NATSHeader.sequence] = String(items) }
    return message
  }

  /// Takes a message of the caller's: a credit or a cancellation for the handler, or nil.
  mutating func take(_ message: NATSPairMessage, now: Instant) -> Message? {
    if let lease { leaseEnd = now.advanced(by: lease) }
    switch message.content {
    case .cancel?: return message.content
    case .credit? where isStream:
      switch credits.take(message.sequence, numbered: true) {
      case .next: return message.content
      case .repeated: return nil
      case .lost: return .cancel(NATSPairMessage.call, .dataLoss)
      }
    default:
      let step = credits.take(message.sequence, numbered: false)
      return step == .lost ? .cancel(NATSPairMessage.call, .dataLoss) : nil
    }
  }
}
#endif
