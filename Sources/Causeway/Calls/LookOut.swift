import Glibc
import Synchronization

/// Lets a task look out for what it waits for, for a moment, before it is suspended.
///
/// The thread of a suspended task sleeps when nothing else is to be done. To be woken takes it 5 to 50 µs, and whoever
/// wakes it a call of the kernel: where what is waited for takes less, looking out for it is quicker on both sides. After a
/// look-out in vain some waits go without one, each time twice as many, so that what always takes longer costs next to
/// nothing.
struct LookOut: ~Copyable, Sendable {
  static let patience = Duration.microseconds(20)
  static let mostRests = 256
  /// On a single processor what is waited for cannot come meanwhile.
  static let isPossible = sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1

  private let arrivals = Atomic<Int>(0)
  /// How many waits still go without a look-out, and how many the next one adds if it is in vain.
  private let rests = Atomic<Int>(0)
  private let nextRests = Atomic<Int>(1)

  /// How much has arrived; to be read before looking whether it is there.
  var arrived: Int { arrivals.load(ordering: .acquiring) }

  /// Something is there.
  func arrive() { arrivals.add(1, ordering: .releasing) }

  /// Looks out until more has arrived than that, if it is worth it.
  ///
  /// Returns whether it has. The clock is read in between, which lets the other half of a processor's core work.
  @discardableResult
  func look(beyond count: Int, now: () -> ContinuousClock.Instant = { .now }) -> Bool {
    if arrived != count { return true }
    guard LookOut.isPossible, rests.load(ordering: .relaxed) <= 0 else {
      rests.subtract(1, ordering: .relaxed)
      return false
    }
    let end = now() + LookOut.patience
    repeat {
      guard arrived == count else {
        nextRests.store(1, ordering: .relaxed)
        return true
      }
    } while now() < end
    let next = nextRests.load(ordering: .relaxed)
    rests.store(next, ordering: .relaxed)
    nextRests.store(min(next * 2, LookOut.mostRests), ordering: .relaxed)
    return false
  }
}
