import FoundationEssentials
import JavaScriptRuntime
import StandardStreams
import Synchronization

/// Prints the results of the tests in a program that `causeway run` runs.
final class ProgramTests: Sendable {
  private struct State {
    var reporter: SpecReporter
    var totals = TestTotals()
    let start = ContinuousClock.now
  }

  private let state: Mutex<State>

  init() {
    var settings = TestReportSettings()
    settings.directory = FileManager.default.currentDirectoryPath
    settings.colors = StandardStream.output.allowsColors
    settings.showsFiles = false
    state = Mutex(State(reporter: SpecReporter(settings)))
  }

  /// The receiver of the results.
  var observer: TestObserver {
    TestObserver { [self] json, error in
      guard let event = TestEvent(json: json, error: error) else { return }
      state.withLock { state in
        state.totals.count(event)
        state.reporter.receive(event)
        guard event.data.type == .end else { return }
        state.totals.files = 1
        state.totals.realTime = ContinuousClock.now - state.start
        state.reporter.end(state.totals)
      }
    }
  }
}
