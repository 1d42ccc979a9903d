/// One character for each test, then the failures.
struct DotReporter: TestReporter {
  private static let width = 80

  private let settings: TestReportSettings
  private let style: Style
  private var nesting = TestNesting()
  private var chaos: [ChaosFailure] = []
  private var column = 0

  init(_ settings: TestReportSettings) {
    self.settings = settings
    style = Style(colors: settings.colors)
  }

  mutating func begin(_ file: TestFileLabel) { nesting.begin(file) }

  mutating func receive(_ event: TestEvent) {
    nesting.follow(event)
    guard event.isResult, !event.isSuite else { return }
    settings.write(event.isFailure ? style.bad("X") : ".")
    column += 1
    if column % DotReporter.width == 0 { settings.write("\n") }
  }

  mutating func receive(_ failure: ChaosFailure) { chaos.append(failure) }

  mutating func end(_ totals: TestTotals) {
    if column % DotReporter.width != 0 { settings.write("\n") }
    for test in nesting.failed { settings.write("\n" + SpecReporter.text(test, settings)) }
    for failure in chaos { settings.write("\n" + SpecReporter.text(failure, settings)) }
    if !totals.notes.isEmpty { settings.write("\n" + totals.notes.joined(separator: "\n") + "\n") }
    settings.write("\n\(totals.sentence)\n")
  }
}
