import Causeway
import Foundation
import MacroEngine
import TerminalText

/// A user interface in the terminal: each line is a command, after which the rings are drawn.
public struct TerminalInterface: Sendable {
  private let application: MacroApplication
  private let write: @Sendable (String) -> Void

  /// - Parameter write: called with each line of output.
  public init(application: MacroApplication, write: @escaping @Sendable (String) -> Void) {
    self.application = application
    self.write = { write($0.forTerminal) }
  }

  /// Executes commands until the input ends or a command is `quit`.
  public func run(_ lines: some AsyncSequence<String, any Error>) async throws {
    if let problem = await application.problem { write(problem) }
    await showButtons()
    draw()
    for try await line in lines {
      guard try await execute(line.trimmingCharacters(in: .whitespaces)) else { return }
    }
  }

  /// False if the command ends the program.
  private func execute(_ line: String) async throws -> Bool {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    let macros = await application.macros
    switch (words.first ?? "", words.dropFirst().first) {
    case ("", _): break
    case ("quit", _), ("q", _): return false
    case ("help", _), ("?", _): await showButtons()
    case ("undo", _), ("u", _): application.document.undo() ? draw() : write("There is nothing to undo.")
    case ("redo", _), ("r", _): application.document.redo() ? draw() : write("There is nothing to redo.")
    case ("show", let name?):
      guard let macro = macro(name, macros) else { break }
      write(numbered(macro.javascript))
    case ("edit", let name?):
      guard let macro = macro(name, macros) else { break }
      guard words.count == 3 else { return printError("The file with the new source is missing: edit \(name) FILE.") }
      await attempt {
        guard let source = try? String(contentsOfFile: words[2], encoding: .utf8) else {
          return write("\(words[2]) cannot be read as text.")
        }
        try await application.edit(macro.key, source, revision: macro.revision)
        write("\(macro.title) runs the new source now.")
      }
    case ("restore", let name?):
      guard let macro = macro(name, macros) else { break }
      await attempt { try await application.restore(macro.key) }
    case (let name, nil):
      guard let macro = macro(name, macros) else { break }
      await press(macro.key)
    default: return printError("\(line): no such command. help lists them.")
    }
    return true
  }

  /// Runs a macro and shows its result.
  func press(_ key: String) async {
    let seen = application.log.lines.last?.number ?? 0
    await attempt { try await application.run(key) }
    for line in application.log.lines(after: seen) where line.level != "failure" {
      write("  \(line.level): \(line.text)")
    }
    draw()
  }

  private func attempt(_ body: () async throws -> some Any) async {
    do {
      _ = try await body()
    } catch let error as BridgeError {
      write(error.message)
    } catch let error as MacroError {
      write("\(error)")
    } catch {
      write(error.localizedDescription)
    }
  }

  private func printError(_ text: String) -> Bool {
    write(text)
    return true
  }

  private func macro(_ name: String, _ macros: [Macro]) -> Macro? {
    if let number = Int(name), macros.indices.contains(number - 1) { return macros[number - 1] }
    if let macro = macros.first(where: { $0.key.lowercased() == name.lowercased() }) { return macro }
    write("\(name): no such button. There are 1 to \(macros.count), and help.")
    return nil
  }

  private func showButtons() async {
    for (index, macro) in await application.macros.enumerated() { write("\(index + 1)  \(macro.title)") }
    write("A number presses a button. undo, redo, show 1, edit 1 FILE, restore 1, quit.")
  }

  private func numbered(_ source: String) -> String {
    source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { index, line in String(repeating: " ", count: index < 9 ? 2 : 1) + "\(index + 1)  \(line)" }
      .joined(separator: "\n")
  }

  /// Draws the rings.
  func draw() {
    let rings = application.document.rings
    for line in RingDrawing.lines(of: rings) { write(line) }
    write(RingDrawing.summary(of: rings))
  }
}
