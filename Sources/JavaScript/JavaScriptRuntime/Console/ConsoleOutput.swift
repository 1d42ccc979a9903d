public import Logging
import StandardStreams

/// The severity of one console message.
public enum ConsoleLevel: String, Sendable, CaseIterable {
  case debug, log, info, warn, error
}

/// The destination of `console` output, and of `process.stdout` and `process.stderr`.
public enum ConsoleOutput: Sendable {
  /// `warn` and `error` go to standard error, the other levels to standard output, as in Node.
  case standardStreams
  /// A logger; `log` and `info` are logged at level `info`, the other levels at the level of the same name.
  case logger(Logger)
  /// A function. It is called on the JavaScript thread, with a message without a final newline.
  ///
  /// What a program writes to `process.stdout` arrives in whole lines.
  case handler(@Sendable (ConsoleLevel, String) -> Void)
  /// A function that is called on the JavaScript thread with the text of a stream, as it is written.
  ///
  /// A message has its final newline. What a program writes to `process.stdout`, level `log`, and to `process.stderr`, level
  /// `error`, arrives at once: a prompt without a newline, for example.
  case stream(@Sendable (ConsoleLevel, String) -> Void)
}

extension ConsoleOutput {
  /// Whether text is written as it is; otherwise in whole lines, as messages.
  var isStream: Bool {
    switch self {
    case .standardStreams, .stream: true
    case .logger, .handler: false
    }
  }

  /// Writes text to a stream.
  func write(_ text: String, level: ConsoleLevel) {
    switch self {
    case .standardStreams: (level == .warn || level == .error ? StandardStream.error : .output).write(text)
    case .stream(let handler): handler(level, text)
    case .logger, .handler: self.print(text, level: level)
    }
  }

  /// Prints one message, which may have several lines.
  func print(_ text: String, level: ConsoleLevel) {
    switch self {
    case .standardStreams, .stream: write(text + "\n", level: level)
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
