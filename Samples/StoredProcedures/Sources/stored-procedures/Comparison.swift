import Foundation

/// A benchmark whose contenders take turns in each round, so that a load on the machine affects all of them.
struct Comparison {
  /// Runs the contender once; returns milliseconds.
  typealias Work = () async throws -> Double

  private let names: [String]
  /// The times of each round, in the order of the names.
  private let rounds: [[Double]]

  /// Runs each contender once as a warm-up, then once in each round.
  init(rounds count: Int, _ contenders: [(name: String, work: Work)]) async throws {
    names = contenders.map(\.name)
    for contender in contenders { _ = try await contender.work() }
    var rounds: [[Double]] = []
    for _ in 0..<count {
      var times: [Double] = []
      for contender in contenders { times.append(try await contender.work()) }
      rounds.append(times)
    }
    self.rounds = rounds
  }

  /// Prints the median time of each, and its ratio to the first one's time.
  func printTimes() {
    show { first, own in
      own / first
    } label: {
      "x \($0)"
    }
  }

  /// Prints the median time of each, and its throughput relative to the first one's.
  func printThroughput() {
    show { first, own in
      first / own
    } label: {
      "x the throughput of \($0)"
    }
  }

  /// The ratios are computed within each round; printed are their median, minimum and maximum.
  private func show(_ ratio: (_ first: Double, _ own: Double) -> Double, label: (String) -> String) {
    for (index, name) in names.enumerated() {
      let time = Comparison.median(rounds.map { $0[index] })
      var line = name.padding(toLength: 44, withPad: " ", startingAt: 0) + String(format: "%8.1f ms", time)
      if index > 0 {
        let ratios = rounds.map { ratio($0[0], $0[index]) }.sorted()
        line += String(format: "%7.2f ", Comparison.median(ratios)) + label(names[0])
        line += String(format: "  (%.2f to %.2f)", ratios.first ?? 0, ratios.last ?? 0)
      }
      print(line)
    }
    fflush(nil)
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

/// The duration of `body`, in milliseconds.
func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
  let begin = ContinuousClock.now
  try await body()
  return (ContinuousClock.now - begin) / .milliseconds(1)
}
