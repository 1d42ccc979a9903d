import StandardStreams

/// The Test Anything Protocol, version 14.
///
/// Source: https://testanything.org/tap-version-14-specification.html
struct TAPReporter: TestReporter {
  private let settings: TestReportSettings
  private var nesting = TestNesting()
  private var hasBegun = false
  /// The number of tests at the top level of all files.
  private var count = 0

  init(_ settings: TestReportSettings) { self.settings = settings }

  mutating func begin(_ file: TestFileLabel) {
    begin()
    nesting.begin(file)
    settings.write("# \(file.text)\n")
  }

  mutating func receive(_ event: TestEvent) {
    begin()
    let indent = String(repeating: "    ", count: event.nesting)
    switch event.data.type {
    case .start: settings.write("\(indent)# Subtest: \(TAPReporter.escaped(event.name))\n")
    case .plan where event.nesting > 0: settings.write("\(indent)1..\(event.data.count ?? 0)\n")
    case .diagnostic:
      for line in (event.data.message ?? "").printableLines.split(separator: "\n", omittingEmptySubsequences: false) {
        settings.write("\(indent)# \(line)\n")
      }
    case .pass, .fail: show(event, indent)
    default: break
    }
  }

  mutating func print(_ text: String, isError: Bool) {
    begin()
    for line in text.printableLines.split(separator: "\n", omittingEmptySubsequences: false) {
      settings.write("# \(line)\n")
    }
  }

  /// A test point of its own: the test itself has passed.
  mutating func receive(_ failure: ChaosFailure) {
    begin()
    count += 1
    let title = failure.test.path.joined(separator: " > ")
    settings.write("not ok \(count) - \(TAPReporter.escaped("\(title) (chaos)"))\n  ---\n")
    if let location = failure.test.location(settings) { field("location", location, "") }
    field("error", failure.reason, "")
    settings.write("  ...\n")
  }

  mutating func end(_ totals: TestTotals) {
    begin()
    settings.write("1..\(count)\n")
    for line in totals.notes { settings.write("# \(line)\n") }
    settings.write("# \(totals.sentence)\n")
  }

  private mutating func begin() {
    if !hasBegun { settings.write("TAP version 14\n") }
    hasBegun = true
  }

  private mutating func show(_ event: TestEvent, _ indent: String) {
    var number = event.data.testNumber ?? 0
    if event.nesting == 0 {
      count += 1
      number = count
    }
    var line = "\(indent)\(event.data.type == .pass ? "ok" : "not ok") \(number) - \(TAPReporter.escaped(event.name))"
    if let skip = event.data.skip {
      line += " # SKIP \(skip.text.printable)"
    } else if let todo = event.data.todo {
      line += " # TODO \(todo.text.printable)"
    }
    settings.write(line + "\n\(indent)  ---\n\(indent)  duration_ms: \(event.data.duration ?? 0)\n")
    if event.isSuite { settings.write("\(indent)  type: suite\n") }
    if event.data.type == .fail {
      let test = FailedTest(file: nesting.file, path: [event.name], event: event)
      if let location = test.location(settings) { field("location", location, indent) }
      field("failureType", event.data.failure?.kind ?? "", indent)
      field("error", test.reason, indent)
    }
    settings.write("\(indent)  ...\n")
  }

  /// A member of the YAML block, as a string of JSON, which YAML includes.
  private func field(_ name: String, _ value: String, _ indent: String) {
    settings.write("\(indent)  \(name): \((try? TerminalJSON.line(value)) ?? "null")\n")
  }

  /// A description: on one line, and without the beginning of a directive.
  static func escaped(_ name: String) -> String {
    name.printable.replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }
}
