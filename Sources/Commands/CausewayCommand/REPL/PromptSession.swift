import ArgumentParser
import Causeway
import CausewayJavaScript
import FoundationEssentials
import Glibc
import JavaScriptEngine
import JavaScriptModules
import JavaScriptRuntime
import StandardStreams
import Synchronization

/// The session of a prompt: a runtime with a bridge, which is replaced after a script had to be stopped.
actor PromptSession {
  private let bridge: Bridge
  private let permissions: Permissions
  private let environment: [String: String]
  /// Nil without a terminal: then Ctrl-C ends the process.
  private let interrupts = Terminal.isInteractive ? Interrupts([SIGINT]) : nil
  private let screen: PromptScreen
  private var runtime: JavaScriptRuntime
  /// The reporter of uncaught errors, for the runtime's hook.
  private let reporter: Reporter

  /// The time limit for a responsive engine to return its thread.
  private static let responseTimeout = Duration.milliseconds(200)

  init(_ permissionOptions: PermissionOptions, screen: PromptScreen) async throws {
    bridge = try permissionOptions.bridge()
    permissions = permissionOptions.permissions
    self.screen = screen
    reporter = Reporter(screen: screen)
    environment = permissionOptions.environment
    runtime = try await PromptSession.start(bridge, permissions, environment, reporter)
  }

  private static func start(
    _ bridge: Bridge, _ permissions: Permissions, _ environment: [String: String], _ reporter: Reporter
  ) async throws -> JavaScriptRuntime {
    var configuration = RuntimeConfiguration()
    configuration.locale = RuntimeConfiguration.localeOfCommand
    configuration.colors = StandardStream.output.allowsColors
    configuration.evaluationLimit = .untilInterrupted
    // A directory that is gone has no modules.
    let files = try? TreeModuleLoader.files(under: FileManager.default.currentDirectoryPath)
    configuration.modules = files.map { ModuleConfiguration($0).adding(environment) }
    configuration.extensions = .shipped
    configuration.console = .handler { [screen = reporter.screen] level, text in
      screen.print(text, to: level == .warn || level == .error ? .standardError : .standardOutput)
    }
    configuration.reportsUncaught = { reporter.note() }
    configuration.onUncaught = { error, _ in reporter.report(error) }
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: permissions, configuration: configuration)
    reporter.runtime = runtime
    return runtime
  }

  /// Evaluates an input and prints its value or its error.
  ///
  /// After Ctrl-C, the script continues without a waiter.
  func evaluate(_ input: String) async {
    enum Answer { case value(String), report(String) }
    let answer: Answer? = await unlessInterrupted { runtime in
      do throws(JavaScriptError) { return .value(try await runtime.evaluateForPrompt(input)) } catch {
        return .report(error.terminalReport)
      }
    }
    switch answer {
    case .value("undefined"), nil: break
    case .value(let text): screen.print(text)
    case .report(let text): screen.print(text, to: .standardError)
    }
  }

  /// The result of `ask`; nil if Ctrl-C came first.
  private func unlessInterrupted<Answer: Sendable>(
    _ ask: @escaping @Sendable (JavaScriptRuntime) async -> Answer
  ) async -> Answer? {
    let (answers, continuation) = AsyncStream.makeStream(of: Answer?.self)
    interrupts?.reset()
    let asking = Task { [runtime] in continuation.yield(await ask(runtime)) }
    let interrupt = Task { [interrupts] in if await interrupts?.next() == true { continuation.yield(nil) } }
    defer {
      asking.cancel()
      interrupt.cancel()
    }
    for await answer in answers {
      if answer == nil {
        // The terminal has echoed ^C and stays in that row.
        screen.print("")
        await stop()
      }
      return answer
    }
    return nil
  }

  /// Leaves a waiting script alone, and stops one that blocks the thread.
  private func stop() async {
    let answer = await answerIfFree { [runtime] in await runtime.complete("") }
    if answer != nil {
      return screen.print("The script continues in the background.", to: .standardError)
    }
    // An endless chain of promise jobs cannot be stopped: then the process ends with a message.
    let exitTimer = ForcedExitTimer(exitCode: ExitCode(130))
    runtime.interrupt()
    await runtime.close()
    exitTimer.end()
    screen.print("The script was stopped; its variables are lost.", to: .standardError)
    guard let runtime = try? await PromptSession.start(bridge, permissions, environment, reporter) else { return }
    self.runtime = runtime
  }

  /// The result of the body if the engine is free; nil while a script blocks it.
  private func answerIfFree<Answer: Sendable>(_ body: @escaping @Sendable () async -> Answer) async -> Answer? {
    let (answers, continuation) = AsyncStream.makeStream(of: Answer?.self)
    Task { continuation.yield(await body()) }
    let responseTimeout = Task {
      try await Task.sleep(for: PromptSession.responseTimeout)
      continuation.yield(nil)
    }
    defer { responseTimeout.cancel() }
    for await answer in answers { return answer }
    return nil
  }

  /// The completion candidates for a line.
  func complete(_ line: String) async -> Completion {
    if let methods = Completion(of: line, methods: bridge.methods) { return methods }
    let found = await answerIfFree { [runtime] in await runtime.complete(line) }
    return Completion(candidates: found?.candidates ?? [], partial: found?.partial ?? "")
  }

  func waitUntilIdle() async { await runtime.waitUntilIdle() }

  /// Closes the runtime at once, also during an endless loop.
  func close() async {
    let exitTimer = ForcedExitTimer(exitCode: .success)
    runtime.interrupt()
    await runtime.close()
    exitTimer.end()
    reporter.runtime = nil
    reporter.countOthers()
  }
}

/// Prints uncaught errors: the first ones, and the number of the others.
private final class Reporter: Sendable {
  /// The number of printed errors before the thread has processed another job.
  private static let maximumPrinted = 10

  let screen: PromptScreen
  private let state = Mutex<(runtime: JavaScriptRuntime?, count: Int)>((nil, 0))

  init(screen: PromptScreen) { self.screen = screen }

  /// The runtime whose sources a report quotes.
  var runtime: JavaScriptRuntime? {
    get { state.withLock { $0.runtime } }
    set { state.withLock { $0.runtime = newValue } }
  }

  /// Counts an error; returns whether it is printed.
  func note() -> Bool {
    let (count, runtime) = state.withLock { state in
      state.count += 1
      return (state.count, state.runtime)
    }
    if count == 1 {
      Task { [self] in
        _ = await runtime?.complete("")
        countOthers()
      }
    }
    return count <= Reporter.maximumPrinted
  }

  /// Prints the number of errors that were not printed.
  func countOthers() {
    let count = state.withLock { state in
      defer { state.count = 0 }
      return state.count
    }
    let more = count - Reporter.maximumPrinted
    if more > 0 {
      screen.print("and \(more.grouped) more \(more == 1 ? "error" : "errors").", to: .standardError)
    }
  }

  /// Called on the JavaScript thread, where the runtime is isolated.
  func report(_ error: JavaScriptError) {
    screen.print(error.terminalReport, to: .standardError)
  }
}
