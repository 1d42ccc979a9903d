#if WebView
import Dispatch
import Glibc
import StandardStreams
import Synchronization

/// What pages print: WebKit writes their console messages to standard error as they are.
///
/// On a terminal they pass through here, where control characters are written as `\u{…}`: a page could otherwise command
/// the terminal.
enum PageConsole {
  private static let filter = Mutex<Filter?>(nil)
  private static let longestLine = 1 << 20

  private struct Filter {
    let terminal: CInt
    let end: CInt
    /// Signalled when everything is written.
    let isDone: DispatchSemaphore
  }

  /// Puts itself before standard error, if that is a terminal, until the process ends.
  static func guardTerminal() {
    guard isatty(STDERR_FILENO) == 1 else { return }
    var (ends, stop): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
    let terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    guard terminal >= 0, unsafe pipe(&ends) == 0, unsafe pipe(&stop) == 0 else { return }
    for end in ends + stop { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (source, stopped) = (ends[0], stop[0])
    let isDone = DispatchSemaphore(value: 0)
    DispatchQueue(label: "causeway.view.console").async {
      pass(from: source, until: stopped, to: terminal)
      isDone.signal()
    }
    // The processes of pages inherit it.
    dup2(ends[1], STDERR_FILENO)
    close(ends[1])
    filter.withLock { $0 = Filter(terminal: terminal, end: stop[1], isDone: isDone) }
    atexit { PageConsole.finish() }
  }

  /// Writes the rest; waits for a second at most.
  private static func finish() {
    guard let filter = filter.withLock({ $0.take() }) else { return }
    dup2(filter.terminal, STDERR_FILENO)
    close(filter.end)
    _ = filter.isDone.wait(timeout: .now() + .seconds(1))
  }

  /// Passes on whole lines, and an unfinished one when nothing follows it for 50 ms.
  private static func pass(from source: CInt, until stopped: CInt, to terminal: CInt) {
    var waiting: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var isStopped = false
    while true {
      var ready = [
        pollfd(fd: source, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isStopped ? -1 : stopped, events: Int16(POLLIN), revents: 0),
      ]
      let count = unsafe poll(&ready, 2, isStopped ? 0 : waiting.isEmpty ? -1 : 50)
      if count < 0, errno == EINTR { continue }
      guard ready[0].revents != 0 else {
        write(waiting, to: terminal)
        waiting = []
        // The processes of pages may hold the other end for longer.
        if isStopped { return }
        isStopped = ready[1].revents != 0
        continue
      }
      let length = unsafe read(source, &buffer, buffer.count)
      if length < 0, errno == EINTR { continue }
      guard length > 0 else { return write(waiting, to: terminal) }
      let end = buffer[..<length].lastIndex(of: UInt8(ascii: "\n"))
      guard let end else {
        waiting += buffer[..<length]
        // A line may have no end.
        if waiting.count > longestLine {
          write(waiting, to: terminal)
          waiting = []
        }
        continue
      }
      write(waiting + buffer[...end], to: terminal)
      waiting = Array(buffer[(end + 1)..<length])
    }
  }

  private static func write(_ bytes: [UInt8], to terminal: CInt) {
    StandardStream.write(String(decoding: bytes, as: UTF8.self).printableLines, to: terminal)
  }
}
#endif
