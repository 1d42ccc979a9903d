import StandardStreams

/// The XML format of JUnit, as continuous integration reads it: a suite for each file, a case for each test.
///
/// It is written at the end, because each suite begins with its numbers.
struct JUnitReporter: TestReporter {
  private struct Suite {
    let file: TestFileLabel
    var cases: [String] = []
    var totals = TestTotals()
    var milliseconds = 0.0
  }

  private let settings: TestReportSettings
  private var nesting = TestNesting()
  private var suites: [Suite] = []
  private var chaos: [ChaosFailure] = []

  init(_ settings: TestReportSettings) { self.settings = settings }

  mutating func begin(_ file: TestFileLabel) {
    nesting.begin(file)
    suites.append(Suite(file: file))
  }

  mutating func receive(_ event: TestEvent) {
    guard event.data.type == .start || event.isResult, !suites.isEmpty else { return }
    let path = nesting.path(of: event)
    guard event.isResult else { return }
    suites[suites.count - 1].totals.count(event)
    if event.nesting == 0 { suites[suites.count - 1].milliseconds += event.data.duration ?? 0 }
    // A suite is a case only if it failed itself, as in a hook.
    if event.isSuite, !event.isFailure || event.isOnlyOfSubtests { return }
    suites[suites.count - 1].cases.append(testCase(event, path))
  }

  mutating func receive(_ failure: ChaosFailure) { chaos.append(failure) }

  mutating func end(_ totals: TestTotals) {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites"
    text += " tests=\"\(totals.tests)\" failures=\"\(totals.failed)\" skipped=\"\(totals.skipped + totals.todo)\">\n"
    for suite in suites {
      text += "  <testsuite name=\"\(JUnitReporter.escaped(suite.file.text))\" tests=\"\(suite.totals.tests)\""
      text += " failures=\"\(suite.totals.failed)\" skipped=\"\(suite.totals.skipped + suite.totals.todo)\""
      text += " time=\"\(suite.milliseconds / 1000)\">\n\(suite.cases.joined())  </testsuite>\n"
    }
    settings.write(text + chaosSuite + "</testsuites>\n")
  }

  /// A suite for the failures under plans; empty without one.
  private var chaosSuite: String {
    guard !chaos.isEmpty else { return "" }
    var text = "  <testsuite name=\"chaos\" tests=\"\(chaos.count)\" failures=\"\(chaos.count)\" skipped=\"0\""
    text += " time=\"0\">\n"
    for failure in chaos {
      let (name, file) = (failure.test.path.last ?? "", failure.test.file.path)
      let around = ([file] + failure.test.path.dropLast()).joined(separator: " > ")
      text += "    <testcase name=\"\(JUnitReporter.escaped(name))\" classname=\"\(JUnitReporter.escaped(around))\""
      text += " time=\"0\">\n      <failure type=\"chaos\""
      text += " message=\"\(JUnitReporter.escaped("fails under \(failure.plan)"))\">"
      text += JUnitReporter.escaped(failure.reason, keepsLines: true) + "</failure>\n    </testcase>\n"
    }
    return text + "  </testsuite>\n"
  }

  private func testCase(_ event: TestEvent, _ path: [String]) -> String {
    let around = [nesting.file.path] + path.dropLast()
    var text = "    <testcase name=\"\(JUnitReporter.escaped(event.name))\""
    text += " classname=\"\(JUnitReporter.escaped(around.joined(separator: " > ")))\""
    text += " time=\"\((event.data.duration ?? 0) / 1000)\""
    if let file = event.data.file { text += " file=\"\(JUnitReporter.escaped(settings.shown(file)))\"" }
    if let line = event.data.line { text += " line=\"\(line)\"" }
    if let skip = event.data.skip {
      return text + ">\n      <skipped message=\"\(JUnitReporter.escaped(skip.text))\"/>\n    </testcase>\n"
    }
    if let todo = event.data.todo {
      return text + ">\n      <skipped message=\"\(JUnitReporter.escaped("TODO \(todo.text)"))\"/>\n    </testcase>\n"
    }
    guard event.data.type == .fail else { return text + "/>\n" }
    let test = FailedTest(file: nesting.file, path: path, event: event)
    text += ">\n      <failure type=\"\(JUnitReporter.escaped(event.data.failure?.kind ?? ""))\""
    text += " message=\"\(JUnitReporter.escaped(event.data.failure?.text ?? ""))\">"
    return text + JUnitReporter.escaped(test.reason, keepsLines: true) + "</failure>\n    </testcase>\n"
  }

  /// Text for an attribute or an element; characters that XML 1.0 cannot have are written as `\u{…}`.
  static func escaped(_ text: String, keepsLines: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += keepsLines ? "\n" : "&#10;"
      case "\t": result += keepsLines ? "\t" : "&#9;"
      case "\r": result += "&#13;"
      default:
        let isAllowed = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        if isAllowed, !scalar.isTerminalControl {
          result.unicodeScalars.append(scalar)
        } else {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        }
      }
    }
    return result
  }
}
