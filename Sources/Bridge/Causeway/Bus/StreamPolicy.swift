/// The handling of items that a stream produces faster than they are consumed.
public enum StreamPolicy: Sendable, Equatable {
  /// The producer waits: nothing is lost. For sequences that can wait, as most can.
  case wait
  /// Only the newest item is kept. For states, whose older values are useless.
  case latest
  /// This many of the newest items are kept; older ones are dropped.
  case dropOldest(Int)
  /// This many items are kept; one more ends the stream with `RESOURCE_EXHAUSTED`.
  case buffer(Int)
}
