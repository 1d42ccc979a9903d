import Glibc
import Logging

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

/// Standard output, written at once and to the end.
package enum StandardOutput {
  package static func write(_ text: String) { Descriptor.write(text, to: STDOUT_FILENO) }
}

/// Standard error, written at once and to the end.
package enum StandardError {
  package static func write(_ text: String) { Descriptor.write(text, to: STDERR_FILENO) }
}

private enum Descriptor {
  static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while unsafe !rest.isEmpty {
        let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          if errno == EAGAIN {
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = unsafe poll(&ready, 1, -1)
            continue
          }
          return  // The reader is gone; a script's output has nowhere else to go.
        }
        unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }
}

enum WallClock {
  /// Milliseconds since 1970, with their fraction.
  static var millisecondsSinceEpoch: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}
