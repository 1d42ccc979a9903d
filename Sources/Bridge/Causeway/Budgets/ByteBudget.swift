import Synchronization

/// The bytes that one direction of a connection holds, and their limit.
///
/// The owner of a payload takes its weight first, and gives the weight back when it releases the payload.
package struct ByteBudget: ~Copyable, Sendable {
  let limit: Int
  private let bytes = Atomic<Int>(0)

  package init(limit: Int) { self.limit = limit }

  /// The bytes that are held now.
  var held: Int { bytes.load(ordering: .relaxed) }

  /// Whether so many more are within the limit.
  func hasRoom(for weight: Int) -> Bool { weight == 0 || weight <= limit - held }

  /// Takes this many bytes; returns false and takes none if they would exceed the limit.
  package func take(_ weight: Int) -> Bool {
    if weight == 0 { return true }
    var before = held
    while weight <= limit - before {
      let (isDone, now) = bytes.weakCompareExchange(expected: before, desired: before + weight, ordering: .relaxed)
      if isDone { return true }
      before = now
    }
    // A flood of messages of any size: what they leave is returned while it lasts, not only after it.
    MemoryTrimmer.returnSoon()
    return false
  }

  /// Gives back bytes that were taken.
  package func giveBack(_ weight: Int) {
    guard weight != 0 else { return }
    bytes.subtract(weight, ordering: .relaxed)
    if weight >= MemoryTrimmer.largeMessage { MemoryTrimmer.returnSoon() }
  }

  /// Why `what` is not taken.
  func refusal(of what: String) -> BridgeError { .exhausted("bytesInFlight", maximum: limit, what) }
}
