import Glibc

/// Unbuffered standard output.
///
/// A write returns when all bytes are written.
package enum StandardOutput {
  package static func write(_ text: String) { Descriptor.write(text, to: STDOUT_FILENO) }
}

/// Unbuffered standard error.
///
/// A write returns when all bytes are written.
package enum StandardError {
  package static func write(_ text: String) { Descriptor.write(text, to: STDERR_FILENO) }

  /// Whether it may have colours: a capable terminal, and no `NO_COLOR` (https://no-color.org).
  static var hasColors: Bool {
    func value(_ name: String) -> String { unsafe getenv(name).map { unsafe String(cString: $0) } ?? "" }
    return isatty(STDERR_FILENO) == 1 && value("NO_COLOR").isEmpty && value("TERM") != "dumb"
  }
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
          return  // The reader has closed its end, so the output is discarded.
        }
        unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }
}
