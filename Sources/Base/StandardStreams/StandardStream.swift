import Glibc

/// Standard output or standard error of this process, unbuffered: the only place that writes to them.
///
/// Untrusted text could control the terminal: write its ``Swift/String/printable`` or ``Swift/String/printableLines``.
package enum StandardStream: CInt, Sendable {
  case output = 1
  case error = 2

  /// Writes the whole text, and returns when all of it is written.
  ///
  /// - Returns: 0, or the system's error number of a failed write: the rest of the text is discarded then. `EPIPE`
  ///   means that the reader is gone.
  @discardableResult
  package func write(_ text: String) -> CInt {
    var text = text
    return text.withUTF8 { unsafe StandardStream.write(UnsafeRawBufferPointer($0), to: rawValue) }
  }

  /// Writes the whole text to a descriptor of one of these streams.
  package static func write(_ text: String, to descriptor: CInt) {
    var text = text
    _ = text.withUTF8 { unsafe write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> CInt {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&ready, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Whether it may have colours: a capable terminal, and no `NO_COLOR` (https://no-color.org).
  package var allowsColors: Bool {
    func value(_ name: String) -> String { unsafe getenv(name).map { unsafe String(cString: $0) } ?? "" }
    return isTerminal && value("NO_COLOR").isEmpty && value("TERM") != "dumb"
  }
}
