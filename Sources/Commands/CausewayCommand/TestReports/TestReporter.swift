import ArgumentParser

/// The formats of a report.
enum TestReportFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
  case spec, tap, junit, json, dot, github

  /// A reporter of the format.
  func makeReporter(_ settings: TestReportSettings) -> any TestReporter {
    switch self {
    case .spec: SpecReporter(settings)
    case .tap: TAPReporter(settings)
    case .junit: JUnitReporter(settings)
    case .json: JSONReporter(settings)
    case .dot: DotReporter(settings)
    case .github: GitHubReporter(settings)
    }
  }
}

/// What reporters know besides the events.
struct TestReportSettings: Sendable {
  /// The directory that paths are shown relative to, without a slash at its end.
  var directory = ""
  var colors = false
  /// Whether each file has a heading.
  var showsFiles = true
  /// Writes to standard output.
  var write: @Sendable (String) -> Void = { Output.standardOutput.write($0) }

  /// A path as the user would write it.
  func shown(_ path: String) -> String {
    path.hasPrefix(directory + "/") ? String(path.dropFirst(directory.count + 1)) : path
  }
}

/// Prints the results of test files, file by file.
protocol TestReporter {
  init(_ settings: TestReportSettings)
  mutating func begin(_ file: TestFileLabel)
  mutating func receive(_ event: TestEvent)
  /// Takes a test that fails under a plan, after all results.
  mutating func receive(_ failure: ChaosFailure)
  /// Takes what the program printed, a line or more.
  mutating func print(_ text: String, isError: Bool)
  mutating func end(_ totals: TestTotals)
}

extension TestReporter {
  mutating func begin(_ file: TestFileLabel) {}

  /// Formats that programs read do not mix with other text, which goes to standard error.
  mutating func print(_ text: String, isError: Bool) { Output.standardError.write(text + "\n") }
}
