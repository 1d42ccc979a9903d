/// What happens to items that a stream makes faster than they are taken.
public enum StreamPolicy: Sendable, Equatable {
  /// The producer waits: nothing is lost. For sequences that can wait, which is most.
  case wait
  /// Only the newest item is kept. For states, where an older one is of no use.
  case latest
  /// So many of the newest items are kept, older ones dropped.
  case dropOldest(Int)
  /// So many items are kept; one more ends the stream with `RESOURCE_EXHAUSTED`.
  case buffer(Int)
}
