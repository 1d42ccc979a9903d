import StandardStreams

/// The report for people, and an annotation of GitHub Actions for each failure.
struct GitHubReporter: TestReporter {
  private let settings: TestReportSettings
  private var spec: SpecReporter
  private var nesting = TestNesting()
  private var chaos: [ChaosFailure] = []

  init(_ settings: TestReportSettings) {
    self.settings = settings
    spec = SpecReporter(settings)
  }

  mutating func begin(_ file: TestFileLabel) {
    nesting.begin(file)
    spec.begin(file)
  }

  mutating func receive(_ event: TestEvent) {
    nesting.follow(event)
    spec.receive(event)
  }

  mutating func receive(_ failure: ChaosFailure) {
    spec.receive(failure)
    chaos.append(failure)
  }

  mutating func print(_ text: String, isError: Bool) { spec.print(text, isError: isError) }

  mutating func end(_ totals: TestTotals) {
    spec.end(totals)
    for test in nesting.failed { annotate(test, test.reason) }
    for failure in chaos { annotate(failure.test, failure.reason) }
  }

  private func annotate(_ test: FailedTest, _ reason: String) {
    let file = test.event.data.file.map { settings.shown($0) } ?? test.file.path
    var properties = "file=\(GitHubReporter.property(file))"
    if let line = test.event.data.line { properties += ",line=\(line)" }
    properties += ",title=\(GitHubReporter.property(test.title))"
    settings.write("::error \(properties)::\(GitHubReporter.message(reason))\n")
  }

  /// Text after the second `::`, as the documentation of workflow commands has it.
  static func message(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  static func property(_ text: String) -> String {
    message(text.printable).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
