#if NATS
/// The messages of one client that wait while a thread sends another one.
struct NATSOutbox {
  /// Who sends a message.
  enum Turn {
    /// The adding thread, which then also sends the messages that other threads have added.
    case own
    /// The thread that is sending now.
    case other
    /// None: too many bytes are waiting.
    case nobody
  }

  /// Bytes that may wait while the server does not read.
  static let most = 64 << 20

  private var isSending = false
  /// In the order in which they are to be sent.
  private var waiting: [NATSMessage] = []
  /// Bytes of these, and of those that are taken and not sent yet.
  private var size = 0

  /// Adds a message, unless the thread that adds it sends it.
  mutating func add(_ message: NATSMessage) -> Turn {
    guard isSending else {
      isSending = true
      return .own
    }
    guard size + message.weight <= NATSOutbox.most else { return .nobody }
    waiting.append(message)
    size += message.weight
    return .other
  }

  /// Takes the waiting messages, to send them; after an empty list the next message is sent by the thread that adds it.
  mutating func takeAll() -> [NATSMessage] {
    isSending = !waiting.isEmpty
    return exchange(&waiting, with: [])
  }

  /// Notes that taken messages have been sent.
  mutating func sent(_ messages: [NATSMessage]) { size -= messages.reduce(0) { $0 + $1.weight } }
}
#endif
