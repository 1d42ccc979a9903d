import Synchronization

/// The prompt's row.
///
/// Output is printed above it, and then the row is redrawn.
final class PromptScreen: Sendable {
  /// The control sequence that draws the current row; nil without a prompt.
  private let row = Mutex<String?>(nil)

  /// Draws the row.
  func draw(_ row: String) {
    self.row.withLock { current in
      current = row
      Output.standardOutput.write(row)
    }
  }

  /// Writes into the row; the editor redraws it.
  func write(_ text: String) { row.withLock { _ in Output.standardOutput.write(text) } }

  /// Ends the row: the prompt is closed.
  func leave(_ end: String) {
    row.withLock { row in
      row = nil
      Output.standardOutput.write(end)
    }
  }

  /// Prints one or more lines.
  func print(_ text: String, to output: Output = .standardOutput) {
    row.withLock { row in
      let isOnScreen = output == .standardOutput || Terminal.isErrorTerminal
      guard let row, isOnScreen else { return output.write(text + "\n") }
      output.write("\r\u{1B}[K" + text + "\n")
      Output.standardOutput.write(row)
    }
  }
}
