import StandardStreams

/// A test that passes on a link without faults, and fails under a plan.
struct ChaosFailure: Sendable {
  let test: FailedTest
  /// The smallest plan under which it was seen to fail.
  let plan: String
  /// How many of the plans it fails under.
  let failedPlans: Int
  let plans: Int
  /// Whether it failed again under the same plan.
  let isReproducible: Bool
  /// The command that runs its file under the plan.
  let command: String

  /// Where and how it failed, without colours.
  var reason: String { lines(colors: false).joined(separator: "\n") }

  /// The same, for a report.
  func lines(colors: Bool) -> [String] {
    var lines = ["It fails under \(failedPlans.grouped) of \(plans.grouped) plans. The smallest: \(plan.printable)"]
    if !isReproducible {
      lines.append("It did not fail again under the same plan: it depends on something besides the link.")
    }
    lines += test.reason(colors: colors).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines.append("To repeat: \(command)")
    return lines
  }
}

/// The numbers of the runs under plans; they are no additional tests.
struct ChaosTotals: Sendable {
  let seed: UInt64
  var plans = 0
  var files = 0
  /// Tests that fail under a plan.
  var failed = 0
  /// Files that had no run, and why.
  var left: [(file: String, reason: String)] = []

  private static let longestList = 20

  var lines: [String] {
    func counted(_ count: Int, _ noun: String) -> String { "\(count.grouped) \(noun)\(count == 1 ? "" : "s")" }
    let result = failed == 0 ? "no test fails" : failed == 1 ? "1 test fails" : "\(failed.grouped) tests fail"
    var lines = ["Chaos: \(counted(plans, "plan")) for \(counted(files, "file")), seed \(seed): \(result)."]
    lines += left.prefix(ChaosTotals.longestList).map { "  \($0.file.printable) was left out: \($0.reason)." }
    if left.count > ChaosTotals.longestList {
      lines.append("  and \((left.count - ChaosTotals.longestList).grouped) more files")
    }
    return lines
  }
}
