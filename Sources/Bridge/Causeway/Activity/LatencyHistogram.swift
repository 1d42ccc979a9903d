/// Latencies in a fixed amount of memory: sixteen buckets for each power of two nanoseconds.
struct LatencyHistogram {
  /// The buckets of the shortest latencies hold one nanosecond each.
  private static let resolution = 16
  private static let resolutionBits = 4

  private var buckets = [UInt32](repeating: 0, count: resolution * (65 - resolutionBits))
  private(set) var count = 0
  private(set) var longest: Int64 = 0

  /// - Parameter nanoseconds: a negative one, of a clock that went back, counts as 0.
  mutating func add(_ nanoseconds: Int64) {
    let nanoseconds = max(0, nanoseconds)
    let bucket = LatencyHistogram.bucket(of: UInt64(nanoseconds))
    if buckets[bucket] < .max { buckets[bucket] += 1 }
    count += 1
    longest = max(longest, nanoseconds)
  }

  /// The latency in nanoseconds that this share of the calls stayed below; 0 without calls.
  func percentile(_ share: Double) -> Int64 {
    let rank = Int((Double(count) * share).rounded(.up))
    var seen = 0
    for (bucket, number) in buckets.enumerated() where number > 0 {
      seen += Int(number)
      if seen >= rank { return min(longest, LatencyHistogram.middle(of: bucket)) }
    }
    return longest
  }

  private static func bucket(of value: UInt64) -> Int {
    let shift = max(0, UInt64.bitWidth - value.leadingZeroBitCount - resolutionBits - 1)
    return shift * resolution + Int(value >> UInt64(shift))
  }

  private static func middle(of bucket: Int) -> Int64 {
    guard bucket >= 2 * resolution else { return Int64(bucket) }
    let shift = bucket / resolution - 1
    let start = UInt64(bucket - shift * resolution) << UInt64(shift)
    return Int64(clamping: start + (UInt64(1) << UInt64(shift)) / 2)
  }
}
