import MacroEngine
import Synchronization

/// The last lines that macros wrote, and the results of the macros.
final class ConsoleLog: Sendable {
  /// The largest number of lines; 200.
  static let maximumLength = 200
  /// The largest number of bytes; 256 KiB.
  static let maximumBytes = 262_144

  /// A line in the form for a page.
  struct Line: Sendable, Equatable, Encodable {
    /// The number of the line, counted from 1.
    var number: Int
    /// The level of the ``ConsoleLine``; `result` and `failure` are the program's.
    var level: String
    var text: String
    /// The macro that wrote the line; nil for the program.
    var key: String?
    /// The location in the macro, for errors that have one.
    var line: Int?
    var column: Int?
  }

  private struct State {
    var lines: [Line] = []
    var last = 0
    var bytes = 0
    /// The macro that runs.
    var key: String?
  }
  private let state = Mutex(State())

  var lines: [Line] { state.withLock { $0.lines } }

  /// The stored lines after this number.
  func lines(after number: Int) -> [Line] { state.withLock { state in state.lines.filter { $0.number > number } } }

  /// Sets the macro to which later lines belong.
  func begin(_ key: String?) { state.withLock { $0.key = key } }

  /// Adds a line, truncated so that it does not push out all others.
  func write(_ level: String, _ text: String, line: Int? = nil, column: Int? = nil) {
    let text = ConsoleLine(level: level, text: text).text
    state.withLock { state in
      state.last += 1
      state.lines.append(
        Line(number: state.last, level: level, text: text, key: state.key, line: line, column: column))
      state.bytes += text.utf8.count
      while state.lines.count > ConsoleLog.maximumLength || state.bytes > ConsoleLog.maximumBytes {
        state.bytes -= state.lines.removeFirst().text.utf8.count
      }
    }
  }
}
