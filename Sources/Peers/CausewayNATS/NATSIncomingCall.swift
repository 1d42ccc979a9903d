#if NATS
import Causeway
import CausewayConcurrency

/// A call of a caller on another machine until its answer, with the worker's half of its pair.
struct NATSIncomingCall {
  let method: String
  let began: Instant
  let reply: String
  private let id: CallID
  /// The worker's inbox; the subjects of its calls are beneath it.
  private let inbox: String
  /// The secret part of the subject for the caller's messages; nil until it is sent to the caller.
  private(set) var token: String?
  /// The subject for the caller's messages; nil until it is sent to the caller.
  private var control: String?
  /// How long each side may send nothing; nil for a plain NATS client, which expects only an answer.
  private let lease: Duration?
  let isStream: Bool
  private var nextSign: Instant
  /// When the caller counts as gone.
  private var leaseEnd: Instant
  private var items: UInt64 = 0
  /// Those that are published: a heartbeat that overtook an item must not count it.
  private var publishedItems: UInt64 = 0
  /// Items that are not published yet, as texts of the wire.
  private var held: [[UInt8]] = []
  private(set) var heldBytes = 0
  /// Whether a thread is publishing them.
  private var isPublishing = false
  private var lastBatch: Instant
  /// Why an item could not be published.
  private var failure: BridgeError?
  private var credits = NATSSequence()

  /// An item that follows the last ones so soon waits for others: a message for each would cost more than the items.
  private static let busy = Duration.microseconds(100)
  /// The bytes after which a message takes no more items.
  private static let batchBytes = 64 << 10

  /// How long a call runs before its caller receives the first heartbeat, with the worker's half of the pair.
  static let firstSign = Duration.milliseconds(50)

  /// - Parameter inbox: the subject of the worker's that the call's own one is beneath.
  init(_ id: CallID, _ request: NATSRequest, reply: String, inbox: String, now: Instant) {
    self.id = id
    self.inbox = inbox
    method = request.call.method
    began = now
    self.reply = reply
    lease = request.lease
    isStream = request.call.credit != nil
    lastBatch = now.advanced(by: .zero - NATSIncomingCall.busy)
    nextSign = now.advanced(by: NATSIncomingCall.firstSign)
    leaseEnd = request.lease.map { now.advanced(by: NATSIncomingCall.firstSign + $0) } ?? .never
  }

  private mutating func controlSubject() -> String {
    if let control { return control }
    var tokens = NATSTokens()
    let token = tokens.next()
    let control = "\(inbox).\(id.rawValue).\(token)"
    self.token = token
    self.control = control
    return control
  }

  /// The message that carries a report of progress; nil to a caller that takes none.
  mutating func carry(_ report: Message, now: Instant) -> NATSMessage? {
    guard let lease else { return nil }
    nextSign = now.advanced(by: lease / 4)
    return NATSPairMessage(report, sequence: publishedItems).message(to: reply, control: controlSubject())
  }

  /// Who publishes an item that is held.
  enum Publisher { case caller, queue, nobodyElse }

  /// Holds an item, a text of the wire, until it is published.
  ///
  /// - Throws: why an earlier one could not be published.
  mutating func hold(_ item: [UInt8], now: Instant) throws(BridgeError) -> Publisher {
    if let failure { throw failure }
    held.append(item)
    heldBytes += item.count
    if isPublishing { return .nobodyElse }
    isPublishing = true
    return lastBatch.duration(to: now) < NATSIncomingCall.busy ? .queue : .caller
  }

  /// The message with the next items, once the previous items are published; nil if there are none.
  mutating func nextBatch(now: Instant) -> NATSMessage? {
    publishedItems = items
    guard let lease, !held.isEmpty else {
      isPublishing = false
      return nil
    }
    isPublishing = true
    var (count, bytes) = (0, 0)
    while count < held.count, count == 0 || bytes + held[count].count <= NATSIncomingCall.batchBytes {
      bytes += held[count].count + 1
      count += 1
    }
    items += UInt64(count)
    lastBatch = now
    nextSign = now.advanced(by: lease / 4)
    heldBytes -= held[..<count].reduce(0) { $0 + $1.count }
    defer { held.removeFirst(count) }
    return NATSPairMessage.message(items: held[..<count], sequence: items, to: reply, control: controlSubject())
  }

  /// Notes that a batch could not be published: the stream is broken.
  mutating func fail(_ error: BridgeError) {
    failure = error
    (held, heldBytes) = ([], 0)
    isPublishing = false
  }

  /// The heartbeat that is due; nil if none is.
  mutating func sign(now: Instant) -> NATSMessage? {
    guard let lease, nextSign <= now else { return nil }
    nextSign = now.advanced(by: lease / 4)
    return NATSPairMessage(nil, sequence: publishedItems).message(to: reply, control: controlSubject())
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
    let step = credits.take(message.sequence, isStream ? message.numbered : 0)
    switch message.contents.first {
    case .cancel?: return message.contents.first
    case .credit? where isStream && step == .next: return message.contents.first
    default: return step == .lost ? .cancel(NATSPairMessage.call, .dataLoss) : nil
    }
  }
}
#endif
