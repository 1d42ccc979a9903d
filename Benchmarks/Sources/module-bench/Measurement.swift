import Foundation

/// A measurement beside another one of the same work, both in nanoseconds.
struct Measurement {
  let name: String
  let against: String
  let other: Double
  let ours: Double
  /// Ours to the other: the median of the rounds' ratios, the least and the greatest.
  let ratios: [Double]

  /// Runs both in turns, after a warm-up of each, and takes the medians.
  static func paired(
    _ name: String, against: String, rounds: Int, other: () async throws -> Double, ours: () async throws -> Double
  ) async throws -> Measurement {
    _ = try await (other(), ours())
    var times: [(other: Double, ours: Double)] = []
    for _ in 0..<rounds { times.append((try await other(), try await ours())) }
    return Measurement(
      name: name, against: against, other: median(times.map(\.other)), ours: median(times.map(\.ours)),
      ratios: times.map { $0.ours / $0.other }.sorted())
  }

  static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  var line: String {
    let text = name.padding(toLength: 44, withPad: " ", startingAt: 0)
    let beside = against.padding(toLength: 34, withPad: " ", startingAt: 0)
    return text + beside
      + String(
        format: "%9.2f ms %9.2f ms %7.2f  (%.2f to %.2f)", other / 1e6, ours / 1e6, ratios[ratios.count / 2], ratios[0],
        ratios[ratios.count - 1])
  }

  /// As `Benchmarks/report` reads it, where the other time is in the column of C.
  var json: String {
    String(
      format: """
        {"name": "modules: %@", "depth": 1, "against": "%@", "c_ns": %.6g, "ours_ns": %.6g, "ratio": %.4g, "min": %.4g, \
        "max": %.4g}
        """, name, against, other, ours, ratios[ratios.count / 2], ratios[0], ratios[ratios.count - 1])
  }
}

/// Nanoseconds that an operation takes.
func time(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  let duration = ContinuousClock.now - start
  return Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
}
