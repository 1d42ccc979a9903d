/// The limits of one connection.
///
/// A message or call over a limit is refused with `RESOURCE_EXHAUSTED` and the limit's name; the connection stays open.
public struct Limits: Sendable, Equatable {
  /// Bytes of one message, its attached bytes included; 32 MiB.
  public var messageBytes = 32 << 20
  /// Levels of nested values; 256.
  public var depth = 256
  /// Values in one message; a million.
  public var nodes = 1_000_000
  /// Calls in flight in each direction; 10,000.
  public var callsInFlight = 10_000
  /// Bytes in flight in each direction; 128 MiB, which is four of the largest messages.
  ///
  /// Inbound: the parameters of calls that are being handled, stream items that are not consumed yet, answers that wait
  /// for a page's callback. Outbound: all messages that wait for delivery. Primitives other than strings do not count.
  public var bytesInFlight = 128 << 20
  /// Stream items that the other side may request ahead (`buffer` in JavaScript); 1,024.
  public var streamBuffer = 1_024
  /// Events and progress reports that wait for a busy side; 1,024.
  ///
  /// Beyond the limit the oldest is dropped and counted: see `Connection.Statistics.dropped`.
  public var eventBuffer = 1_024
  /// Characters of a method name, an event name or a textual call id; 256.
  public var nameLength = 256
  /// Bytes of a call's metadata, names and values together; 8,192.
  ///
  /// This is the limit of W3C `baggage`.
  public var metadataLength = 8_192
  /// Events that one connection may subscribe to; 1,000.
  public var subscriptions = 1_000
  /// Functions of JavaScript's that Swift holds at the same time; 10,000.
  ///
  /// See `Callback`.
  public var references = 10_000

  // Descriptors of this process that the connection uses.

  /// File descriptors that streams, uploads, copies and file dialogs keep open; 256.
  ///
  /// Never more than half of the descriptors that the process has for this purpose, which depends on `ulimit -n`.
  public var openFiles = 256
  /// HTTP requests in flight; 64.
  ///
  /// Further requests wait for their turn; further streamed answers are refused. Never more than a sixteenth of `ulimit -n`.
  public var requests = 64
  /// Files and folders that are watched; 64.
  public var watches = 64

  /// The defaults.
  public init() {}

  /// Bytes of the longest text of a message: its attached bytes as base64, and the text around them.
  package var textBytes: Int { min(messageBytes, .max / 16) * 2 + 65_536 }

  static let unlimited: Limits = {
    var limits = Limits()
    limits.messageBytes = Int(Int32.max)
    limits.nodes = Int(Int32.max)
    return limits
  }()
}
