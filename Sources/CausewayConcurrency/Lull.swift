import Glibc

/// Decides whether a thread with nothing to do looks again at once or sleeps.
///
/// To be woken takes a thread 20 to 50 µs, and the kernel as much work. While work keeps coming in less, looking out for it
/// is quicker and takes less of a processor. A look-out in vain is followed by sleeps without one, each time by twice as
/// many: an idle thread costs nothing, and one that is waited for gets the processor where there are not enough of them.
package struct Lull {
  /// How long it looks out, in nanoseconds.
  package static let patience: UInt64 = 20_000
  package static let mostRests = 256

  /// On a single processor whoever is waited for could not run meanwhile.
  private let isPossible: Bool
  private var began: UInt64?
  /// How many sleeps go without a look-out before them, and how many the next one in vain adds.
  private var rests = 0
  private var nextRests = 1

  package init(processors: Int = sysconf(Int32(_SC_NPROCESSORS_ONLN))) { isPossible = processors > 1 }

  /// Whether to sleep, when there is nothing to do.
  package mutating func isOver(at now: UInt64) -> Bool {
    guard isPossible, rests == 0 else { return true }
    let began = began ?? now
    self.began = began
    guard now &- began > Lull.patience else { return false }
    self.began = nil
    rests = nextRests
    nextRests = min(nextRests * 2, Lull.mostRests)
    return true
  }

  /// There was something to do.
  package mutating func end() {
    if began != nil { nextRests = 1 }
    began = nil
  }

  /// The thread has slept.
  package mutating func slept() {
    rests = max(0, rests - 1)
    began = nil
  }
}
