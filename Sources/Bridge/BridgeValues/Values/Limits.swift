/// What one connection may ask for at most.
///
/// Whatever goes over is refused with `RESOURCE_EXHAUSTED` and the limit's name; the connection lives on.
public struct Limits: Sendable, Equatable {
  /// Bytes of one message, its attached bytes included; 32 MiB.
  public var messageBytes = 32 << 20
  /// How deep values may be nested; 256.
  public var depth = 256
  /// Values in one message; a million.
  public var nodes = 1_000_000
  /// Calls in flight in each direction; 10,000.
  public var callsInFlight = 10_000
  /// Bytes in flight in each direction; 128 MiB, as much as four of the largest messages.
  ///
  /// In: the parameters of calls that are being handled, items of streams that wait to be taken, answers that wait for a
  /// page's callback. Out: whatever waits to be delivered. Primitives but text count for nothing.
  public var bytesInFlight = 128 << 20
  /// Items that the other side may ask for ahead (`buffer` in JavaScript); 1,024.
  public var streamBuffer = 1_024
  /// Events and reports of progress that wait for a side that is busy; 1,024.
  ///
  /// Beyond it the oldest gives way and is counted: see `Connection.Statistics.dropped`.
  public var eventBuffer = 1_024
  /// Characters of a method's or an event's name, and of a call's id that is text; 256.
  public var nameLength = 256
  /// Bytes of a call's metadata, names and values together; 8,192.
  ///
  /// As much as a W3C `baggage` may have.
  public var metadataLength = 8_192
  /// Events that one connection may subscribe to; 1,000.
  public var subscriptions = 1_000

  // Descriptors of this process that the connection uses.

  /// Descriptors that streams, uploads, copies and file dialogs keep open; 256.
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

  /// Bytes of the longest text that a message may come in: its attached bytes as base64, and what is around them.
  package var textBytes: Int { min(messageBytes, .max / 16) * 2 + 65_536 }

  static let unlimited: Limits = {
    var limits = Limits()
    limits.messageBytes = Int(Int32.max)
    limits.nodes = Int(Int32.max)
    return limits
  }()
}
