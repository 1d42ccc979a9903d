import JavaScriptRuntime
import StandardStreams

/// A failed test, for the list at the end of a report.
struct FailedTest {
  let file: TestFileLabel
  /// The names of the suites and tests around it, and its own.
  let path: [String]
  let event: TestEvent

  /// The names on one line.
  var title: String { path.map(\.printable).joined(separator: " > ") }

  /// `file:line` of the test; nil if unknown.
  func location(_ settings: TestReportSettings) -> String? {
    guard let file = event.data.file, let line = event.data.line else { return nil }
    return "\(settings.shown(file).printable):\(line)"
  }

  /// Why it failed, in lines without colours.
  var reason: String { reason(colors: false) }

  /// Why it failed: the report of the program's error, or the sentence of the runner.
  func reason(colors: Bool) -> String {
    let kind = event.data.failure?.kind ?? ""
    let text = (event.data.failure?.text ?? "").printableLines
    guard ["testCodeFailure", "hookFailed", "uncaughtException", "unhandledRejection", "testAborted"].contains(kind),
      let error = event.error
    else { return text.isEmpty ? event.error?.report(colors: colors).text ?? "It failed without an error." : text }
    let note =
      switch kind {
      case "hookFailed": "A hook failed.\n"
      case "uncaughtException": "An error was not caught.\n"
      case "unhandledRejection": "A rejected promise was not handled.\n"
      default: ""
      }
    // A failure of the runner's own has no place in the program.
    if error.details?.code == "ERR_TEST_FAILURE" { return note + text }
    return note + FailedTest.colored(error.report(colors: colors).text, colors)
  }

  /// The lines of a difference, in the colours of a difference.
  private static func colored(_ text: String, _ colors: Bool) -> String {
    guard colors else { return text }
    let style = Style(colors: true)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("+ ") ? style.good(String(line)) : line.hasPrefix("- ") ? style.bad(String(line)) : String(line)
    }.joined(separator: "\n")
  }
}

/// Follows the nesting of events: the names around a result, and the failures.
struct TestNesting {
  private var names: [String] = []
  private(set) var file = TestFileLabel(path: "", repetition: nil)
  private(set) var failed: [FailedTest] = []

  mutating func begin(_ file: TestFileLabel) {
    self.file = file
    names = []
  }

  /// The names around an event, and its own.
  mutating func path(of event: TestEvent) -> [String] {
    let depth = max(0, event.nesting)
    names = Array(names.prefix(depth))
    while names.count < depth { names.append("") }
    names.append(event.name)
    return names
  }

  /// Notes a start or a result.
  mutating func follow(_ event: TestEvent) {
    guard event.data.type == .start || event.isResult else { return }
    let path = path(of: event)
    if event.isFailure, !event.isOnlyOfSubtests { failed.append(FailedTest(file: file, path: path, event: event)) }
  }
}
