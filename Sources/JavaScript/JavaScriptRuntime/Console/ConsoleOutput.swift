public import Logging
import StandardStreams

/// The severity of one console message.
public enum ConsoleLevel: String, Sendable, CaseIterable {
  case debug, log, info, warn, error
}

/// The destination of `console` output.
public enum ConsoleOutput: Sendable {
  /// `warn` and `error` go to standard error, the other levels to standard output, as in Node.
  case standardStreams
  /// A logger; `log` and `info` are logged at level `info`, the other levels at the level of the same name.
  case logger(Logger)
  /// A function. It is called on the JavaScript thread, with a message without a final newline.
  case handler(@Sendable (ConsoleLevel, String) -> Void)
}

extension ConsoleOutput {
  /// Prints one message, which may have several lines.
  func print(_ text: String, level: ConsoleLevel) {
    switch self {
    case .standardStreams:
      if level == .warn || level == .error {
        StandardStream.error.write(text + "\n")
      } else {
        StandardStream.output.write(text + "\n")
      }
    case .logger(let logger):
      logger.log(level: level.loggerLevel, "\(text)", metadata: ["source": "console"])
    case .handler(let handler):
      handler(level, text)
    }
  }
}

extension ConsoleLevel {
  var loggerLevel: Logger.Level {
    switch self {
    case .debug: .debug
    case .log, .info: .info
    case .warn: .warning
    case .error: .error
    }
  }
}
