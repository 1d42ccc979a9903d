import Causeway
import Foundation
import TerminalText

/// Runs the macros of a directory in the terminal: each line is the name of a macro, after which the rings are drawn.
public struct FolderInterface: Sendable {
  private let macros: MacroFolder
  private let write: @Sendable (String) -> Void

  /// - Parameter write: called with each line of output.
  public init(macros: MacroFolder, write: @escaping @Sendable (String) -> Void) {
    self.macros = macros
    self.write = { write($0.forTerminal) }
  }

  /// Runs macros until the input ends or a line is `quit`.
  public func run(_ lines: some AsyncSequence<String, any Error>) async throws {
    showNames()
    for try await line in lines {
      switch line.trimmingCharacters(in: .whitespaces) {
      case "": break
      case "quit", "q": return
      case "help", "?": showNames()
      case "undo", "u": macros.document.undo() ? draw() : write("There is nothing to undo.")
      case let name:
        do {
          try await macros.run(name)
        } catch let error as BridgeError {
          write(error.message)
          continue
        } catch {
          write("\(error)")
        }
        draw()
      }
    }
  }

  private func showNames() {
    write("Type the name of a macro to run it: \(macros.names.joined(separator: ", ")). undo, help, quit.")
  }

  private func draw() {
    let rings = macros.document.rings
    for line in RingDrawing.lines(of: rings) { write(line) }
    write(RingDrawing.summary(of: rings))
  }
}
