#if NATS
import ArgumentParser
import Causeway
import CausewayJavaScript
import CausewayNATS
import JavaScriptModules
import JavaScriptRuntime
import StandardStreams
import Synchronization

/// A program whose handlers callers on other machines use, and which may be replaced while they do.
struct ProgramService: Sendable {
  let file: String
  let permissionOptions: PermissionOptions
  let modules: ModuleOptions
  let isWatched: Bool
  /// How long a handler may keep the program's thread: an endless loop would hold up all callers for ever.
  let evaluationLimit: Duration

  /// How long a program that was replaced may take for the calls that it handles.
  private static let drainTime = Duration.seconds(30)

  /// Serves until Ctrl-C.
  func serve(on client: NATSClient, as prefix: String, queue: String, permissions: Permissions) async throws {
    let interrupts = Interrupts()
    let changes = isWatched ? FileChanges(of: file) : nil
    if isWatched, changes == nil { throw BridgeError(.notFound, "Cannot watch \(file).") }
    let program = CurrentProgram()
    let bridge = Bridge()
    let first = try await start(changes)
    guard try await program.replace(by: first, on: bridge) > 0 else {
      await first.close()
      throw BridgeError(.failedPrecondition, "\(file) registers no handler with bridge.handle.")
    }
    let connection = try await bridge.serve(on: client, as: prefix, queue: queue, permissions: permissions)
    let methods = bridge.methods.joined(separator: ", ")
    Terminal.reportError("causeway: Serving \(methods.printable) as \(prefix.printable).")
    while true {
      let event = await next(interrupts, changes, program)
      if event == .interrupted { break }
      if event == .ended { Terminal.reportError("causeway: \(file.printable) ended; starting it again.") }
      await reload(program, on: bridge, changes)
    }
    let exitTimer = ForcedExitTimer(exitCode: .success)
    connection.close()
    await program.current?.close()
    exitTimer.end()
  }

  private enum Event { case interrupted, changed, ended }

  /// Waits for Ctrl-C, a change of a file, or the end of a program that exceeded the limit.
  private func next(_ interrupts: Interrupts, _ changes: FileChanges?, _ program: CurrentProgram) async -> Event {
    await withTaskGroup(of: Event?.self) { group in
      group.addTask { await interrupts.next() ? .interrupted : nil }
      group.addTask { await program.end() ? .ended : nil }
      if let changes { group.addTask { await changes.next() ? .changed : nil } }
      let first = await group.next()
      group.cancelAll()
      // Events that arrive at the same time are kept for the next wait.
      while let late = await group.next() {
        if late == .interrupted { interrupts.putBack() }
        if late == .changed { changes?.putBack() }
      }
      return first.flatMap(\.self) ?? .interrupted
    }
  }

  /// Replaces the program by the current version of its files, unless that fails to start.
  private func reload(_ program: CurrentProgram, on bridge: Bridge, _ changes: FileChanges?) async {
    changes?.restart()
    do {
      let old = program.current
      let new = try await start(changes)
      let count = try await program.replace(by: new, on: bridge)
      let methods = "\(count) \(count == 1 ? "method" : "methods")"
      Terminal.reportError("causeway: \(file.printable) was replaced; it has \(methods).")
      if let old { Task { await ProgramService.drain(old) } }
    } catch {
      Terminal.reportError("causeway: The program was not replaced: \(String(describing: error).printable)")
      // One that has ended is tried again.
      try? await Task.sleep(for: .seconds(1))
    }
  }

  /// Closes a program once it has answered its calls.
  private static func drain(_ runtime: JavaScriptRuntime) async {
    let end = ContinuousClock.now + drainTime
    while let connection = try? runtime.connection, connection.statistics.pending > 0, ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(100))
    }
    await runtime.close()
  }

  /// Starts the program; returns when its top level has run.
  private func start(_ changes: FileChanges?) async throws -> JavaScriptRuntime {
    let source = ScriptSource.file(file)
    let text: String
    do throws(UnreadableSource) { text = try source.read() } catch { throw BridgeError(.notFound, error.message) }
    var configuration = RuntimeConfiguration()
    configuration.locale = RuntimeConfiguration.localeOfCommand
    configuration.extensions = .shipped
    configuration.evaluationLimit = evaluationLimit
    configuration.console = .handler { level, text in
      (level == .warn || level == .error ? Output.standardError : .standardOutput).write(text + "\n")
    }
    configuration.onUncaught = { error, _ in Terminal.reportError(error.message.printable) }
    let hasModules = ProgramText.needsModules(text, path: file)
    let loaded = try modules.modules(of: source, text: text, following: changes)
    if hasModules { configuration.modules = loaded.configuration.adding(permissionOptions.environment) }
    let runtime = try await JavaScriptRuntime(
      bridge: permissionOptions.bridge(), permissions: permissionOptions.permissions, configuration: configuration)
    do {
      if hasModules {
        try await runtime.import(loaded.entry)
      } else {
        try await runtime.evaluate(program: text, url: source.url)
      }
    } catch {
      await runtime.close()
      throw BridgeError(.failedPrecondition, error.terminalReport)
    }
    return runtime
  }
}

/// The program that handles the calls at the moment.
private final class CurrentProgram: BridgeCaller {
  private let state = Mutex<JavaScriptRuntime?>(nil)

  var current: JavaScriptRuntime? { state.withLock { $0 } }

  /// Has another program handle the calls from now on; returns the number of its methods.
  func replace(by runtime: JavaScriptRuntime, on bridge: Bridge) async throws -> Int {
    let names = Set(try await runtime.call("$/methods", returning: [String].self))
    state.withLock { $0 = runtime }
    for name in bridge.methods where !names.contains(name) { bridge.removeHandler(name) }
    for name in names.subtracting(bridge.methods) { bridge.forwardMethod(name, to: self) }
    return names.count
  }

  /// Waits until the program has ended by itself; false if the waiting task is cancelled.
  func end() async -> Bool {
    while !Task.isCancelled {
      if let current, (try? current.connection)?.isClosed != false { return true }
      try? await Task.sleep(for: .milliseconds(250))
    }
    return false
  }

  func withConnection<Result>(
    _ timeout: Timeout, _ body: (Connection, Timeout) async throws -> Result
  ) async throws -> Result {
    guard let current else { throw BridgeError(.unavailable, "No program is running.") }
    return try await current.withConnection(timeout, body)
  }
}
#endif
