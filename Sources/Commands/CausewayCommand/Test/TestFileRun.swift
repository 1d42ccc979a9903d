import Causeway
import CausewayConcurrency
import CausewayJavaScript
import CausewayTesting
import JavaScriptModules
import JavaScriptRuntime
import StandardStreams
import Synchronization

/// The run of one test file, in a runtime of its own that is closed at the end.
struct TestFileRun: Sendable {
  let label: TestFileLabel
  let settings: TestSettings
  /// The plan of the link; nil for a link without faults.
  var plan: FaultPlan?
  let log = TestFileLog()
  /// Set to stop the run.
  let stop = Deferred<Void>()

  /// How a file ended.
  private enum Ending: Sendable {
    case finished(status: Int)
    case failed(JavaScriptError)
    case stuck
    case stopped
  }

  /// How long a runtime may take to close before it is abandoned.
  private static let closingTime = Duration.seconds(2)

  /// What is known about a file that has run, apart from its results.
  struct Outcome: Sendable {
    /// Nil for the real clock.
    var virtualTime: Duration?
    /// For each rule of the plan, how many messages it has applied to.
    var ruleMatches: [Int] = []
    /// The mock's methods that were not called.
    var uncalled: [String] = []
    /// The methods that it called, each with the number of its calls.
    var calls: [(method: String, count: Int)] = []
    /// What the first line of the file says.
    var directive: TestDirective?
  }

  /// Runs the file to its end; its results are in the log.
  func perform() async -> Outcome {
    defer { log.finish() }
    log.begin()
    let stopped = Task { [stop] in await stop.value(cancelled: ()) }
    // Ends the tasks that wait for it.
    defer { stop.resolve(()) }
    var outcome = Outcome()
    do {
      let text = try ScriptSource.file(label.path).read()
      let directive = try TestDirective(text)
      outcome.directive = directive
      let choice = directive.clock ?? settings.clock
      var clock: VirtualClock?
      var simulation: Simulation?
      if plan != nil || settings.countsCalls || settings.simulation.mock != nil {
        var options = settings.simulation
        options.plan = plan
        options.clock = choice
        simulation = try await start(options, stopped)
        clock = simulation?.virtualClock
      } else if choice == .virtual {
        clock = VirtualClock()
      }
      try await run(text, clock, simulation, stopped)
      outcome.virtualTime = clock?.now.offset
      if let simulation {
        outcome.ruleMatches = simulation.ruleMatches
        outcome.uncalled = simulation.uncalled
        outcome.calls = simulation.summary.methods.map { ($0.name, $0.calls) }
        await simulation.close()
      }
    } catch is CancellationError {
      // The run is stopped: nothing is reported.
    } catch {
      log.fail(label.path, kind: "file", TestFileRun.message(of: error), error: error as? JavaScriptError)
    }
    return outcome
  }

  /// Starts the simulation, whose mock script may never end.
  ///
  /// - Parameter stopped: ends when the run is to stop.
  private func start(_ options: SimulationOptions, _ stopped: Task<Void, Never>) async throws -> Simulation {
    let first = Deferred<Result<Simulation, any Error>>()
    let starting = Task {
      do {
        first.resolve(.success(try await Simulation(starting: options, settings.modules)))
      } catch {
        first.resolve(.failure(error))
      }
    }
    let timer = Task {
      guard (try? await Task.sleep(for: settings.limit)) != nil else { return }
      let limit = settings.limit.forReaders
      first.resolve(
        .failure(InvalidOption(message: "The mock script did not end within \(limit) of real time (--timeout).")))
    }
    Task {
      await stopped.value
      first.resolve(.failure(CancellationError()))
    }
    defer {
      starting.cancel()
      timer.cancel()
    }
    return try await first.value(cancelled: .failure(CancellationError())).get()
  }

  private static func message(of error: any Error) -> String {
    switch error {
    case let error as UnreadableSource: error.message
    case let error as InvalidOption: error.message
    case let error as ModuleError: error.description
    case let error as BridgeError: error.message
    case let error as JavaScriptError: error.message
    default: String(describing: error)
    }
  }

  private func run(
    _ text: String, _ clock: VirtualClock?, _ simulation: Simulation?, _ stopped: Task<Void, Never>
  ) async throws {
    let start = ContinuousClock.now
    let noted = UncaughtError()
    let (runtime, entry) = try await makeRuntime(text, clock, noted, simulation)
    let ending = Deferred<Ending>()
    // These tasks may never end, if a script does not return: nobody waits for them.
    Task {
      do throws(JavaScriptError) {
        let body = { () async throws(JavaScriptError) in try await runtime.run(module: entry) }
        let status = if let clock { try await clock.runFreely(body) } else { try await body() }
        ending.resolve(.finished(status: status))
      } catch {
        ending.resolve(.failed(error))
      }
    }
    let watch = Task {
      while case let left = log.timeLeft(settings.limit), left > .zero {
        guard (try? await Task.sleep(for: left)) != nil else { return }
      }
      ending.resolve(.stuck)
    }
    Task {
      await stopped.value
      ending.resolve(.stopped)
    }
    report(await ending.value(cancelled: .stopped), noted.first, ContinuousClock.now - start)
    watch.cancel()
    await close(runtime)
  }

  private func makeRuntime(
    _ text: String, _ clock: VirtualClock?, _ uncaught: UncaughtError, _ simulation: Simulation?
  ) async throws -> (JavaScriptRuntime, entry: String) {
    var configuration = RuntimeConfiguration()
    let modules = try settings.modules.modules(of: .file(label.path), text: text)
    let permissionOptions = settings.projectPermissions[label.path] ?? settings.permissionOptions
    configuration.name = label.path
    configuration.modules = modules.configuration.adding(permissionOptions.environment)
    configuration.locale = RuntimeConfiguration.localeOfCommand
    configuration.extensions = .shipped
    configuration.evaluationLimit = .untilInterrupted
    configuration.colors = settings.colors
    configuration.console = .handler { level, text in log.print(text, isError: level == .warn || level == .error) }
    configuration.endsAtUncaught = true
    configuration.onUncaught = { error, _ in uncaught.note(error) }
    var observer = TestObserver { json, error in
      if let event = TestEvent(json: json, error: error) { log.receive(event) }
    }
    observer.filter = settings.filter
    observer.runsOnly = settings.runsOnly
    observer.checksLeaks = settings.checksLeaks
    observer.snapshots = SnapshotFolder(
      path: label.path, source: text, mode: settings.snapshots, isWriter: label.repetition ?? 1 == 1)
    configuration.tests = observer
    var bridgeConfiguration = Bridge.Configuration()
    if let clock { bridgeConfiguration.clock = clock }
    let make = { () async throws -> JavaScriptRuntime in
      let bridge = try permissionOptions.bridge(bridgeConfiguration)
      simulation?.install(on: bridge)
      let allowed = permissionOptions.permissions.patterns + (simulation?.mocked ?? [])
      return try await JavaScriptRuntime(
        bridge: bridge, permissions: Permissions(allowed), configuration: configuration, through: simulation?.wrap)
    }
    guard settings.checksLeaks else { return (try await make(), modules.entry) }
    // The tracker makes the runtime record what opens calls, streams and timers.
    let tracker = ResourceTracker { { nil } }
    return (try await ResourceTracker.$current.withValue(tracker, operation: make), modules.entry)
  }

  /// The first uncaught error of a file.
  private final class UncaughtError: Sendable {
    private let error = Mutex<JavaScriptError?>(nil)

    var first: JavaScriptError? { error.withLock { $0 } }

    func note(_ new: JavaScriptError) { error.withLock { $0 = $0 ?? new } }
  }

  /// Adds to the log how the file ended, unless its tests say it.
  private func report(_ ending: Ending, _ uncaught: JavaScriptError?, _ duration: Duration) {
    switch ending {
    case .stopped: break
    case .stuck: reportStuck()
    case .failed(let error):
      log.fail(label.path, kind: "testCodeFailure", error.message, error: error)
    case .finished(let status):
      if let uncaught {
        log.fail(label.path, kind: "uncaughtException", uncaught.message, error: uncaught)
      } else if log.hasTests, !log.hasEnded {
        log.fail(label.path, kind: "file", "The file ended before its tests had ended.")
      } else if status != 0, !log.hasFailed {
        log.fail(label.path, kind: "file", "The file ended with the exit status \(status).")
      } else if !log.hasTests {
        log.pass(label.path, duration)
      }
    }
  }

  private func reportStuck() {
    let limit = settings.limit.forReaders
    guard let test = log.innermost else {
      let text = "The file was stopped: nothing of it ended within \(limit) of real time (--timeout)."
      return log.fail(label.path, kind: "testTimeoutFailure", text)
    }
    log.fail(
      test.path.joined(separator: " > "), kind: "testTimeoutFailure",
      "The test was stopped: it did not end within \(limit) of real time (--timeout), or its own longer limit. "
        + "The tests after it in the file were not run.",
      location: test.event)
  }

  /// Closes the runtime; a script that cannot be stopped keeps its thread.
  private func close(_ runtime: JavaScriptRuntime) async {
    runtime.interrupt()
    let closed = Deferred<Bool>()
    Task {
      await runtime.close()
      closed.resolve(true)
    }
    let timer = Task {
      if (try? await Task.sleep(for: TestFileRun.closingTime)) != nil { closed.resolve(false) }
    }
    if !(await closed.value(cancelled: false)) { runtime.abandon() }
    timer.cancel()
  }
}
