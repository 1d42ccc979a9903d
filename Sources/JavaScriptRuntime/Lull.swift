import Glibc

/// Decides whether a thread with nothing to do looks again at once or sleeps.
///
/// To be woken takes a thread 20 to 50 µs, and the kernel as much work. While work keeps coming in less, looking out for it
/// is quicker and takes less of a processor. A thread whose last sleep was long sleeps at once: an idle one costs nothing.
struct Lull {
  /// How long it looks out, in nanoseconds.
  static let patience: UInt64 = 20_000
  /// The longest sleep, in nanoseconds, after which it does so.
  static let shortSleep: UInt64 = 200_000

  /// On a single processor whoever is waited for could not run meanwhile.
  private let isAlone: Bool
  private var lastSleep = UInt64.max
  private var began: UInt64?

  init(processors: Int = sysconf(Int32(_SC_NPROCESSORS_ONLN))) { isAlone = processors < 2 }

  /// Whether to sleep, when there is nothing to do.
  mutating func isOver(at now: UInt64) -> Bool {
    if isAlone || lastSleep > Lull.shortSleep { return true }
    let began = began ?? now
    self.began = began
    return now &- began > Lull.patience
  }

  /// There was something to do.
  mutating func end() { began = nil }

  /// The thread has slept for so long, in nanoseconds.
  mutating func slept(_ duration: UInt64) {
    lastSleep = duration
    began = nil
  }
}
