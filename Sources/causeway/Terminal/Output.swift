import Dispatch
import Glibc
import Synchronization

/// A stream that the program prints to, and that may be closed at its other end.
enum Output {
  case standardOutput, standardError

  /// Ends the process as soon as nobody reads this stream any more; for a program that rarely writes.
  func endWithReader() {
    let descriptor = self == .standardOutput ? STDOUT_FILENO : STDERR_FILENO
    DispatchQueue(label: "output closed").async {
      // With no event asked for, only an error ends the wait: for a pipe, that its reader is gone.
      var state = pollfd(fd: descriptor, events: 0, revents: 0)
      while unsafe poll(&state, 1, -1) < 0, errno == EINTR {}
      if state.revents & Int16(POLLERR) != 0 { Output.endUnread() }
    }
  }

  /// Ends the process as one ends whose reader has left: by SIGPIPE, at once and without a word.
  private static func endUnread() -> Never {
    RawMode.end()
    signal(SIGPIPE, SIG_DFL)
    var blocked = sigset_t()
    unsafe sigemptyset(&blocked)
    unsafe sigaddset(&blocked, SIGPIPE)
    unsafe pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
    raise(SIGPIPE)
    _exit(128 + SIGPIPE)
  }

  /// Why standard output did not take all that was written to it, from `errno`; 0 if it did.
  private static let lossReason = Atomic<Int32>(0)

  /// What is said at the end when output was lost; nil if none was.
  static var loss: String? {
    let reason = lossReason.load(ordering: .relaxed)
    guard reason != 0 else { return nil }
    return unsafe "causeway: Not all of the output was written: \(String(cString: strerror(reason)))."
  }

  /// Writes at once and to the end; when nobody reads any more the process ends.
  func write(_ text: String) {
    let descriptor = self == .standardOutput ? STDOUT_FILENO : STDERR_FILENO
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while unsafe !rest.isEmpty {
        let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno == EAGAIN {
          var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = unsafe poll(&ready, 1, -1)
        } else if errno != EINTR {
          // A full disk is no reason to stop, though one to say so in the end; a reader that left is.
          if errno == EPIPE { Output.endUnread() }
          if self == .standardOutput { Output.lossReason.store(errno, ordering: .relaxed) }
          return
        }
      }
    }
  }
}
