import StandardStreams

/// A report for people: the tree of tests, then the failures with their errors.
struct SpecReporter: TestReporter {
  private let settings: TestReportSettings
  private let style: Style
  private var nesting = TestNesting()
  private var chaos: [ChaosFailure] = []
  /// Suites and tests that have begun, outermost first, and whether their names are printed.
  private var open: [(name: String, isShown: Bool)] = []

  init(_ settings: TestReportSettings) {
    self.settings = settings
    style = Style(colors: settings.colors)
  }

  mutating func begin(_ file: TestFileLabel) {
    nesting.begin(file)
    open = []
    if settings.showsFiles { settings.write(style.faint(file.text) + "\n") }
  }

  mutating func receive(_ event: TestEvent) {
    nesting.follow(event)
    switch event.data.type {
    case .start:
      open = Array(open.prefix(event.nesting))
      open.append((event.name, false))
    case .pass, .fail: show(event)
    case .diagnostic:
      settings.write("\(indent(event.nesting))\(style.faint("ℹ \((event.data.message ?? "").printableLines)"))\n")
    default: break
    }
  }

  mutating func print(_ text: String, isError: Bool) {
    (isError ? Output.standardError : .standardOutput).write(text + "\n")
  }

  mutating func receive(_ failure: ChaosFailure) { chaos.append(failure) }

  mutating func end(_ totals: TestTotals) {
    let failed = nesting.failed
    if !failed.isEmpty {
      settings.write("\n" + style.bad(failed.count == 1 ? "1 failure:" : "\(failed.count.grouped) failures:") + "\n")
    }
    for test in failed { settings.write("\n" + SpecReporter.text(test, settings)) }
    for failure in chaos { settings.write("\n" + SpecReporter.text(failure, settings)) }
    if !totals.notes.isEmpty { settings.write("\n" + totals.notes.joined(separator: "\n") + "\n") }
    settings.write("\n\(style.styled(totals.sentence, totals.hasFailed ? .bad : .good))\n")
  }

  /// The title, the place and the error of a failed test.
  static func text(_ test: FailedTest, _ settings: TestReportSettings) -> String {
    let style = Style(colors: settings.colors)
    var lines = ["\(style.bad("✖")) \(style.strong(test.title))"]
    lines.append(style.faint("  \(test.location(settings) ?? test.file.text)"))
    let reason = test.reason(colors: settings.colors).split(separator: "\n", omittingEmptySubsequences: false)
    return (lines + reason.map { "  " + $0 }).joined(separator: "\n") + "\n"
  }

  /// The same for a failure under a plan.
  static func text(_ failure: ChaosFailure, _ settings: TestReportSettings) -> String {
    let style = Style(colors: settings.colors)
    let title = "\(style.bad("✖")) \(style.strong(failure.test.title))"
    let place = style.faint("  \(failure.test.location(settings) ?? failure.test.file.text)")
    return ([title, place] + failure.lines(colors: settings.colors).map { "  " + $0 }).joined(separator: "\n") + "\n"
  }

  private mutating func show(_ event: TestEvent) {
    let depth = event.nesting
    // The names around it, unless they are printed.
    for level in open.indices.prefix(depth) where !open[level].isShown {
      settings.write("\(indent(level))▶ \(open[level].name.printable)\n")
      open[level].isShown = true
    }
    open = Array(open.prefix(depth))
    let mark =
      event.data.skip != nil
      ? style.faint("﹣")
      : event.isFailure ? style.bad("✖") : event.data.todo != nil ? style.styled("□", .warning) : style.good("✔")
    var line = "\(indent(depth))\(mark) \(event.name.printable)"
    if let skip = event.data.skip { line += style.faint(" # SKIP \(skip.text.printable)".trimmed) }
    if let todo = event.data.todo { line += style.faint(" # TODO \(todo.text.printable)".trimmed) }
    if event.data.skip == nil {
      line += style.faint(" (\(Duration.milliseconds(event.data.duration ?? 0).forReaders))")
    }
    settings.write(line + "\n")
  }

  private func indent(_ nesting: Int) -> String {
    String(repeating: "  ", count: nesting + (settings.showsFiles ? 1 : 0))
  }
}

extension String {
  /// Without spaces at the end.
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
