import Causeway
import CausewayProcess
import JavaScriptModules
import Synchronization

/// Runs TypeScript that a model wrote, each time in a new child process.
final class CodeRunner: Sendable {
  private let process: ProcessConfiguration
  private let bridge: Bridge
  private let permissions: Permissions
  private let configuration: MCPConfiguration
  private let running = Mutex(0)

  init(process: ProcessConfiguration, bridge: Bridge, permissions: Permissions, configuration: MCPConfiguration) {
    self.process = process
    self.bridge = bridge
    self.permissions = permissions
    self.configuration = configuration
  }

  /// Runs the body of an asynchronous function.
  ///
  /// - Returns: its result or its error, and the console output in both cases.
  func run(_ code: String) async -> (result: Result<BridgeValue, BridgeError>, log: String) {
    let isFree = running.withLock { running in
      guard running < configuration.runs else { return false }
      running += 1
      return true
    }
    guard isFree else {
      let reason = "The limit of concurrent runs of code is reached (runs: \(configuration.runs)). Try again later."
      return (.failure(BridgeError(.resourceExhausted, reason, data: ["limit": "runs"])), "")
    }
    defer { running.withLock { $0 -= 1 } }
    let log = CodeLog(limit: configuration.logBytes)
    do {
      return (.success(try await value(of: code, log)), log.text)
    } catch {
      return (.failure(BridgeError(error)), log.text)
    }
  }

  private func value(of code: String, _ log: CodeLog) async throws -> BridgeValue {
    var process = process
    process.onConsole = { _, text in log.add(text) }
    process.onUncaught = { log.add($0) }
    // On one line with the first of the code, so that errors have the line numbers of the code.
    let module = "bridge.handle(\"code\", async () => {\(code)\n});"
    process.modules = ModuleConfiguration(.memory(["code.ts": module]))
    let deadline = ContinuousClock.now + configuration.timeout
    let child = try await JavaScriptProcess(bridge: bridge, permissions: permissions, configuration: process)
    do {
      try await child.import("./code.ts", timeout: .after(deadline - .now))
      let value: BridgeValue = try await child.call("code", timeout: .after(deadline - .now))
      await child.close()
      return value
    } catch {
      await child.close()
      throw error
    }
  }
}

/// The beginning of a console's output.
private final class CodeLog: Sendable {
  private let limit: Int
  private let state = Mutex((text: [UInt8](), dropped: 0))

  init(limit: Int) { self.limit = limit }

  func add(_ text: String) {
    let line = Array(text.utf8) + [UInt8(ascii: "\n")]
    state.withLock { state in
      let kept = state.dropped > 0 ? 0 : min(line.count, limit - state.text.count)
      state.text += line.prefix(kept)
      state.dropped += line.count - kept
    }
  }

  /// The lines, and how much is missing at their end.
  var text: String {
    let (text, dropped) = state.withLock { $0 }
    return String(decoding: text, as: UTF8.self) + (dropped > 0 ? "\n… \(dropped) more bytes\n" : "")
  }
}
