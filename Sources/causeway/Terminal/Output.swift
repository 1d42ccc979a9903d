import Glibc

/// A stream that the program prints to, and that may be closed at its other end.
enum Output {
  case standardOutput, standardError

  /// Writes at once and to the end; false when nobody reads any more.
  func write(_ text: String) -> Bool {
    let descriptor = self == .standardOutput ? STDOUT_FILENO : STDERR_FILENO
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while unsafe !rest.isEmpty {
        let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno == EAGAIN {
          var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = unsafe poll(&ready, 1, -1)
        } else if errno != EINTR {
          // A full disk is no reason to stop; a reader that left is.
          return errno != EPIPE
        }
      }
      return true
    }
  }
}
