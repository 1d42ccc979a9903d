import Glibc

/// Wakes a waiting thread from any other thread.
struct ThreadWaker: ~Copyable {
  private let readEnd: FileDescriptor
  private let writeEnd: FileDescriptor

  init() throws(NetworkError) {
    var ends: [Int32] = [-1, -1]
    let type = [SOCK_STREAM, SOCK_CLOEXEC, SOCK_NONBLOCK].reduce(0) { $0 | Int32($1.rawValue) }
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .system("making a pair of sockets") }
    readEnd = FileDescriptor(ends[0])
    writeEnd = FileDescriptor(ends[1])
  }

  var readable: SystemCalls.Readable { readEnd.readable }

  /// Consumes pending wake-ups.
  ///
  /// The waiting thread calls it.
  func reset() {
    var buffer = [UInt8](repeating: 0, count: 64)
    while unsafe read(readEnd.number, &buffer, buffer.count) == buffer.count {}
  }

  /// Wakes the thread now, or at its next wait.
  ///
  /// If the socket pair is full, a wake-up is already pending.
  func wake() {
    _ = unsafe write(writeEnd.number, [1], 1)
  }
}

/// A waker that several threads share by reference.
final class SharedWaker: Sendable {
  let waker: ThreadWaker

  init() throws(NetworkError) { waker = try ThreadWaker() }
}
