import CausewayConcurrency
import Glibc

extension FileDescriptor {
  var readable: SystemCalls.Readable { SystemCalls.Readable(number: number) }
}

extension SystemCalls {
  /// A descriptor to wait for.
  ///
  /// It does not keep the descriptor open.
  struct Readable {
    fileprivate let number: Int32
  }

  /// Waits until one descriptor is readable or `timeout` has passed; without limit if `timeout` is `nil`.
  ///
  /// Returns for each descriptor whether it is readable.
  static func wait(for readables: [Readable], timeout: Duration?) throws(NetworkError) -> [Bool] {
    var polled = readables.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    let limit = timeout.map { min(max($0, .zero), .milliseconds(Int32.max)) }
    let milliseconds = limit.map { Int32($0 / .milliseconds(1)) } ?? -1
    let count = unsafe poll(&polled, nfds_t(polled.count), milliseconds)
    // poll() knows whole milliseconds only.
    if count == 0, let limit {
      let rest = (limit - .milliseconds(milliseconds)).components.attoseconds / 1_000_000_000
      var pause = timespec(tv_sec: 0, tv_nsec: Int(rest))
      _ = unsafe nanosleep(&pause, nil)
    }
    guard count >= 0 || errno == EINTR else { throw .system("waiting for the network") }
    return polled.map { count > 0 && $0.revents != 0 }
  }

  /// Runs `body` on a new detached thread.
  ///
  /// The thread blocks all signals: the program handles them.
  static func startThread(_ body: @escaping @Sendable () -> Void) throws(NetworkError) {
    do throws(POSIXThread.Failure) {
      try POSIXThread.start(name: "causeway.network", stackBytes: 512 << 10, blocksSignals: true, body)
    } catch {
      throw NetworkError(errorNumber: error.code, "starting a thread")
    }
  }
}
