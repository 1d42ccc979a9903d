import Glibc

enum WallClock {
  /// Milliseconds since 1970, with a fractional part.
  static var millisecondsSinceEpoch: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}
