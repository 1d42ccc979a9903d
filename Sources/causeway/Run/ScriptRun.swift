import ArgumentParser
import Causeway
import CausewayJavaScript
import JavaScriptRuntime

/// One run of a program, in a context of its own that is closed at the end.
struct ScriptRun: Sendable {
  let source: ScriptSource
  let arguments: [String]
  let lending: LendingOptions
  let isPage: Bool
  /// How long the whole run may take; nil for as long as it likes.
  let timeout: Duration?
  /// Whether a change of the file must be able to stop even an endless loop.
  let isWatched: Bool
  /// What is simulated, if anything.
  let simulation: SimulationOptions

  /// Why a run ended.
  enum Ending: Sendable {
    case finished
    case failed(JavaScriptError)
    case timedOut
    case interrupted
    case changed
    /// Nobody reads what the program prints any more.
    case outputClosed
    /// The program ended well, but not all of its mock was used.
    case untested

    var exitCode: ExitCode {
      switch self {
      case .finished, .outputClosed, .changed: ExitCode(0)
      case .failed, .timedOut, .untested: ExitCode(1)
      case .interrupted: ExitCode(130)
      }
    }
  }

  /// Runs the program until something ends it, says on standard error what went wrong, and closes the context.
  func perform(_ text: String, interrupts: Interrupts, changes: FileChanges?) async -> Ending {
    let events = RunEvents()
    do {
      let simulation = try await startSimulation(interrupts)
      let runtime = try await start(events, simulation)
      let ending = await run(text, in: runtime, events, interrupts, changes, simulation)
      let grace = Grace(exitCode: ending.exitCode)
      await simulation?.close()
      grace.end()
      return simulation?.report(after: ending) ?? ending
    } catch let stop as Stop {
      if case .timedOut = stop.ending { Terminal.complain(timeoutMessage) }
      return stop.ending
    } catch let error as WrongText {
      Terminal.complain("causeway: The mock failed.\n\(error.message)")
      return .failed(JavaScriptError(code: .closed, operation: "mock", message: "The mock failed."))
    } catch {
      Terminal.complain("causeway: The runtime did not start: \(String(describing: error).printable)")
      return .failed(JavaScriptError(code: .closed, operation: "start", message: "The runtime did not start."))
    }
  }

  /// What ended a run before its program began.
  private struct Stop: Error { let ending: Ending }

  /// Begins the simulation, whose mock may be a script that does not end.
  ///
  /// - Throws: ``Stop`` when Ctrl-C or the end of the run's time comes first.
  private func startSimulation(_ interrupts: Interrupts) async throws -> Simulation? {
    try await withThrowingTaskGroup(of: Simulation?.self) { group in
      group.addTask { try await Simulation.start(simulation) }
      group.addTask {
        guard await interrupts.next() else { throw CancellationError() }
        throw Stop(ending: .interrupted)
      }
      if let timeout {
        group.addTask {
          try await Task.sleep(for: timeout)
          throw Stop(ending: .timedOut)
        }
      }
      let first = await group.nextResult()
      var grace: Grace?
      if case .failure(let stop as Stop) = first { grace = Grace(exitCode: stop.ending.exitCode) }
      group.cancelAll()
      while let late = await group.nextResult() {
        // One that comes when it has just begun is for whoever waits next.
        if case .failure(let stop as Stop) = late, case .interrupted = stop.ending { interrupts.putBack() }
      }
      grace?.end()
      return try first?.get() ?? nil
    }
  }

  private func start(_ events: RunEvents, _ simulation: Simulation?) async throws -> JavaScriptRuntime {
    var configuration = RuntimeConfiguration()
    var bridgeConfiguration = Bridge.Configuration()
    if let clock = simulation?.clock { (configuration.clock, bridgeConfiguration.clock) = (clock, clock) }
    configuration.isPage = isPage
    configuration.colors =
      Terminal.allowsColors(Terminal.isOutputTerminal) && Terminal.allowsColors(Terminal.isErrorTerminal)
    // Without a limit the engine cannot be interrupted at all, and with one each entry costs a little more.
    configuration.evaluationLimit = timeout ?? (isWatched ? .untilInterrupted : nil)
    configuration.console = .handler { level, text in
      let output = level == .warn || level == .error ? Output.standardError : .standardOutput
      if !output.write(text + "\n") { events.end(.outputClosed) }
    }
    configuration.onUncaught = { error, _ in events.end(.failed(error)) }
    let bridge = try lending.bridge(bridgeConfiguration)
    simulation?.install(on: bridge)
    let runtime = try await JavaScriptRuntime(
      bridge: bridge, permissions: Permissions(lending.permissions.patterns + (simulation?.mocked ?? [])),
      configuration: configuration, through: simulation?.wrap)
    try await runtime.defineScriptArguments(arguments)
    return runtime
  }

  private func run(
    _ text: String, in runtime: JavaScriptRuntime, _ events: RunEvents, _ interrupts: Interrupts,
    _ changes: FileChanges?, _ simulation: Simulation?
  ) async -> Ending {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        do throws(JavaScriptError) {
          try await Simulation.run(simulation) { () async throws(JavaScriptError) in
            try await runtime.runToEnd(text, url: source.url)
          }
          events.end(.finished)
        } catch {
          events.end(error.code == .timeLimit ? .timedOut : .failed(error))
        }
      }
      if let timeout {
        group.addTask { if (try? await Task.sleep(for: timeout)) != nil { events.end(.timedOut) } }
      }
      // One that comes when the run has just ended is for whoever waits next.
      group.addTask { if await interrupts.next(), !events.end(.interrupted) { interrupts.putBack() } }
      if let changes {
        group.addTask { if await changes.next(), !events.end(.changed) { changes.putBack() } }
      }

      let ending = await events.first()
      let grace = Grace(exitCode: ending.exitCode)
      runtime.interruptIfNeeded(after: ending)
      if let message = await message(for: ending, in: runtime) { Terminal.complain(message) }
      await runtime.close()
      grace.end()
      group.cancelAll()
      return ending
    }
  }

  private func message(for ending: Ending, in runtime: JavaScriptRuntime) async -> String? {
    switch ending {
    case .failed(let error):
      let report = await runtime.report(error).text
      guard error.details?.code == BridgeError.Code.permissionDenied.rawValue, let name = error.details?.permission
      else { return report }
      return report + "\ncauseway: --allow \(name.printable) lets the program do that."
    case .timedOut: return timeoutMessage
    case .finished, .interrupted, .changed, .outputClosed, .untested: return nil
    }
  }

  private var timeoutMessage: String {
    let seconds = timeout.map { $0 / .seconds(1) } ?? 0
    return "causeway: \(source.url.printable) was stopped: it ran longer than --timeout \(seconds.formatted) allows."
  }
}

extension Double {
  /// Without a fraction where there is none.
  fileprivate var formatted: String { Int(exactly: self).map(String.init) ?? String(self) }
}

extension JavaScriptRuntime {
  /// Gives the program its arguments as the frozen global `scriptArgs`: as values, never as text of a script.
  fileprivate func defineScriptArguments(_ arguments: [String]) async throws {
    let name = "defineScriptArguments"
    try evaluate(
      """
      globalThis.\(name) = (list) => {
        delete globalThis.\(name);
        Object.defineProperty(globalThis, "scriptArgs", { value: Object.freeze(list), enumerable: true });
      };
      """, url: "causeway:arguments")
    try await invoke(name, .array(arguments.map { .string($0) }))
  }

  /// Stops a script that may still be running; one that ended, or that waits, is closed as usual.
  fileprivate nonisolated func interruptIfNeeded(after ending: ScriptRun.Ending) {
    if case .finished = ending { return }
    interrupt()
  }
}
