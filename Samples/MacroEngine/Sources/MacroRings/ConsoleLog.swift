import MacroEngine
import Synchronization

/// The last lines that macros wrote, and what became of them.
final class ConsoleLog: Sendable {
  /// How many lines are kept; 200.
  static let longest = 200
  /// How many bytes of them; 256 KiB.
  static let mostBytes = 262_144

  /// One line, as a page shows it.
  struct Line: Sendable, Equatable, Encodable {
    /// Counts up from 1.
    var number: Int
    /// As of ``ConsoleLine``; `result` and `failure` are the program's own.
    var level: String
    var text: String
    /// The macro that wrote it; nil for the program.
    var key: String?
    /// Where in the macro, for failures that have a place.
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

  /// The lines after this number that are still kept.
  func lines(after number: Int) -> [Line] { state.withLock { state in state.lines.filter { $0.number > number } } }

  /// Lines from now on are this macro's.
  func begin(_ key: String?) { state.withLock { $0.key = key } }

  /// Writes a line; cut to the longest that one may be, or it would push all others out.
  func write(_ level: String, _ text: String, line: Int? = nil, column: Int? = nil) {
    let text = ConsoleLine(level: level, text: text).text
    state.withLock { state in
      state.last += 1
      state.lines.append(
        Line(number: state.last, level: level, text: text, key: state.key, line: line, column: column))
      state.bytes += text.utf8.count
      while state.lines.count > ConsoleLog.longest || state.bytes > ConsoleLog.mostBytes {
        state.bytes -= state.lines.removeFirst().text.utf8.count
      }
    }
  }
}
