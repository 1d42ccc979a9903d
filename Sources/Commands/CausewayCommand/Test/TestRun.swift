import CausewayConcurrency
import CausewayTesting
import StandardStreams
import Synchronization

/// Runs test files side by side, and prints their results in the order of the files.
final class TestRun: Sendable {
  private let settings: TestSettings
  private let files: [TestFileRun]
  private let start = ContinuousClock.now
  private let isStopped = Mutex(false)
  private let chaos: ChaosRun?

  init(_ labels: [TestFileLabel], _ settings: TestSettings) {
    var settings = settings
    settings.countsCalls = settings.chaos != nil
    self.settings = settings
    chaos = settings.chaos.map { ChaosRun(settings, $0) }
    files = labels.map { label in
      var file = TestFileRun(label: label, settings: settings)
      file.plan = settings.simulation.plan
      // Each repetition makes other random choices.
      file.plan?.seed &+= UInt64((label.repetition ?? 1) - 1)
      return file
    }
  }

  /// Runs the files; files that have not begun when the run is stopped are left out.
  func perform(_ reporter: any TestReporter) async -> TestTotals {
    async let outcomes = runAll()
    var reporter = reporter
    var totals = TestTotals()
    for file in files {
      var hasBegun = false
      for await entry in file.log.entries {
        if !hasBegun { reporter.begin(file.label) }
        hasBegun = true
        switch entry {
        case .event(let event):
          totals.count(event)
          if let snapshots = event.data.snapshots { totals.snapshots.add(snapshots, of: file.label) }
          reporter.receive(event)
          if settings.bails, event.isFailure { stop() }
        case .output(let text, let isError): reporter.print(text, isError: isError)
        }
      }
      if hasBegun { totals.files += 1 }
    }
    let all = await outcomes
    let virtual = all.values.compactMap(\.virtualTime)
    if !virtual.isEmpty { totals.virtualTime = virtual.reduce(.zero, +) }
    await runChaos(all, &reporter, &totals)
    totals.realTime = ContinuousClock.now - start
    reporter.end(totals)
    reportRepetitions()
    if !isStopped.withLock({ $0 }) { reportUnused(all) }
    return totals
  }

  /// Stops the files that run, and begins no other.
  func stop() {
    isStopped.withLock { $0 = true }
    for file in files { file.stop.resolve(()) }
    chaos?.stop()
  }

  /// The tests that run now.
  var running: [String] {
    files.compactMap { file in
      file.log.innermost.map { "\(file.label.text): \($0.path.map(\.printable).joined(separator: " > "))" }
    }
  }

  /// Runs the files that pass again under plans.
  private func runChaos(
    _ outcomes: [Int: TestFileRun.Outcome], _ reporter: inout any TestReporter, _ totals: inout TestTotals
  ) async {
    guard let chaos, let options = settings.chaos else { return }
    var chaosTotals = ChaosTotals(seed: options.seed)
    for (number, file) in files.enumerated() where !isStopped.withLock({ $0 }) {
      guard let outcome = outcomes[number] else { continue }
      let plans = ChaosPlans(calls: outcome.calls, patterns: outcome.directive?.chaos, seed: options.seed)
      if let reason = reasonForNoChaos(file, outcome, plans) {
        chaosTotals.left.append((file.label.path, reason))
        continue
      }
      chaosTotals.files += 1
      chaosTotals.plans += options.count
      for failure in await chaos.perform(file.label, plans) {
        chaosTotals.failed += 1
        reporter.receive(failure)
      }
    }
    totals.chaos = chaosTotals
  }

  /// Why a file has no runs under plans; nil if it has.
  private func reasonForNoChaos(
    _ file: TestFileRun, _ outcome: TestFileRun.Outcome, _ plans: ChaosPlans
  ) -> String? {
    let patterns = outcome.directive?.chaos
    if file.log.hasFailed { return "it fails without chaos" }
    if outcome.virtualTime == nil { return "it has the real clock, on which delays would take their time" }
    if patterns?.isEmpty == true { return "its first line has chaos=off" }
    guard plans.isEmpty else { return nil }
    return patterns == nil ? "it makes no call over the bridge" : "it calls no method that its first line names"
  }

  /// Prints the commands that repeat what failed under a plan.
  private func reportRepetitions() {
    for file in files where file.log.hasFailed {
      guard let plan = file.plan else { continue }
      Terminal.reportError("causeway: To repeat: \(TestRepeatCommand(plan, file.label.path).text)")
    }
  }

  /// Prints the parts of the plan and of the mock that no file has used.
  private func reportUnused(_ outcomes: [Int: TestFileRun.Outcome]) {
    let mocks = outcomes.values.map { Set($0.uncalled) }
    if let first = mocks.first {
      for name in mocks.dropFirst().reduce(first, { $0.intersection($1) }).sorted() {
        Terminal.reportError("causeway: The mock's method \(name.printable) was not called.")
      }
    }
    guard let plan = settings.simulation.plan else { return }
    let matches = plan.rules.indices.map { rule in
      outcomes.values.reduce(0) { $0 + ($1.ruleMatches.indices.contains(rule) ? $1.ruleMatches[rule] : 0) }
    }
    for line in plan.unmatched(matches) { Terminal.reportError(line) }
  }

  /// Runs all files, as many at a time as the settings say; returns the outcomes by the number of the file.
  private func runAll() async -> [Int: TestFileRun.Outcome] {
    await withTaskGroup(of: (Int, TestFileRun.Outcome).self) { group in
      var next = 0
      var outcomes: [Int: TestFileRun.Outcome] = [:]
      func begin() {
        let (file, number) = (files[next], next)
        next += 1
        guard !isStopped.withLock({ $0 }) else { return file.log.finish() }
        group.addTask { (number, await file.perform()) }
      }
      while next < files.count, next < settings.jobs { begin() }
      while let (number, outcome) = await group.next() {
        outcomes[number] = outcome
        if next < files.count { begin() }
      }
      while next < files.count { begin() }
      return outcomes
    }
  }
}
