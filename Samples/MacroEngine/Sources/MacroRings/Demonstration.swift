import Causeway
import MacroEngine
import TerminalText

/// A demonstration of the program.
public struct Demonstration: Sendable {
  private let desk: MacroDesk
  private let write: @Sendable (String) -> Void

  /// - Parameter write: called with each line of output.
  public init(desk: MacroDesk, write: @escaping @Sendable (String) -> Void) {
    self.desk = desk
    self.write = { write($0.forTerminal) }
  }

  /// Runs the demonstration, which takes about three seconds.
  public func run() async throws {
    write("Four buttons, each a JavaScript macro. Even more, pressed twice:")
    try await press("evenMore")
    try await press("evenMore")
    for line in RingDrawing.lines(of: desk.document.rings) { write("  \(line)") }
    desk.document.undo()
    write("One macro is one step, however much it changed. Undo:")
    write("  \(RingDrawing.summary(of: desk.document.rings))")

    write("More is edited while the program runs, and pressed:")
    try await edit("more", "function() { setInnerProgress(getInnerProgress() * 2); return 'doubled'; }")
    try await press("more")

    write("A mistake is shown where it is; the button does what it did before:")
    try await edit("more", "function() { setInnerProgress(1 }; }")
    try await press("more")

    write("An exception too, and the rings are as before the macro:")
    try await edit("more", "function() { setInnerProgress(9); dial.turn(); }")
    try await press("more")

    write("A macro that never ends is stopped, and the rings are as before it:")
    try await edit("more", "function() { while (true) setInnerProgress(Math.random() * 10); }")
    try await press("more")

    write("Restored to its default it is itself again:")
    try await desk.restore("more")
    try await press("more")
  }

  private func edit(_ key: String, _ javascript: String) async throws {
    write("  \(javascript)")
    do {
      let revision = await desk.macros.first { $0.key == key }?.revision ?? 0
      try await desk.edit(key, javascript, revision: revision)
    } catch let error as BridgeError {
      write("  refused: \(error.message)")
    }
  }

  /// Presses a button; returns the state of the rings and the result in one line.
  private func press(_ key: String) async throws {
    let seen = desk.log.lines.last?.number ?? 0
    var told: [String] = []
    do {
      try await desk.run(key)
    } catch let error as MacroError {
      told = ["failed: \(error)"]
    }
    told += desk.log.lines(after: seen).filter { $0.level != "failure" }.map { "\($0.level): \($0.text)" }
    write("  [\(key)] " + ([RingDrawing.summary(of: desk.document.rings)] + told).joined(separator: "; "))
  }
}
