public import Causeway
import Foundation
import JavaScriptInspector
import Synchronization

/// Serves the macros of a directory to pages, which run, edit and debug them.
///
/// Pages call the methods of a ``MacroApplication``, except those for earlier sources, and the methods of `debug`. The program has
/// its own debugger, so no other one can connect.
public actor FolderApplication {
  /// The methods and events for pages.
  public nonisolated let bridge = Bridge()
  /// The permissions of a page.
  public static let permissions: Permissions = [
    "application.*", "macro.*", "macros.*", "rings.*", "console.*", "debug.*",
  ]
  /// The longest source; 64 KiB.
  private static let longestSource = 65_536

  private nonisolated let folder: MacroFolder
  private nonisolated let directory: URL
  private nonisolated let server: DebugServer
  private nonisolated let debugger: FolderDebugger
  private nonisolated let log = ConsoleLog()
  private nonisolated let changeNotifier: ChangeNotifier
  /// The sources as pages know them.
  private var sources: [String: FolderMacro] = [:]
  private var running: String?
  /// The macro that runs, and those that wait for it.
  private var runs: [Task<Void, any Error>] = []

  /// - Parameters:
  ///   - path: the path of the directory.
  ///   - timeLimit: the processor time that a macro may take without interruption.
  ///   - timeout: the longest total time of a macro, including its waits; pauses do not count.
  public init(_ path: String, timeLimit: Duration = .seconds(1), timeout: Duration = .seconds(10)) async throws {
    directory = URL(filePath: path)
    server = try DebugServer()
    let notifier = Later()
    folder = try MacroFolder(path, timeLimit: timeLimit, timeout: timeout, debugger: server) { [log] level, text in
      log.write("\(level)", text)
      notifier.value.withLock { $0 }?.notify()
    }
    changeNotifier = ChangeNotifier(document: folder.document, log: log, bridge: bridge)
    notifier.value.withLock { [changeNotifier] in $0 = changeNotifier }
    folder.document.delegate = changeNotifier
    debugger = FolderDebugger(directory: directory) { [bridge] stop in try? bridge.emit("debug.stopped", stop) }
    try await debugger.connect(to: server.address)
    offer()
  }

  /// Set before the first macro runs.
  private final class Later: Sendable {
    let value = Mutex<ChangeNotifier?>(nil)
  }

  /// Ends the macros; a paused one continues first.
  public func close() async {
    await debugger.close()
    await server.end()
    await folder.close()
  }

  // MARK: Macros

  /// A file in the form for a page.
  struct FolderMacro: Sendable, Encodable {
    var key: String
    var title: String
    var javascript: String
    var revision = 0
    let canUndo = false
    let isDefault = true
  }

  /// Reads the files again: another program may have edited them.
  private func macros() -> [FolderMacro] {
    let names = folder.names
    for name in names {
      let text = (try? String(contentsOf: directory.appending(path: name), encoding: .utf8)) ?? ""
      guard let known = sources[name] else {
        sources[name] = FolderMacro(key: name, title: String(name.prefix { $0 != "." }), javascript: text)
        continue
      }
      if known.javascript != text {
        sources[name] = FolderMacro(key: name, title: known.title, javascript: text, revision: known.revision + 1)
      }
    }
    return names.compactMap { sources[$0] }
  }

  private struct MacroList: Encodable, Sendable {
    var macros: [FolderMacro]
    var problem: String?
  }

  private func edit(_ key: String, _ javascript: String, revision: Int) throws {
    guard let known = macros().first(where: { $0.key == key }) else {
      throw MacroApplicationError.noSuchFile(key, of: folder.names)
    }
    guard known.revision == revision else {
      throw BridgeError(.failedPrecondition, "\(key) has been changed in the meantime. Reload it first.")
    }
    guard javascript.utf8.count <= FolderApplication.longestSource else {
      throw BridgeError(.resourceExhausted, "A macro may have at most \(FolderApplication.longestSource) bytes.")
    }
    do {
      try Data(javascript.utf8).write(to: directory.appending(path: key), options: .atomic)
    } catch {
      throw BridgeError(.unavailable, "\(key) cannot be written: \(error.localizedDescription)")
    }
    try? bridge.emit("macros.changed", MacroList(macros: macros()))
  }

  /// Runs a macro after those before it.
  private func run(_ key: String) async throws {
    let before = runs.last
    let mine = Task {
      defer { runs.removeFirst() }
      _ = await before?.result
      try Task.checkCancellation()
      try await perform(key)
    }
    runs.append(mine)
    try await mine.value
  }

  private func perform(_ key: String) async throws {
    running = key
    log.begin(key)
    try? bridge.emit("macro.running", key)
    defer {
      running = nil
      log.begin(nil)
      try? bridge.emit("macro.running", String?.none)
      changeNotifier.notify()
    }
    do {
      try await folder.run(key)
    } catch is CancellationError {
      log.write("failure", "The macro was stopped; its changes were reverted.")
      throw BridgeError(.cancelled, "The macro was stopped.")
    } catch {
      log.write("failure", (error as? BridgeError)?.message ?? "\(error)")
      throw error
    }
  }

  private func stop() async -> Bool {
    guard running != nil, let run = runs.first else { return false }
    run.cancel()
    try? await debugger.resume(.continue)
    return true
  }

  // MARK: Pages

  private struct Debug: Encodable, Sendable {
    var breakpoints: [String: [Int]]
    var stopped: FolderDebugger.Stop?
  }

  private struct State: Encodable, Sendable {
    var rings: RingDocument.Picture
    var macros: MacroList
    var log: [ConsoleLog.Line]
    var running: String?
    /// Only this application has it: pages offer breakpoints where there is one.
    var debug: Debug
  }

  private func state() async -> State {
    let debug = Debug(breakpoints: await debugger.breakpoints, stopped: await debugger.stopped)
    return State(
      rings: folder.document.picture, macros: MacroList(macros: macros()), log: log.lines, running: running,
      debug: debug)
  }

  private struct Key: Decodable { var key: String }

  private struct Edit: Decodable {
    var key: String
    var javascript: String
    var revision: Int
  }

  private struct Breakpoints: Codable, Sendable {
    var key: String
    var lines: [Int]
  }

  private struct Resumption: Decodable { var step: FolderDebugger.Step }

  private nonisolated func offer() {
    bridge.handle("application.state") { [weak self] () async throws in try await Self.at(self).state() }
    bridge.handle("macro.run", timeout: .never) { [weak self] (params: Key) async throws in
      let application = try Self.at(self)
      // The caller may disconnect; the macro continues.
      try await Task { try await application.run(params.key) }.value
    }
    bridge.handle("macro.stop") { [weak self] () async throws -> Bool in try await Self.at(self).stop() }
    // A module is checked when it runs.
    bridge.handle("macro.check") { () -> String? in nil }
    bridge.handle("macro.edit") { [weak self] (params: Edit) async throws in
      try await Self.at(self).edit(params.key, params.javascript, revision: params.revision)
    }
    bridge.handle("debug.breakpoints") { [folder, debugger, bridge] (params: Breakpoints) async throws -> [Int] in
      guard folder.names.contains(params.key) else {
        throw MacroApplicationError.noSuchFile(params.key, of: folder.names)
      }
      let lines = try await debugger.setBreakpoints(params.key, params.lines)
      try? bridge.emit("debug.breakpoints", Breakpoints(key: params.key, lines: lines))
      return lines
    }
    bridge.handle("debug.resume") { [debugger] (params: Resumption) async throws in
      try await debugger.resume(params.step)
    }
    bridge.handle("rings.undo") { [document = folder.document, changeNotifier] () -> Bool in
      defer { changeNotifier.notify() }
      return document.undo()
    }
    bridge.handle("rings.redo") { [document = folder.document, changeNotifier] () -> Bool in
      defer { changeNotifier.notify() }
      return document.redo()
    }
  }

  private static func at(_ application: FolderApplication?) throws -> FolderApplication {
    guard let application else { throw BridgeError(.unavailable, "The program is ending.") }
    return application
  }
}
