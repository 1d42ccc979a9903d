import Glibc
import StandardStreams

/// The standard streams, and whether they are terminals.
enum Terminal {
  static let isInputTerminal = isatty(STDIN_FILENO) == 1
  static let isOutputTerminal = StandardStream.output.isTerminal
  static let isErrorTerminal = StandardStream.error.isTerminal
  /// Whether the session is interactive.
  static let isInteractive = isInputTerminal && isOutputTerminal

  /// Whether standard input was open when the command started.
  static let isInputOpen = fcntl(STDIN_FILENO, F_GETFD) >= 0

  /// Opens closed standard streams, so that no file of this program gets their numbers.
  ///
  /// Such a file would receive the program's output. Using one of these descriptors still fails.
  static func occupyStandardStreams() {
    _ = isInputOpen
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Sets the width of help texts to at least 40 columns.
  ///
  /// Without room beside the option names, the argument parser traps.
  static func makeRoomForHelp() {
    let columns = Environment["COLUMNS"].flatMap { Int($0) } ?? RawMode.columns
    if columns < 40 { unsafe setenv("COLUMNS", "40", 1) }
  }

  /// Prints a line to standard output.
  static func printLine(_ line: String) { Output.standardOutput.write(line + "\n") }

  /// Prints a line to standard error.
  static func reportError(_ line: String) { Output.standardError.write(line + "\n") }
}

/// The environment variables of this process.
enum Environment {
  static subscript(name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The path of a program that the shell would find.
  static func executable(_ name: String) -> String? {
    (Environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }.first { isExecutable($0) }
  }

  /// Whether there is a file that this process may execute.
  static func isExecutable(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return unsafe access(path, X_OK) == 0
  }
}
