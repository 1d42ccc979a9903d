import StandardStreams

/// JSON Lines: one result on each line, for programs.
struct JSONReporter: TestReporter {
  private struct Line: Encodable {
    let type: String
    let file: String
    var repetition: Int?
    var path: [String]?
    var suite: Bool?
    var durationMilliseconds: Double?
    var skip: String?
    var todo: String?
    var line: Int?
    var failureType: String?
    var error: String?
    var message: String?
    var plan: String?
    var failedPlans: Int?
    var plans: Int?
    var command: String?
  }

  private struct End: Encodable {
    let type = "end"
    let files, tests, suites, passed, failed, skipped, todo: Int
    let virtualSeconds: Double?
    let realSeconds: Double
    let snapshots: Snapshots?
    let chaos: Chaos?
  }

  private struct Chaos: Encodable {
    let seed: UInt64
    let plans, files, failed: Int
    let leftOut: [String]
  }

  private struct Snapshots: Encodable {
    let written, updated, removed: Int
    let obsolete: [Name]

    struct Name: Encodable { let file, name: String }

    /// Nil if nothing has changed.
    init?(_ totals: SnapshotTotals) {
      guard !totals.lines.isEmpty else { return nil }
      (written, updated, removed) = (totals.written, totals.updated, totals.removed)
      obsolete = totals.obsolete.map { Name(file: $0.file, name: $0.name) }
    }
  }

  private let settings: TestReportSettings
  private var nesting = TestNesting()

  init(_ settings: TestReportSettings) { self.settings = settings }

  mutating func begin(_ file: TestFileLabel) { nesting.begin(file) }

  mutating func receive(_ event: TestEvent) {
    let (file, data) = (nesting.file, event.data)
    switch data.type {
    case .start: _ = nesting.path(of: event)
    case .diagnostic:
      write(Line(type: "diagnostic", file: file.path, repetition: file.repetition, message: data.message))
    case .pass, .fail:
      let path = nesting.path(of: event)
      var line = Line(
        type: data.type == .pass ? "pass" : "fail", file: file.path, repetition: file.repetition, path: path)
      line.suite = event.isSuite
      line.durationMilliseconds = data.duration
      line.skip = data.skip?.text
      line.todo = data.todo?.text
      line.line = data.line
      if data.type == .fail {
        line.failureType = data.failure?.kind
        line.error = FailedTest(file: file, path: path, event: event).reason
      }
      write(line)
    default: break
    }
  }

  mutating func print(_ text: String, isError: Bool) {
    let file = nesting.file
    write(Line(type: isError ? "stderr" : "stdout", file: file.path, repetition: file.repetition, message: text))
  }

  mutating func receive(_ failure: ChaosFailure) {
    let test = failure.test
    var line = Line(type: "chaos", file: test.file.path, path: test.path)
    line.line = test.event.data.line
    line.failureType = test.event.data.failure?.kind
    line.error = test.reason
    (line.plan, line.failedPlans, line.plans, line.command) =
      (failure.plan, failure.failedPlans, failure.plans, failure.command)
    write(line)
  }

  mutating func end(_ totals: TestTotals) {
    write(
      End(
        files: totals.files, tests: totals.tests, suites: totals.suites, passed: totals.passed, failed: totals.failed,
        skipped: totals.skipped, todo: totals.todo, virtualSeconds: totals.virtualTime.map { $0 / .seconds(1) },
        realSeconds: totals.realTime / .seconds(1), snapshots: Snapshots(totals.snapshots),
        chaos: totals.chaos.map {
          Chaos(seed: $0.seed, plans: $0.plans, files: $0.files, failed: $0.failed, leftOut: $0.left.map(\.file))
        }))
  }

  private func write(_ line: some Encodable) {
    if let text = try? TerminalJSON.line(line) { settings.write(text + "\n") }
  }
}
