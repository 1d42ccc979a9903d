/// Interprets the messages of an answer.
///
/// It uses no socket: the caller passes datagrams in and receives messages.
struct NetlinkReply {
  /// The messages do not form one state: a change happened while the kernel wrote them.
  private(set) var isInterrupted = false
  /// The answer is complete; no more messages follow.
  private(set) var isComplete = false

  private let operation: String
  private let sequence: UInt32
  private let port: UInt32
  private let isDump: Bool

  init(to operation: String, sequence: UInt32, port: UInt32, isDump: Bool) {
    self.operation = operation
    self.sequence = sequence
    self.port = port
    self.isDump = isDump
  }

  /// Reads one datagram and passes each message of this answer to `body`.
  ///
  /// Skips messages of other processes, answers to older requests, and no-ops. Throws the error in the kernel's answer,
  /// or `malformed`.
  mutating func consume(
    _ bytes: NetlinkBytes, from sender: UInt32,
    _ body: (NetlinkMessage, NetlinkBytes) throws(NetworkError) -> Void
  ) throws(NetworkError) {
    guard sender == 0 else { return }
    var messages = NetlinkMessages()
    while !isComplete, let message = try messages.next(in: bytes) {
      // An overrun has no sequence number: the kernel lost messages, possibly of this answer.
      if message.type == NetlinkMessage.Control.overrun { isInterrupted = true }
      guard message.sequence == sequence, message.port == port else { continue }
      if message.flags.contains(.dumpInterrupted) { isInterrupted = true }
      switch message.type {
      case NetlinkMessage.Control.noop, NetlinkMessage.Control.overrun:
        continue
      case NetlinkMessage.Control.error, NetlinkMessage.Control.done:
        try end(with: message, bytes)
      default:
        try body(message, bytes)
        isComplete = !isDump
      }
    }
  }

  /// Records that a datagram was lost: the answer has a gap, and an answer of one datagram is complete.
  mutating func loseDatagram() {
    isInterrupted = true
    isComplete = !isDump
  }

  private mutating func end(with message: NetlinkMessage, _ bytes: NetlinkBytes) throws(NetworkError) {
    guard let status = bytes.int32(in: message.payload) else {
      throw NetworkError(.malformed, operation)
    }
    isComplete = true
    guard status != 0 else { return }
    // Negative, as the kernel returns errors. `&-` because Int32.min has no negation.
    throw NetworkError(errorNumber: 0 &- status, operation, kernelMessage: text(in: message, bytes))
  }

  /// The kernel's explanation, `NLMSGERR_ATTR_MSG` (1), after the error number and the failed request.
  private func text(in message: NetlinkMessage, _ bytes: NetlinkBytes) -> String? {
    guard message.flags.contains(.extendedAcknowledgement) else { return nil }
    var skipped = 4
    if message.type == NetlinkMessage.Control.error {
      guard let length = bytes.uint32(at: message.payload.lowerBound + 4) else { return nil }
      // No request has 16 MiB: the mask only prevents an overflow.
      skipped += message.flags.contains(.capped) ? NetlinkMessage.headerSize : Int(length & 0xffffff)
    }
    var attributes = NetlinkAttributes(in: message.payload, afterHeaderOf: skipped)
    while let attribute = attributes.next(in: bytes) {
      if attribute.type == 1 { return String(kernelText: bytes.string(in: attribute.value)) }
    }
    return nil
  }
}
