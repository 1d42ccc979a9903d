import Glibc

/// The two streams that a person reads, and whether they are a terminal.
enum Terminal {
  static let isInputTerminal = isatty(STDIN_FILENO) == 1
  static let isOutputTerminal = isatty(STDOUT_FILENO) == 1
  static let isErrorTerminal = isatty(STDERR_FILENO) == 1
  /// Whether somebody types and sees what it does.
  static let isConversation = isInputTerminal && isOutputTerminal

  /// Whether a stream may carry colours: a terminal that understands them, and nobody who objects (https://no-color.org).
  static func allowsColors(_ isTerminal: Bool) -> Bool {
    isTerminal && (Environment["NO_COLOR"] ?? "").isEmpty && Environment["TERM"] != "dumb"
  }

  /// Prints a line for whoever asked.
  static func show(_ line: String) { _ = Output.standardOutput.write(line + "\n") }

  /// Prints a line about what went wrong.
  static func complain(_ line: String) { _ = Output.standardError.write(line + "\n") }
}

/// The environment variables of this process.
enum Environment {
  static subscript(name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
