/// The numbers of a test run.
struct TestTotals: Sendable {
  var files = 0
  var suites = 0
  var passed = 0
  var failed = 0
  var skipped = 0
  var todo = 0
  var snapshots = SnapshotTotals()
  /// Nil without `--chaos`.
  var chaos: ChaosTotals?
  /// The virtual time of all files; nil if no file had a virtual clock.
  var virtualTime: Duration?
  var realTime = Duration.zero

  /// All tests; suites do not count.
  var tests: Int { passed + failed + skipped + todo }

  /// Counts a result, as Node does; a failed suite whose tests did not fail counts as a failed test.
  mutating func count(_ event: TestEvent) {
    guard event.isResult else { return }
    if event.isSuite {
      suites += 1
      if event.isFailure, !event.isOnlyOfSubtests { failed += 1 }
    } else if event.data.skip != nil {
      skipped += 1
    } else if event.data.todo != nil {
      todo += 1
    } else if event.data.type == .fail {
      failed += 1
    } else {
      passed += 1
    }
  }

  /// The lines before the last one: snapshots and chaos, which do not count as tests.
  var notes: [String] { snapshots.lines + (chaos?.lines ?? []) }
  /// Whether the run has failed.
  var hasFailed: Bool { failed > 0 || chaos?.failed ?? 0 > 0 }

  /// One line, such as `5 tests in 2 files: 4 passed, 1 failed. 2 m 30 s of virtual time in 0.1 s`.
  var sentence: String {
    func counted(_ count: Int, _ noun: String) -> String { "\(count.grouped) \(noun)\(count == 1 ? "" : "s")" }
    var parts = ["\(passed.grouped) passed"]
    if failed > 0 { parts.append("\(failed.grouped) failed") }
    if skipped > 0 { parts.append("\(skipped.grouped) skipped") }
    if todo > 0 { parts.append("\(todo.grouped) to do") }
    let time = virtualTime.map { "\($0.forReaders) of virtual time in \(realTime.forReaders)" } ?? realTime.forReaders
    return "\(counted(tests, "test")) in \(counted(files, "file")): \(parts.joined(separator: ", ")). \(time)."
  }
}

extension Duration {
  /// With two units at most: `2 m 30 s`, `0.1 s`, `12 ms`.
  var forReaders: String {
    let milliseconds = self / .milliseconds(1)
    guard milliseconds >= 100 else {
      return milliseconds < 0.01 ? "0 ms" : "\((milliseconds * 100).rounded() / 100) ms".replacing(".0 ", with: " ")
    }
    let tenths = Int((milliseconds / 100).rounded())
    guard tenths >= 600 else { return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s" }
    let seconds = (tenths + 5) / 10
    let units = [(86400, "d"), (3600, "h"), (60, "m"), (1, "s")]
    var rest = seconds
    var parts: [String] = []
    for (size, name) in units {
      if rest >= size, parts.count < 2 { parts.append("\(rest / size) \(name)") }
      rest %= size
    }
    return parts.joined(separator: " ")
  }
}
