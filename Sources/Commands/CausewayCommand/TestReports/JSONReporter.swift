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
  }

  private struct End: Encodable {
    let type = "end"
    let files, tests, suites, passed, failed, skipped, todo: Int
    let virtualSeconds: Double?
    let realSeconds: Double
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

  mutating func end(_ totals: TestTotals) {
    write(
      End(
        files: totals.files, tests: totals.tests, suites: totals.suites, passed: totals.passed, failed: totals.failed,
        skipped: totals.skipped, todo: totals.todo, virtualSeconds: totals.virtualTime.map { $0 / .seconds(1) },
        realSeconds: totals.realTime / .seconds(1)))
  }

  private func write(_ line: some Encodable) {
    if let text = try? TerminalJSON.line(line) { settings.write(text + "\n") }
  }
}
