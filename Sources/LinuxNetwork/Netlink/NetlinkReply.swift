/// Decides what each message of an answer means.
///
/// Knows no socket: datagrams go in, messages and an end come out.
struct NetlinkReply {
  /// The answer's messages do not form one state: something changed while the kernel wrote them.
  private(set) var isInterrupted = false
  /// The answer is complete; nothing more will come.
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

  /// Reads one datagram and hands each message that belongs to this answer to `body`.
  ///
  /// Skips what another process sent, what answers an older request, and what the kernel says to skip.
  /// Throws the error that the kernel answered, or `malformed`.
  mutating func consume(
    _ bytes: NetlinkBytes, from sender: UInt32,
    _ body: (NetlinkMessage, NetlinkBytes) throws(NetworkError) -> Void
  ) throws(NetworkError) {
    guard sender == 0 else { return }
    var messages = NetlinkMessages()
    while !isComplete, let message = try messages.next(in: bytes) {
      // An overrun has no sequence number: the kernel lost messages, ours may be among them.
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

  /// Notes that a datagram could not be read: the answer has a gap, and if it was the only one, it is over.
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
    // Negative, as the kernel returns errors. `&-` because Int32.min has no negative.
    throw NetworkError(errorNumber: 0 &- status, operation, kernelMessage: text(in: message, bytes))
  }

  /// The kernel's explanation, `NLMSGERR_ATTR_MSG` (1), behind the error number and the request that failed.
  private func text(in message: NetlinkMessage, _ bytes: NetlinkBytes) -> String? {
    guard message.flags.contains(.extendedAcknowledgement) else { return nil }
    var skipped = 4
    if message.type == NetlinkMessage.Control.error {
      guard let length = bytes.uint32(at: message.payload.lowerBound + 4) else { return nil }
      // No request is as long as 16 MiB: the mask only keeps the sum from overflowing.
      skipped += message.flags.contains(.capped) ? NetlinkMessage.headerSize : Int(length & 0xffffff)
    }
    var attributes = NetlinkAttributes(in: message.payload, afterHeaderOf: skipped)
    while let attribute = attributes.next(in: bytes) {
      if attribute.type == 1 { return String(kernelText: bytes.string(in: attribute.value)) }
    }
    return nil
  }
}
