import Synchronization

/// The row in which somebody types, and what is printed meanwhile: it goes above the row, which is drawn again below it.
final class PromptScreen: Sendable {
  /// What draws the row as it is now; nil while nobody types.
  private let row = Mutex<String?>(nil)

  /// Draws the row.
  func draw(_ row: String) {
    self.row.withLock { current in
      current = row
      Output.standardOutput.write(row)
    }
  }

  /// Writes into the row, which the typist draws again.
  func write(_ text: String) { row.withLock { _ in Output.standardOutput.write(text) } }

  /// Ends the row: nobody types any more.
  func leave(_ end: String) {
    row.withLock { row in
      row = nil
      Output.standardOutput.write(end)
    }
  }

  /// Prints a line, or several.
  func print(_ text: String, to output: Output = .standardOutput) {
    row.withLock { row in
      let isOnScreen = output == .standardOutput || Terminal.isErrorTerminal
      guard let row, isOnScreen else { return output.write(text + "\n") }
      output.write("\r\u{1B}[K" + text + "\n")
      Output.standardOutput.write(row)
    }
  }
}
