import Causeway
import CausewayJavaScript
import CausewayPlugins
import JavaScriptCore
import JavaScriptRuntime

/// What a prompt talks to: a runtime with a bridge, made anew when a script in it had to be stopped.
actor PromptSession {
  private let bridge = Bridge.withShippedPlugins()
  private let permissions: Permissions
  private let interrupts = Interrupts()
  private var runtime: JavaScriptRuntime

  init(permissions: Permissions) async throws {
    self.permissions = permissions
    runtime = try await PromptSession.start(bridge, permissions)
  }

  private static func start(_ bridge: Bridge, _ permissions: Permissions) async throws -> JavaScriptRuntime {
    var configuration = RuntimeConfiguration()
    configuration.colors = Terminal.allowsColors(Terminal.isOutputTerminal)
    // Without a limit, Ctrl-C could not stop an endless loop.
    configuration.evaluationLimit = .seconds(1_000_000_000)
    return try await JavaScriptRuntime(bridge: bridge, permissions: permissions, configuration: configuration)
  }

  private enum Outcome {
    case value(String)
    case failed(JavaScriptError)
    case interrupted
  }

  /// Evaluates an input and prints its value or its error.
  func evaluate(_ input: String) async {
    switch await outcome(of: input) {
    case .value("undefined"): break
    case .value(let text): Terminal.show(text)
    case .failed(let error): Terminal.complain(await runtime.report(error).text)
    case .interrupted: await stop()
    }
  }

  /// The value, unless Ctrl-C comes first: then what the input awaits goes on without anybody waiting.
  private func outcome(of input: String) async -> Outcome {
    let (outcomes, continuation) = AsyncStream.makeStream(of: Outcome.self)
    Task { [runtime] in
      do throws(JavaScriptError) {
        continuation.yield(.value(try await runtime.evaluateForPrompt(input)))
      } catch {
        continuation.yield(.failed(error))
      }
    }
    interrupts.reset()
    let interrupt = Task { [interrupts] in if await interrupts.next() { continuation.yield(.interrupted) } }
    defer { interrupt.cancel() }
    for await outcome in outcomes { return outcome }
    return .interrupted
  }

  /// Leaves a script that waits alone, and ends one that does not give its thread back.
  private func stop() async {
    let (answers, continuation) = AsyncStream.makeStream(of: Bool.self)
    Task { [runtime] in
      _ = await runtime.complete("")
      continuation.yield(true)
    }
    let patience = Task {
      try await Task.sleep(for: .milliseconds(200))
      continuation.yield(false)
    }
    defer { patience.cancel() }
    for await answers in answers {
      if answers { return Terminal.complain("Nobody waits for it any more.") }
      runtime.interrupt()
      await runtime.close()
      Terminal.complain("The script was stopped; its variables are gone.")
      guard let runtime = try? await PromptSession.start(bridge, permissions) else { return }
      self.runtime = runtime
      return
    }
  }

  /// Whether an input only lacks its end, as `f(` does: the engine would take it with more after it.
  func isIncomplete(_ input: String) async -> Bool { await runtime.isIncomplete(input) }

  /// What could stand at the end of a line.
  func complete(_ line: String) async -> Completion {
    if let methods = Completion(of: line, methods: bridge.methods) { return methods }
    let (candidates, partial) = await runtime.complete(line)
    return Completion(candidates: candidates, partial: partial)
  }

  func waitUntilIdle() async { await runtime.waitUntilIdle() }

  func close() async { await runtime.close() }
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
