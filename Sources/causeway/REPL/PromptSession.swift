import ArgumentParser
import Causeway
import CausewayJavaScript
import FoundationEssentials
import Glibc
import JavaScriptEngine
import JavaScriptModules
import JavaScriptRuntime
import Synchronization

/// What a prompt talks to: a runtime with a bridge, made anew when a script in it had to be stopped.
actor PromptSession {
  private let bridge: Bridge
  private let permissions: Permissions
  /// Nil without a terminal: then Ctrl-C ends the process as it does any other.
  private let interrupts = Terminal.isConversation ? Interrupts([SIGINT]) : nil
  private let screen: PromptScreen
  private var runtime: JavaScriptRuntime
  /// The same, for the hook that tells of errors nobody caught.
  private let reporter: Reporter

  /// How long an engine that is not stuck takes at most to give its thread back.
  private static let patience = Duration.milliseconds(200)

  init(_ lending: LendingOptions, screen: PromptScreen) async throws {
    bridge = try lending.bridge()
    permissions = lending.permissions
    self.screen = screen
    reporter = Reporter(screen: screen)
    runtime = try await PromptSession.start(bridge, permissions, reporter)
  }

  private static func start(
    _ bridge: Bridge, _ permissions: Permissions, _ reporter: Reporter
  ) async throws -> JavaScriptRuntime {
    var configuration = RuntimeConfiguration()
    configuration.colors = Terminal.allowsColors(Terminal.isOutputTerminal)
    configuration.evaluationLimit = .untilInterrupted
    // A directory that is gone has no modules.
    let files = try? TreeModuleLoader.files(under: FileManager.default.currentDirectoryPath)
    configuration.modules = files.map { ModuleConfiguration($0) }
    configuration.console = .handler { [screen = reporter.screen] level, text in
      screen.print(text, to: level == .warn || level == .error ? .standardError : .standardOutput)
    }
    configuration.wantsUncaught = { reporter.note() }
    configuration.onUncaught = { error, _ in reporter.report(error) }
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: permissions, configuration: configuration)
    reporter.runtime = runtime
    return runtime
  }

  /// Whether an input only lacks its end, as `f(` does; nil when Ctrl-C came first.
  func isIncomplete(_ input: String) async -> Bool? {
    // A timer of an earlier input may hold the engine: this waits as well.
    await unlessInterrupted { await $0.isIncomplete(input) }
  }

  /// Evaluates an input and prints its value or its error, unless Ctrl-C comes first: then what it awaits goes on
  /// without anybody waiting.
  func evaluate(_ input: String) async {
    enum Answer { case value(String), report(String) }
    let answer: Answer? = await unlessInterrupted { runtime in
      do throws(JavaScriptError) { return .value(try await runtime.evaluateForPrompt(input)) } catch {
        // The engine has to be free once more for this.
        return .report(await runtime.report(error).text)
      }
    }
    switch answer {
    case .value("undefined"), nil: break
    case .value(let text): screen.print(text)
    case .report(let text): screen.print(text, to: .standardError)
    }
  }

  /// What the runtime answers; nil when Ctrl-C came first.
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

  /// Leaves a script that waits alone, and ends one that does not give its thread back.
  private func stop() async {
    let answer = await soon { [runtime] in await runtime.complete("") }
    if answer != nil {
      return screen.print("Nobody waits for it any more.", to: .standardError)
    }
    // An endless chain of short promise jobs cannot be stopped: then the process ends, and says so.
    let grace = Grace(exitCode: ExitCode(130))
    runtime.interrupt()
    await runtime.close()
    grace.end()
    screen.print("The script was stopped; its variables are gone.", to: .standardError)
    guard let runtime = try? await PromptSession.start(bridge, permissions, reporter) else { return }
    self.runtime = runtime
  }

  /// What the engine answers if it is free to; nil while a script holds it.
  private func soon<Answer: Sendable>(_ ask: @escaping @Sendable () async -> Answer) async -> Answer? {
    let (answers, continuation) = AsyncStream.makeStream(of: Answer?.self)
    Task { continuation.yield(await ask()) }
    let patience = Task {
      try await Task.sleep(for: PromptSession.patience)
      continuation.yield(nil)
    }
    defer { patience.cancel() }
    for await answer in answers { return answer }
    return nil
  }

  /// What could stand at the end of a line.
  func complete(_ line: String) async -> Completion {
    if let methods = Completion(of: line, methods: bridge.methods) { return methods }
    let found = await soon { [runtime] in await runtime.complete(line) }
    return Completion(candidates: found?.candidates ?? [], partial: found?.partial ?? "")
  }

  func waitUntilIdle() async { await runtime.waitUntilIdle() }

  /// Ends the runtime, whatever it does: who leaves does not wait for a loop.
  func close() async {
    let grace = Grace(exitCode: .success)
    runtime.interrupt()
    await runtime.close()
    grace.end()
    reporter.runtime = nil
    reporter.countOthers()
  }
}

/// Prints the errors that nobody caught: of many at once some, and how many others there were.
private final class Reporter: Sendable {
  /// How many are printed before the thread has had a turn for something else.
  private static let most = 10

  let screen: PromptScreen
  private let state = Mutex<(runtime: JavaScriptRuntime?, count: Int)>((nil, 0))

  init(screen: PromptScreen) { self.screen = screen }

  /// The runtime whose sources a report quotes.
  var runtime: JavaScriptRuntime? {
    get { state.withLock { $0.runtime } }
    set { state.withLock { $0.runtime = newValue } }
  }

  /// Counts an error; returns whether it is to be printed.
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
    return count <= Reporter.most
  }

  /// Tells how many were not printed.
  func countOthers() {
    let count = state.withLock { state in
      defer { state.count = 0 }
      return state.count
    }
    if count > Reporter.most {
      screen.print("and \((count - Reporter.most).grouped) more like it.", to: .standardError)
    }
  }

  /// Called on the JavaScript thread, where the runtime is isolated.
  func report(_ error: JavaScriptError) {
    let text = runtime?.assumeIsolated { $0.report(error).text } ?? error.message
    screen.print(text, to: .standardError)
  }
}

extension JavaScriptRuntime {
  fileprivate func isIncomplete(_ input: String) -> Bool {
    guard let realm = try? host().realm else { return false }
    func error(_ text: String) -> JSError? {
      do throws(JSError) {
        try realm.checkSyntax(text, url: "prompt")
        return nil
      } catch {
        return error
      }
    }
    let start = "(async () => {\n" + input
    // Complete inside a function, or wrong even with more to come?
    guard error(start + "\n})") != nil, let open = error(start) else { return false }
    return ["Unexpected end of script", "Unexpected EOF"].contains { open.message.contains($0) }
  }
}
