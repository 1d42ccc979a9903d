import ArgumentParser
import Causeway
import CausewayJavaScript
import Glibc
import JavaScriptInspector
import JavaScriptModules
import JavaScriptRuntime
import StandardStreams

/// One run of a program, in a new context that is closed at the end.
struct ScriptRun: Sendable {
  let source: ScriptSource
  let arguments: [String]
  let permissionOptions: PermissionOptions
  let modules: ModuleOptions
  let forwarding: ForwardOptions
  let isPage: Bool
  /// The time limit of the run in seconds; nil for none.
  let seconds: Double?
  /// Whether a changed file must be able to stop an endless loop.
  let isWatched: Bool
  /// The options of the simulation.
  let simulation: SimulationOptions
  /// Whether `causeway top` may look at the program.
  let showsActivity: Bool
  /// The path of the socket for it; nil for the standard one.
  let activitySocket: String?
  /// The server that a debugger connects to; nil for a run that is not debugged.
  let debugServer: (any InspectionServer)?
  /// The recordings of the run; nil for none.
  let recording: ProgramRecording?

  /// The reason why a run ended.
  enum Ending: Sendable {
    /// By itself, with this exit status.
    case finished(status: Int = 0)
    /// With the report to print, if it is known.
    case failed(JavaScriptError, isUncaught: Bool = false)
    case timedOut
    case interrupted(by: CInt = SIGINT)
    case changed
    /// The file is binary.
    case binary
    /// The root or the import map cannot be read, or the socket for `causeway top` cannot be made.
    case unreadable
    /// The program succeeded, but did not use all of its mock.
    case untested

    /// Whether the program has not ended by itself.
    var isInterruption: Bool {
      switch self {
      case .timedOut, .interrupted: true
      default: false
      }
    }

    var exitCode: ExitCode {
      switch self {
      case .finished(let status): ExitCode(Int32(status))
      case .changed: ExitCode(0)
      case .failed, .timedOut, .untested: ExitCode(1)
      case .binary, .unreadable: WrongUsage.exitCode
      // As shells have it.
      case .interrupted(let signal): ExitCode(128 + signal)
      }
    }
  }

  /// Runs the program to its end, reports errors on standard error, and closes the context.
  func perform(_ text: String, interrupts: Interrupts, changes: FileChanges?) async -> Ending {
    let events = RunEvents()
    let errors = UncaughtErrors()
    do {
      let simulation = try await startSimulation(interrupts)
      let modules = try self.modules(of: text, changes)
      let (runtime, workers) = try await start(events, errors, simulation, modules?.configuration)
      defer { workers?.close() }
      let server = try await serveActivity(of: runtime)
      defer { server?.close() }
      try await recording?.start(runtime)
      let ending = await run(
        text, as: modules?.entry, in: runtime, events, errors, interrupts, changes, simulation)
      let exitTimer = ForcedExitTimer(exitCode: ending.exitCode)
      await simulation?.close()
      exitTimer.end()
      return await simulation?.report(after: ending) ?? ending
    } catch let stop as EarlyEnding {
      if case .timedOut = stop.ending { Terminal.reportError(timeoutMessage) }
      return stop.ending
    } catch let error as UnreadableSource {
      Terminal.reportError("causeway: \(error.message)")
      return .unreadable
    } catch let error as InvalidOption {
      Terminal.reportError("causeway: The mock failed.\n\(error.message)")
      return .failed(JavaScriptError(code: .closed, operation: "mock", message: "The mock failed."))
    } catch {
      Terminal.reportError("causeway: The runtime did not start: \(String(describing: error).printable)")
      return .failed(JavaScriptError(code: .closed, operation: "start", message: "The runtime did not start."))
    }
  }

  /// The modules of the program; nil if it has none.
  private func modules(
    of text: String, _ changes: FileChanges?
  ) throws(UnreadableSource) -> (configuration: ModuleConfiguration, entry: String)? {
    let path: String? = if case .file(let path) = source { path } else { nil }
    guard ProgramText.needsModules(text, path: path) else { return nil }
    do throws(ModuleError) { return try modules.modules(of: source, text: text, following: changes) } catch {
      throw UnreadableSource(message: error.description.printable)
    }
  }

  /// The reason why a run ended before its program started.
  private struct EarlyEnding: Error { let ending: Ending }

  /// Starts the simulation, whose mock script may never end.
  ///
  /// - Throws: ``EarlyEnding`` if Ctrl-C or the time limit comes first.
  private func startSimulation(_ interrupts: Interrupts) async throws -> Simulation? {
    try await withThrowingTaskGroup(of: Simulation?.self) { group in
      group.addTask { try await Simulation.start(simulation, modules) }
      group.addTask {
        guard await interrupts.next() else { throw CancellationError() }
        throw EarlyEnding(ending: .interrupted(by: interrupts.signal))
      }
      if let timeout {
        group.addTask {
          try await Task.sleep(for: timeout)
          throw EarlyEnding(ending: .timedOut)
        }
      }
      let first = await group.nextResult()
      var exitTimer: ForcedExitTimer?
      if case .failure(let stop as EarlyEnding) = first { exitTimer = ForcedExitTimer(exitCode: stop.ending.exitCode) }
      group.cancelAll()
      while let late = await group.nextResult() {
        // A signal that arrives after the start is kept for the next waiter.
        if case .failure(let stop as EarlyEnding) = late, case .interrupted = stop.ending { interrupts.putBack() }
      }
      exitTimer?.end()
      return try first?.get() ?? nil
    }
  }

  private func start(
    _ events: RunEvents, _ errors: UncaughtErrors, _ simulation: Simulation?, _ modules: ModuleConfiguration?
  ) async throws -> (JavaScriptRuntime, workers: Connection?) {
    var configuration = RuntimeConfiguration()
    configuration.locale = RuntimeConfiguration.localeOfCommand
    configuration.modules = modules?.adding(permissionOptions.environment)
    configuration.extensions = .shipped
    if modules == nil { configuration.filesOfScripts = self.modules.sourceFiles(of: source) }
    var bridgeConfiguration = Bridge.Configuration()
    if let clock = simulation?.clock { bridgeConfiguration.clock = clock }
    bridgeConfiguration.recordsActivity = showsActivity
    if let inspection = debugServer?.inspection ?? recording?.inspection {
      configuration.inspection = inspection
      if simulation?.clock is ContinuousClock? { bridgeConfiguration.clock = inspection.clock }
    }
    configuration.isPage = isPage
    configuration.colors =
      StandardStream.output.allowsColors && StandardStream.error.allowsColors
    // The engine can be interrupted only with a limit, which makes each entry a little slower.
    // One that is recorded is interrupted afterwards.
    configuration.evaluationLimit =
      recording == nil ? timeout ?? (isWatched ? .untilInterrupted : nil) : .untilInterrupted
    configuration.console = .stream { level, text in
      (level == .warn || level == .error ? Output.standardError : .standardOutput).write(text)
    }
    configuration.standardInput = Terminal.isInputOpen ? source.programInput : .empty
    configuration.tests = ProgramTests().observer
    configuration.reportsUncaught = { errors.note() }
    configuration.endsAtUncaught = true
    // The report is made here, because the thread may be blocked later.
    configuration.onUncaught = { error, _ in events.end(.failed(error, isUncaught: true)) }
    let bridge = try permissionOptions.bridge(bridgeConfiguration)
    simulation?.install(on: bridge)
    let workers = try await forwarding.install(on: bridge)
    let allowed = permissionOptions.permissions.patterns + forwarding.patterns + (simulation?.mocked ?? [])
    let runtime = try await JavaScriptRuntime(
      bridge: bridge, permissions: Permissions(allowed), configuration: configuration, through: simulation?.wrap)
    try await runtime.defineScriptArguments(arguments)
    return (runtime, workers)
  }

  /// Lets `causeway top` look at the program, if that was asked for.
  private func serveActivity(of runtime: JavaScriptRuntime) async throws -> ActivityServer? {
    guard showsActivity else { return nil }
    do throws(BridgeError) {
      return try ActivityServer(runtime.connection.bridge, at: activitySocket)
    } catch {
      await runtime.close()
      Terminal.reportError("causeway: --top: \(error.message.printable)")
      throw EarlyEnding(ending: .unreadable)
    }
  }

  private func run(
    _ text: String, as entry: String?, in runtime: JavaScriptRuntime, _ events: RunEvents, _ errors: UncaughtErrors,
    _ interrupts: Interrupts, _ changes: FileChanges?, _ simulation: Simulation?
  ) async -> Ending {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await debugServer?.waitUntilStart()
        do throws(JavaScriptError) {
          var status = 0
          try await Simulation.run(simulation) { () async throws(JavaScriptError) in
            status =
              if let entry { try await runtime.run(module: entry) } else {
                try await runtime.run(text, url: source.url)
              }
          }
          events.end(.finished(status: status))
        } catch {
          events.end(error.code == .timeLimit ? .timedOut : error.isCausedByBinary(text) ? .binary : .failed(error))
        }
      }
      if let timeout {
        group.addTask {
          await debugServer?.waitUntilStart()
          let clock: any Clock<Duration> = debugServer?.inspection.clock ?? ContinuousClock() as any Clock<Duration>
          if (try? await clock.sleep(for: timeout)) != nil { events.end(.timedOut) }
        }
      }
      // A signal that arrives after the run's end is kept for the next waiter.
      group.addTask {
        if await interrupts.next(), !events.end(.interrupted(by: interrupts.signal)) { interrupts.putBack() }
      }
      if let changes {
        group.addTask { if await changes.next(), !events.end(.changed) { changes.putBack() } }
      }

      let ending = await events.first()
      await release(after: ending, interrupts)
      // After an interruption, `report` interrupts the runtime, so the inspection finishes first.
      if !ending.isInterruption { await report(ending, in: runtime, errors) }
      await recording?.finishInspection()
      if ending.isInterruption { await report(ending, in: runtime, errors) }
      await recording?.finishProfile()
      let exitTimer = ForcedExitTimer(exitCode: ending.exitCode)
      await runtime.close()
      exitTimer.end()
      group.cancelAll()
      return ending
    }
  }

  /// Lets the program go, and waits for a debugger that looks into it, until Ctrl-C.
  private func release(after ending: Ending, _ interrupts: Interrupts) async {
    guard let debugServer else { return }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await debugServer.release() }
      if !ending.isInterruption { group.addTask { _ = await interrupts.next() } }
      if ending.isInterruption { group.cancelAll() }
      await group.next()
      group.cancelAll()
    }
  }

  /// Reports why the run ended, and stops the program.
  private func report(_ ending: Ending, in runtime: JavaScriptRuntime, _ errors: UncaughtErrors) async {
    switch ending {
    case .finished: return
    case .failed(let error, let isUncaught):
      let exitTimer = ForcedExitTimer(exitCode: ending.exitCode)
      Terminal.reportError(error.terminalReport)
      if let hint = error.hint(in: runtime, project) { Terminal.reportError("causeway: \(hint)") }
      exitTimer.end()
      await errors.waitForOthers(in: runtime)
      let more = errors.count - (isUncaught ? 1 : 0)
      if more > 0 { Terminal.reportError("causeway: and \(more.grouped) more \(more == 1 ? "error" : "errors").") }
    case .timedOut:
      runtime.interrupt()
      return Terminal.reportError(timeoutMessage)
    case .binary:
      Terminal.reportError("causeway: Cannot read \(source.url.printable): it is binary, not JavaScript in UTF-8.")
    case .interrupted, .changed, .untested, .unreadable: break
    }
    runtime.interrupt()
  }

  /// The causeway.json whose permissions were not asked for.
  private var project: ProjectConfiguration? {
    permissionOptions.projectPermissions ? nil : try? modules.project(in: modules.directory(of: source))
  }

  /// The time limit as a duration; positive.
  private var timeout: Duration? { seconds.map { max(.nanoseconds(1), .seconds($0)) } }

  private var timeoutMessage: String {
    let seconds = (seconds ?? 0).formatted
    return "causeway: \(source.url.printable) was stopped: it exceeded --timeout \(seconds)."
  }
}

extension Double {
  /// Without a fraction for whole numbers.
  fileprivate var formatted: String { Int(exactly: self).map(String.init) ?? String(self) }
}

extension JavaScriptError {
  /// Whether a character is not allowed and the text has a NUL, which indicates a binary file.
  ///
  /// Comments and strings may contain a NUL.
  fileprivate func isCausedByBinary(_ text: String) -> Bool {
    details?.name == "SyntaxError" && message.contains("The character U+") && text.utf8.contains(0)
  }
}

extension JavaScriptRuntime {
  /// Defines the arguments as the frozen global `scriptArgs`: as values, never as script text.
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
}
