import Glibc

/// The clock of the engine's profiler.
enum MonotonicTime {
  /// In microseconds.
  static var now: Int64 { nanoseconds / 1000 }

  static var nanoseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
