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

  /// Opens those of the three that are closed, so that nothing of this program's own takes their numbers.
  ///
  /// It would be given what is printed. Using one fails, as it does without.
  static func occupyStandardStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Has help written for a width of 40 at least.
  ///
  /// Where none is left beside the names of options, the parser of arguments ends the process.
  static func makeRoomForHelp() {
    let columns = Environment["COLUMNS"].flatMap { Int($0) } ?? RawMode.columns
    if columns < 40 { unsafe setenv("COLUMNS", "40", 1) }
  }

  /// Prints a line for whoever asked.
  static func show(_ line: String) { Output.standardOutput.write(line + "\n") }

  /// Prints a line about what went wrong.
  static func complain(_ line: String) { Output.standardError.write(line + "\n") }
}

/// The environment variables of this process.
enum Environment {
  static subscript(name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
