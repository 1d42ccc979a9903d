public import Logging

/// How serious a line of console output is, as the method that printed it says.
public enum ConsoleLevel: String, Sendable, CaseIterable {
  case debug, log, info, warn, error
}

/// Where `console` prints.
public enum ConsoleOutput: Sendable {
  /// `warn` and `error` to standard error, the rest to standard output, as Node does.
  case standardStreams
  /// To a logger, at the level of the same meaning (`log` is info).
  case logger(Logger)
  /// To a function, called on the JavaScript thread with a text that has no final newline.
  case handler(@Sendable (ConsoleLevel, String) -> Void)
}

extension ConsoleOutput {
  /// Prints one text, which may have several lines.
  func print(_ text: String, level: ConsoleLevel) {
    switch self {
    case .standardStreams:
      if level == .warn || level == .error {
        StandardError.write(text + "\n")
      } else {
        StandardOutput.write(text + "\n")
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
