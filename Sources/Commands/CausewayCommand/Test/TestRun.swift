import CausewayConcurrency
import StandardStreams
import Synchronization

/// Runs test files side by side, and prints their results in the order of the files.
final class TestRun: Sendable {
  private let settings: TestSettings
  private let files: [TestFileRun]
  private let start = ContinuousClock.now
  private let isStopped = Mutex(false)

  init(_ labels: [TestFileLabel], _ settings: TestSettings) {
    self.settings = settings
    files = labels.map { TestFileRun(label: $0, settings: settings) }
  }

  /// Runs the files; files that have not begun when the run is stopped are left out.
  func perform(_ reporter: any TestReporter) async -> TestTotals {
    async let times = runAll()
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
          reporter.receive(event)
          if settings.bails, event.isFailure { stop() }
        case .output(let text, let isError): reporter.print(text, isError: isError)
        }
      }
      if hasBegun { totals.files += 1 }
    }
    let virtual = await times
    if !virtual.isEmpty { totals.virtualTime = virtual.reduce(.zero, +) }
    totals.realTime = ContinuousClock.now - start
    reporter.end(totals)
    return totals
  }

  /// Stops the files that run, and begins no other.
  func stop() {
    isStopped.withLock { $0 = true }
    for file in files { file.stop.resolve(()) }
  }

  /// The tests that run now.
  var running: [String] {
    files.compactMap { file in
      file.log.innermost.map { "\(file.label.text): \($0.path.map(\.printable).joined(separator: " > "))" }
    }
  }

  /// Runs all files, as many at a time as the settings say; returns the virtual times.
  private func runAll() async -> [Duration] {
    await withTaskGroup(of: Duration?.self) { group in
      var next = 0
      var times: [Duration] = []
      func begin() {
        let file = files[next]
        next += 1
        guard !isStopped.withLock({ $0 }) else { return file.log.finish() }
        group.addTask { await file.perform() }
      }
      while next < files.count, next < settings.jobs { begin() }
      while let time = await group.next() {
        if let time { times.append(time) }
        if next < files.count { begin() }
      }
      while next < files.count { begin() }
      return times
    }
  }
}
