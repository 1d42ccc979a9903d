import Dispatch
import Glibc
import StandardStreams
import Synchronization

/// An output stream, whose reader may go away.
enum Output {
  case standardOutput, standardError

  /// Ends the process when the stream's reader goes away; for programs that rarely write.
  func endWithReader() {
    let descriptor = stream.rawValue
    DispatchQueue(label: "output closed").async {
      // Without requested events, poll returns only for an error: for a pipe, that its reader has closed it.
      var state = pollfd(fd: descriptor, events: 0, revents: 0)
      while unsafe poll(&state, 1, -1) < 0, errno == EINTR {}
      if state.revents & Int16(POLLERR) != 0 { Output.endUnread() }
    }
  }

  /// Ends the process by SIGPIPE, as for any writer whose reader has gone away.
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

  /// The `errno` of a failed write to standard output; 0 without a failure.
  private static let lossReason = Atomic<Int32>(0)

  /// The message about lost output; nil if none was lost.
  static var loss: String? {
    let reason = lossReason.load(ordering: .relaxed)
    guard reason != 0 else { return nil }
    return unsafe "causeway: Not all of the output was written: \(String(cString: strerror(reason)))."
  }

  /// Writes the complete text; ends the process if the reader has gone away.
  func write(_ text: String) {
    let reason = stream.write(text)
    // A full disk does not end the program, and is reported at the end. A closed pipe ends it.
    if reason == EPIPE { Output.endUnread() }
    if reason != 0, self == .standardOutput { Output.lossReason.store(reason, ordering: .relaxed) }
  }

  private var stream: StandardStream { self == .standardOutput ? .output : .error }
}
