import Glibc
import Synchronization

/// An adaptive spin: waits actively for a moment before a task is suspended or a thread sleeps.
///
/// Waking a thread takes 5 to 50 µs, and a system call by the waking thread. If work arrives sooner, a spin is faster
/// on both sides and takes less processor time. A fruitless spin is followed by waits without a spin, twice as many
/// each time: an idle thread costs nothing, and other threads get the processor.
package struct AdaptiveSpin: ~Copyable, Sendable {
  /// The length of one spin.
  package static let duration = Duration.microseconds(20)
  /// The maximum number of consecutive waits without a spin.
  package static let maximumSkips = 256
  /// On a single processor nothing can arrive during a spin.
  package static let isPossible = sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1

  private let isEnabled: Bool
  private let arrivals = Atomic<Int>(0)
  /// The number of waits that still go without a spin, and the number that the next spin in vain sets.
  private let skips = Atomic<Int>(0)
  private let nextSkips = Atomic<Int>(1)

  package init(isEnabled: Bool = AdaptiveSpin.isPossible) { self.isEnabled = isEnabled }

  /// The number of arrivals; read it before you look whether there is work.
  package var arrived: Int { arrivals.load(ordering: .acquiring) }

  /// Work has arrived; any thread may call this.
  package func arrive() { arrivals.add(1, ordering: .releasing) }

  /// Spins until there are more arrivals than `count`, if a spin is likely to pay off.
  ///
  /// Returns whether there are more.
  @discardableResult
  package func spin(beyond count: Int, now: () -> ContinuousClock.Instant = { .now }) -> Bool {
    spin(now: now) { arrived != count }
  }

  /// Spins until `condition` is true, if a spin is likely to pay off.
  ///
  /// Returns whether it is true. The clock is read in between, which leaves the core to its other hardware thread.
  @discardableResult
  package func spin(now: () -> ContinuousClock.Instant = { .now }, until condition: () -> Bool) -> Bool {
    if condition() { return true }
    guard isEnabled, skips.load(ordering: .relaxed) <= 0 else {
      skips.subtract(1, ordering: .relaxed)
      return false
    }
    let end = now() + AdaptiveSpin.duration
    repeat {
      guard !condition() else {
        nextSkips.store(1, ordering: .relaxed)
        return true
      }
    } while now() < end
    let next = nextSkips.load(ordering: .relaxed)
    skips.store(next, ordering: .relaxed)
    nextSkips.store(min(next * 2, AdaptiveSpin.maximumSkips), ordering: .relaxed)
    return false
  }
}
