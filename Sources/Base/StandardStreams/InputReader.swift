import Glibc
import Synchronization

/// Reads a descriptor, such as standard input, in pieces and on demand: the only place that reads standard input of programs.
///
/// Threads may wait in it. A wait can be cancelled, and leaves the bytes unread. The descriptor stays blocking, because other
/// processes may share it, such as a shell its terminal: bytes are awaited by `poll`. If another process takes them between
/// `poll` and `read`, the waiting thread stays in `read` until there are more.
package final class InputReader: Sendable {
  /// The result of a read.
  package enum Outcome: Sendable, Equatable {
    case bytes([UInt8])
    case end
    /// The system's error number.
    case failure(CInt)
  }

  /// The kind of a descriptor, by which Node chooses the class of a stream.
  package enum Kind: String, Sendable {
    /// A regular file, or a device that is not a terminal.
    case file
    /// A pipe or a socket.
    case pipe
    case terminal
    /// A directory, for example.
    case other

    init(of descriptor: CInt) {
      var status = stat()
      if isatty(descriptor) == 1 {
        self = .terminal
      } else if unsafe fstat(descriptor, &status) != 0 {
        self = .other
      } else {
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFCHR: self = .file
        case S_IFIFO, S_IFSOCK: self = .pipe
        default: self = .other
        }
      }
    }
  }

  private enum Source: Sendable {
    case descriptor(CInt)
    case bytes([UInt8])
  }

  private struct State {
    /// The result that no caller has taken yet.
    var outcome: Outcome?
    var isCancelled = false
    var isInterrupted = false
    /// The number of bytes in memory that were read.
    var position = 0
  }

  private let source: Source
  /// A pair of sockets whose bytes end a wait; -1 twice if the system refuses one, so that a wait lasts until there is input.
  private let wake: (reading: CInt, writing: CInt)
  /// Held by the thread that reads.
  private let gate = Mutex(())
  private let state = Mutex(State())
  /// The kind of the input.
  package let kind: Kind

  /// Reads a descriptor, which stays open.
  package init(_ descriptor: CInt = STDIN_FILENO) {
    source = .descriptor(descriptor)
    kind = Kind(of: descriptor)
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    wake = unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 ? (ends[0], ends[1]) : (-1, -1)
  }

  /// Reads bytes in memory, as from a pipe.
  package init(_ bytes: [UInt8]) {
    source = .bytes(bytes)
    kind = .pipe
    wake = (-1, -1)
  }

  deinit { for end in [wake.reading, wake.writing] where end >= 0 { close(end) } }

  // MARK: Waiting on another thread

  /// Forgets a cancellation; called before ``fill(atMost:)`` is queued.
  package func begin() { state.withLock { $0.isCancelled = false } }

  /// Waits until there is a result for ``take(atMost:)``, or until the wait is cancelled.
  package func fill(atMost count: Int) {
    gate.withLock { _ in
      guard !state.withLock({ $0.outcome != nil }), let outcome = next(count) else { return }
      state.withLock { $0.outcome = outcome }
    }
  }

  /// Takes the result of a wait; nil if there is none.
  package func take(atMost count: Int = .max) -> Outcome? {
    state.withLock { state in
      let outcome = state.outcome.take()
      guard case .bytes(let bytes) = outcome, bytes.count > count else { return outcome }
      state.outcome = .bytes(Array(bytes[count...]))
      return .bytes(Array(bytes[..<count]))
    }
  }

  /// Ends the wait of another thread.
  package func cancel() {
    state.withLock { $0.isCancelled = true }
    wakeReader()
  }

  /// Ends all waits, also those that begin later, with `EINTR`.
  package func interrupt() {
    state.withLock { $0.isInterrupted = true }
    wakeReader()
  }

  // MARK: Waiting on this thread

  /// Waits for the next piece, before any other thread that waits for it.
  package func read(atMost count: Int) -> Outcome {
    cancel()
    return gate.withLock { _ in
      if let outcome = take(atMost: count) { return outcome }
      begin()
      return next(count) ?? .failure(EINTR)
    }
  }

  // MARK: Reading

  private func wakeReader() {
    var byte: UInt8 = 0
    // If the socket is full, its bytes have the same effect.
    if wake.writing >= 0 { _ = unsafe write(wake.writing, &byte, 1) }
  }

  /// - Returns: nil if the wait was cancelled.
  private func next(_ count: Int) -> Outcome? {
    switch source {
    case .bytes(let bytes):
      state.withLock { state in
        let piece = bytes[state.position...].prefix(count)
        state.position += piece.count
        return piece.isEmpty ? .end : .bytes(Array(piece))
      }
    case .descriptor(let descriptor): next(count, from: descriptor)
    }
  }

  private func next(_ count: Int, from descriptor: CInt) -> Outcome? {
    while true {
      let (isInterrupted, isCancelled) = state.withLock { ($0.isInterrupted, $0.isCancelled) }
      if isInterrupted { return .failure(EINTR) }
      if isCancelled { return nil }
      var events = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
      ]
      if unsafe poll(&events, 2, -1) < 0 {
        if errno == EINTR { continue }
        return .failure(errno)
      }
      if events[1].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = unsafe Glibc.read(wake.reading, &bytes, bytes.count)
        continue
      }
      // Also for an error: `read` names it.
      if events[0].revents != 0, let outcome = InputReader.piece(count, of: descriptor) { return outcome }
    }
  }

  /// - Returns: nil if there are no bytes any more.
  private static func piece(_ count: Int, of descriptor: CInt) -> Outcome? {
    var result = 0
    var reason: CInt = 0
    var bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      result = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      reason = errno
      length = max(0, result)
    }
    if result == 0 { return .end }
    if result < 0 { return reason == EINTR || reason == EAGAIN ? nil : .failure(reason) }
    // A short piece does not keep the room for a long one.
    if result < count / 2 { bytes = Array(bytes[...]) }
    return .bytes(bytes)
  }
}
