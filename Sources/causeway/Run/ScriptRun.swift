import ArgumentParser
import Causeway
import CausewayJavaScript
import JavaScriptModules
import JavaScriptRuntime

/// One run of a program, in a context of its own that is closed at the end.
struct ScriptRun: Sendable {
  let source: ScriptSource
  let arguments: [String]
  let lending: LendingOptions
  let modules: ModuleOptions
  let isPage: Bool
  /// How many seconds the whole run may take; nil for as long as it likes.
  let seconds: Double?
  /// Whether a change of the file must be able to stop even an endless loop.
  let isWatched: Bool
  /// What is simulated, if anything.
  let simulation: SimulationOptions

  /// Why a run ended.
  enum Ending: Sendable {
    case finished
    /// With what a person is shown, where that is known already.
    case failed(JavaScriptError, report: String? = nil)
    case timedOut
    case interrupted
    case changed
    /// The file is no text.
    case binary
    /// There is no such root or import map.
    case unreadable
    /// The program ended well, but not all of its mock was used.
    case untested

    var exitCode: ExitCode {
      switch self {
      case .finished, .changed: ExitCode(0)
      case .failed, .timedOut, .untested: ExitCode(1)
      case .binary, .unreadable: WrongUsage.exitCode
      case .interrupted: ExitCode(130)
      }
    }
  }

  /// Runs the program until something ends it, says on standard error what went wrong, and closes the context.
  func perform(_ text: String, interrupts: Interrupts, changes: FileChanges?) async -> Ending {
    let events = RunEvents()
    let errors = UncaughtErrors()
    defer { errors.runtime = nil }
    do {
      let simulation = try await startSimulation(interrupts)
      let modules = try self.modules(of: text)
      let runtime = try await start(events, errors, simulation, modules?.configuration)
      let ending = await run(
        text, as: modules?.entry, in: runtime, events, errors, interrupts, changes, simulation)
      let grace = Grace(exitCode: ending.exitCode)
      await simulation?.close()
      grace.end()
      return simulation?.report(after: ending) ?? ending
    } catch let stop as Stop {
      if case .timedOut = stop.ending { Terminal.complain(timeoutMessage) }
      return stop.ending
    } catch let error as UnreadableSource {
      Terminal.complain("causeway: \(error.message)")
      return .unreadable
    } catch let error as WrongText {
      Terminal.complain("causeway: The mock failed.\n\(error.message)")
      return .failed(JavaScriptError(code: .closed, operation: "mock", message: "The mock failed."))
    } catch {
      Terminal.complain("causeway: The runtime did not start: \(String(describing: error).printable)")
      return .failed(JavaScriptError(code: .closed, operation: "start", message: "The runtime did not start."))
    }
  }

  /// The program's modules, if it has any.
  private func modules(of text: String) throws(UnreadableSource) -> (configuration: ModuleConfiguration, entry: String)?
  {
    let path: String? = if case .file(let path) = source { path } else { nil }
    guard ProgramText.needsModules(text, path: path) else { return nil }
    do throws(ModuleError) { return try modules.modules(of: source, text: text) } catch {
      throw UnreadableSource(message: error.description.printable)
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

  private func start(
    _ events: RunEvents, _ errors: UncaughtErrors, _ simulation: Simulation?, _ modules: ModuleConfiguration?
  ) async throws -> JavaScriptRuntime {
    var configuration = RuntimeConfiguration()
    configuration.modules = modules
    var bridgeConfiguration = Bridge.Configuration()
    if let clock = simulation?.clock { (configuration.clock, bridgeConfiguration.clock) = (clock, clock) }
    configuration.isPage = isPage
    configuration.colors =
      Terminal.allowsColors(Terminal.isOutputTerminal) && Terminal.allowsColors(Terminal.isErrorTerminal)
    // Without a limit the engine cannot be interrupted at all, and with one each entry costs a little more.
    configuration.evaluationLimit = timeout ?? (isWatched ? .untilInterrupted : nil)
    configuration.console = .handler { level, text in
      (level == .warn || level == .error ? Output.standardError : .standardOutput).write(text + "\n")
    }
    configuration.wantsUncaught = { errors.note() }
    // Described here: the thread may be busy with others for long.
    configuration.onUncaught = { error, _ in events.end(.failed(error, report: errors.report(error))) }
    let bridge = try lending.bridge(bridgeConfiguration)
    simulation?.install(on: bridge)
    let runtime = try await JavaScriptRuntime(
      bridge: bridge, permissions: Permissions(lending.permissions.patterns + (simulation?.mocked ?? [])),
      configuration: configuration, through: simulation?.wrap)
    errors.runtime = runtime
    try await runtime.defineScriptArguments(arguments)
    return runtime
  }

  private func run(
    _ text: String, as entry: String?, in runtime: JavaScriptRuntime, _ events: RunEvents, _ errors: UncaughtErrors,
    _ interrupts: Interrupts, _ changes: FileChanges?, _ simulation: Simulation?
  ) async -> Ending {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        do throws(JavaScriptError) {
          try await Simulation.run(simulation) { () async throws(JavaScriptError) in
            if let entry {
              try await runtime.importToEnd(entry)
            } else {
              try await runtime.runToEnd(text, url: source.url)
            }
          }
          events.end(.finished)
        } catch {
          events.end(error.code == .timeLimit ? .timedOut : error.tells(of: text) ? .binary : .failed(error))
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
      await tell(of: ending, in: runtime, errors)
      let grace = Grace(exitCode: ending.exitCode)
      await runtime.close()
      grace.end()
      group.cancelAll()
      return ending
    }
  }

  /// Says why the run ended, and stops what runs.
  private func tell(of ending: Ending, in runtime: JavaScriptRuntime, _ errors: UncaughtErrors) async {
    switch ending {
    case .finished: return
    case .failed(let error, let report):
      let grace = Grace(exitCode: ending.exitCode)
      var text = report ?? ""
      if report == nil { text = await runtime.report(error).text }
      Terminal.complain(text)
      if let hint = hint(about: error, in: runtime) { Terminal.complain("causeway: \(hint)") }
      grace.end()
      await errors.waitForOthers(in: runtime)
      let more = errors.count - (report == nil ? 0 : 1)
      if more > 0 { Terminal.complain("causeway: and \(more.grouped) more like it.") }
    case .timedOut:
      runtime.interrupt()
      return Terminal.complain(timeoutMessage)
    case .binary:
      Terminal.complain("causeway: Cannot read \(source.url.printable): it is binary, and no JavaScript in UTF-8.")
    case .interrupted, .changed, .untested, .unreadable: break
    }
    runtime.interrupt()
  }

  /// What would let the program do what it may not do; nil for other errors.
  private func hint(about error: JavaScriptError, in runtime: JavaScriptRuntime) -> String? {
    guard error.details?.code == BridgeError.Code.permissionDenied.rawValue, let name = error.details?.permission,
      let bridge = try? runtime.connection.bridge
    else { return nil }
    if bridge.hasMember(permission: name) { return "--allow \(name.printable) lets the program do that." }
    let isEvent = error.details?.method == "$/subscribe"
    let meant = Suggestion.nearest(to: name, among: isEvent ? bridge.events : bridge.methods)
    return "There is no \(isEvent ? "event" : "method") \(name.printable)"
      + (meant.map { ": did you mean \($0.printable)?" } ?? ".")
  }

  /// The same; never nothing.
  private var timeout: Duration? { seconds.map { max(.nanoseconds(1), .seconds($0)) } }

  private var timeoutMessage: String {
    let seconds = (seconds ?? 0).formatted
    return "causeway: \(source.url.printable) was stopped: it ran longer than --timeout \(seconds) allows."
  }
}

extension Double {
  /// Without a fraction where there is none.
  fileprivate var formatted: String { Int(exactly: self).map(String.init) ?? String(self) }
}

extension JavaScriptError {
  /// Whether the engine has found a NUL, or what comes with it in a binary file, where a program has none.
  ///
  /// In a comment or a string there may be one.
  fileprivate func tells(of text: String) -> Bool {
    details?.name == "SyntaxError" && message.contains("Invalid character") && text.utf8.contains(0)
  }
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
}
