import Causeway
import MacroEngine

/// A short walk through what the program does.
public struct Demonstration: Sendable {
  private let desk: MacroDesk
  private let write: @Sendable (String) -> Void

  /// - Parameter write: is given each line to show.
  public init(desk: MacroDesk, write: @escaping @Sendable (String) -> Void) {
    self.desk = desk
    self.write = { write($0.forTerminal) }
  }

  /// Takes it, in about three seconds.
  public func run() async throws {
    write("Four buttons, each a JavaScript macro. Even more, twice:")
    try await press("evenMore")
    try await press("evenMore")
    for line in RingDrawing.lines(of: desk.document.rings) { write(line) }

    write("One macro is one step, however much it changed. Undo:")
    desk.document.undo()
    showRings()

    write("More is edited while the program runs, and pressed:")
    try await edit("more", "function() {\n    setInnerProgress(getInnerProgress() * 2);\n    return \"doubled\";\n}")
    try await press("more")

    write("A mistake is shown where it is; the button does what it did before:")
    try await edit("more", "function() {\n    setInnerProgress(1 };\n}")
    try await press("more")

    write("An exception too, and the rings are as before the macro:")
    try await edit("more", "function() {\n    setInnerProgress(9);\n    dial.turn();\n}")
    try await press("more")

    write("A macro that never ends is stopped, and the rings are as before it:")
    try await edit("more", "function() {\n    while (true) setInnerProgress(Math.random() * 10);\n}")
    try await press("more")

    write("Restored to its default it is itself again:")
    try await desk.restore("more")
    try await press("more")
  }

  private func edit(_ key: String, _ javascript: String) async throws {
    for line in javascript.split(separator: "\n") { write("    \(line)") }
    do {
      let revision = await desk.macros.first { $0.key == key }?.revision ?? 0
      try await desk.edit(key, javascript, revision: revision)
    } catch let error as BridgeError {
      write("  refused: \(error.message)")
    }
  }

  private func press(_ key: String) async throws {
    let title = await desk.macros.first { $0.key == key }?.title ?? key
    let seen = desk.log.lines.last?.number ?? 0
    do {
      try await desk.run(key)
    } catch let error as MacroError {
      write("  [\(title)] failed: \(error)")
    }
    for line in desk.log.lines(after: seen) where line.level != "failure" { write("  \(line.level): \(line.text)") }
    write("  [\(title)] \(RingDrawing.summary(of: desk.document.rings))")
  }

  private func showRings() { write("  \(RingDrawing.summary(of: desk.document.rings))") }
}
