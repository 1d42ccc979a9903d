import ArgumentParser
import Foundation
import JavaScriptInspector
import MacroRings
import TerminalText

@main struct MacroEngineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "macro-engine", abstract: "Three rings, and four buttons whose macros you can change.",
    discussion: """
      Without options the program serves a page on this machine and prints its address. Macros that you edit are kept in \
      $XDG_STATE_HOME/macro-engine/macros.json. Anyone who knows the address can run JavaScript here: it contains a token, \
      which changes with each start unless MACRO_ENGINE_TOKEN sets it.
      """)

  @Option(help: "The port of the page, on 127.0.0.1; 0 for any free one.")
  var port = 0

  @Option(help: ArgumentHelp("The file for edited macros.", valueName: "file"))
  var state: String?

  @Option(help: "The seconds of processor time that a macro may take without interruption.")
  var limit = 1.0

  @Flag(help: "Show the rings in the terminal instead.")
  var terminal = false

  @Option(help: ArgumentHelp("Run the modules of this directory in the terminal instead.", valueName: "directory"))
  var folder: String?

  @Flag(help: "With --folder: let a debugger connect.")
  var inspect = false

  @Flag(help: "With --folder: show its macros on the page instead, with a debugger.")
  var page = false

  @Flag(help: "Show a demonstration in the terminal, without saving anything.")
  var demo = false

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535.") }
    if inspect, folder == nil { throw ValidationError("--inspect needs --folder.") }
    if page, folder == nil { throw ValidationError("--page needs --folder.") }
    if page, inspect { throw ValidationError("--inspect cannot be combined with --page.") }
    guard (0.01...600).contains(limit) else { throw ValidationError("--limit takes 0.01 to 600 seconds.") }
    if let token, token.utf8.count < 16 {
      throw ValidationError("MACRO_ENGINE_TOKEN must have at least 16 characters.")
    }
  }

  private var token: String? { ProcessInfo.processInfo.environment["MACRO_ENGINE_TOKEN"] }

  func run() async throws {
    if demo { return try await demonstrate() }
    if let folder, page {
      let application = try await FolderApplication(
        folder, timeLimit: .seconds(limit), timeout: .seconds(limit + 9))
      try await MacroServer(application: application, token: token).run(port: port) { address in
        show("Open \(address)")
      }
      return await application.close()
    }
    if let folder {
      let debugger = inspect ? try DebugServer() : nil
      let macros = try MacroFolder(
        folder, timeLimit: .seconds(limit), timeout: .seconds(limit + 9), debugger: debugger
      ) { level, text in show("  \(level): \(text.forTerminal)") }
      if let debugger { show("A debugger may connect to \(debugger.address).") }
      try await FolderInterface(macros: macros) { show($0) }.run(StandardInput.lines)
      await debugger?.end()
      return await macros.close()
    }
    let store = state.map { MacroStore(file: URL(filePath: $0)) } ?? MacroStore.standard()
    let application = MacroApplication(store: store, timeLimit: .seconds(limit), timeout: .seconds(limit + 9))
    if terminal {
      try await TerminalInterface(application: application) { show($0) }.run(StandardInput.lines)
    } else {
      if let problem = await application.problem {
        try? FileHandle.standardError.write(contentsOf: Data("\(problem)\n".utf8))
      }
      try await MacroServer(application: application, token: token).run(port: port) { address in
        show("Open \(address)")
      }
    }
  }

  /// Writes a line without buffering; ignores that the reader may have closed the pipe.
  private func show(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8)) }

  private func demonstrate() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "macro-engine-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let application = MacroApplication(store: MacroStore(file: folder.appending(path: "macros.json")))
    try await Demonstration(application: application) { show($0) }.run()
  }
}
