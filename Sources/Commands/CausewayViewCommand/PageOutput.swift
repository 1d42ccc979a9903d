#if WebView
import StandardStreams

/// What pages print: their messages as `causeway run` prints those of a program.
enum PageOutput {
  /// Writes warnings and errors to standard error, and other messages to standard output.
  static func write(_ text: String, level: String) {
    let stream: StandardStream = level == "warn" || level == "error" ? .error : .output
    // Standard error is a pipe to `PageConsole` where it was a terminal.
    stream.write((stream.isTerminal ? text.printableLines : text) + "\n")
  }
}
#endif
