import Causeway
import MacroEngine
import TerminalText

/// A demonstration of the program.
public struct Demonstration: Sendable {
  private let application: MacroApplication
  private let write: @Sendable (String) -> Void

  /// - Parameter write: called with each line of output.
  public init(application: MacroApplication, write: @escaping @Sendable (String) -> Void) {
    self.application = application
    self.write = { write($0.forTerminal) }
  }

  /// Runs the demonstration, which takes about three seconds.
  public func run() async throws {
    write("Each of the four buttons runs a JavaScript macro. Even more, pressed twice:")
    try await press("evenMore")
    try await press("evenMore")
    for line in RingDrawing.lines(of: application.document.rings) { write("  \(line)") }
    application.document.undo()
    write("All changes of a macro are one step. Undo:")
    write("  \(RingDrawing.summary(of: application.document.rings))")

    write("The macro of More is edited while the program runs, and pressed:")
    try await edit("more", "function() { setInnerProgress(getInnerProgress() * 2); return 'doubled'; }")
    try await press("more")

    write("An error has its location, and the button keeps its macro:")
    try await edit("more", "function() { setInnerProgress(1 }; }")
    try await press("more")

    write("An exception has its location too, and the rings are restored:")
    try await edit("more", "function() { setInnerProgress(9); dial.turn(); }")
    try await press("more")

    write("An endless macro is stopped, and the rings are restored:")
    try await edit("more", "function() { while (true) setInnerProgress(Math.random() * 10); }")
    try await press("more")

    write("The original macro is restored:")
    try await application.restore("more")
    try await press("more")
  }

  private func edit(_ key: String, _ javascript: String) async throws {
    write("  \(javascript)")
    do {
      let revision = await application.macros.first { $0.key == key }?.revision ?? 0
      try await application.edit(key, javascript, revision: revision)
    } catch let error as BridgeError {
      write("  refused: \(error.message)")
    }
  }

  /// Presses a button; returns the state of the rings and the result in one line.
  private func press(_ key: String) async throws {
    let seen = application.log.lines.last?.number ?? 0
    var told: [String] = []
    do {
      try await application.run(key)
    } catch let error as MacroError {
      told = ["failed: \(error)"]
    }
    told += application.log.lines(after: seen).filter { $0.level != "failure" }.map { "\($0.level): \($0.text)" }
    write("  [\(key)] " + ([RingDrawing.summary(of: application.document.rings)] + told).joined(separator: "; "))
  }
}
