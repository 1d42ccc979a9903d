import CausewayConcurrency
import Dispatch
import Glibc
import Synchronization

/// Carries texts as lines over a connected stream socket, such as one end of a socket pair.
///
/// A thread of the port reads. The sending thread writes as much of a text as the socket accepts at once; the rest is
/// written in the background, so `send` never blocks. Answers to lines that arrived together leave together. A peer
/// that is gone ends the port; no signal is raised for it.
public final class LinePort: TextPort {
  struct State {
    /// Lines that wait to be written.
    var waiting: [UInt8] = []
    /// How many bytes of lines are being written.
    var writing = 0
    var isWriting = false
    /// The thread whose lines wait for its `flush`; nil for none.
    var holder: pthread_t?
    /// Whether a flush of held lines is scheduled.
    var hasBackstop = false
    /// Whether a thread reads the descriptor, which stays open for it.
    var isReading = false
    /// Whether a thread reads between its other work: see ``share()``.
    var isShared = false
    var end: (@Sendable (BridgeError) -> Void)?
    var failure: BridgeError?
    var hasEnded = false
    var isClosed = false
  }

  /// Bytes that are held before they are written: some sixty calls, which the other side handles beside the next ones.
  private static let mostHeld = 1 << 12
  /// How long a line is held at most: until a handler that takes longer returns.
  static let longestHold = DispatchTimeInterval.milliseconds(2)
  /// A sender also writes the lines of other senders, for at most this many rounds; then another thread continues.
  private static let mostRounds = 8
  /// That of the system's threads; handlers run on it.
  private static let stackBytes = 8 << 20

  package let descriptor: CInt
  private let background = DispatchQueue(label: "causeway.port.writing")
  let backstop = DispatchQueue(label: "causeway.port.backstop")
  private let queueLimit: Int
  private let lineLimit: Int
  let state = Mutex(State())
  private let reader: Mutex<LineReader>
  /// The lines that were handed over so far, and those whose receiver has returned.
  private let begun = Atomic<Int>(0)
  private let ended = Atomic<Int>(0)
  private let spin = AdaptiveSpin()
  /// Counts the beginnings and the ends of the work of the thread that shares the port: odd while it works.
  let turns = Atomic<Int>(0)
  /// Whether ``watch(_:)`` is scheduled.
  let isWatched = Atomic<Bool>(false)

  /// Creates a port that owns the socket and closes it.
  ///
  /// - Parameter limits: a line may be as long as the largest message in base64; one such line and 8 MiB of short ones
  ///   may wait to be written.
  public init(descriptor: CInt, limits: Limits = Limits()) {
    lineLimit = limits.textBytes
    queueLimit = lineLimit + 8 << 20
    reader = Mutex(LineReader(limit: lineLimit))
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  deinit { if !state.withLock({ $0.isClosed }) { Glibc.close(descriptor) } }

  /// Bytes that wait to be written.
  public var bytesWaiting: Int { state.withLock { $0.waiting.count + $0.writing } }

  // MARK: Reading

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - onText: called with each line, without its end, one at a time and in order. Nothing more is read before it
  ///     returns: further data of the other side waits in the kernel.
  ///   - onEnd: called once, at the end of the input: the other side has closed the connection, or sent a line over the
  ///     limit.
  public func start(_ onText: @escaping @Sendable ([UInt8]) -> Void, onEnd: @escaping @Sendable (BridgeError) -> Void) {
    let isOpen = state.withLock { state in
      if state.hasEnded { return false }
      state.end = onEnd
      state.isReading = true
      return true
    }
    guard isOpen else { return }
    reader.withLock { $0.receive = onText }
    do throws(POSIXThread.Failure) {
      try POSIXThread.start(stackBytes: LinePort.stackBytes) { [self] in read() }
    } catch {
      end(BridgeError(.unavailable, "The reading thread could not be started: \(error)."))
      stopReading()
    }
  }

  /// The work of the port's own thread: reads until the end, or until another thread does.
  private func read() {
    while !state.withLock({ $0.isShared }) {
      var outcome = reader.withLock { readOnce(&$0) }
      if outcome == .empty {
        spin.spin {
          outcome = reader.withLock { readOnce(&$0) }
          return outcome != .empty
        }
      }
      if outcome == .empty {
        wait()
      } else if !goesOn(after: outcome) {
        return
      }
    }
  }

  /// Waits until something can be read, at most for some milliseconds; -1 for without end.
  func wait(milliseconds: CInt = -1) {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&ready, 1, milliseconds)
  }

  /// Reads once, unless another thread reads; returns whether data arrived.
  package func take() -> Bool {
    // Not under the lock: the end lets go of the receiver.
    guard let outcome = reader.withLockIfAvailable({ readOnce(&$0) }), outcome != .empty else { return false }
    return goesOn(after: outcome)
  }

  /// Handles the data of one read; the answers to its lines are sent together.
  private func readOnce(_ reader: inout LineReader) -> LineReader.Outcome {
    var holds = false
    let outcome = reader.read(descriptor) { isLast in
      begun.add(1, ordering: .relaxed)
      return state.withLock { state in
        if holds == isLast, !state.isShared {
          holds = !isLast
          state.holder = holds ? pthread_self() : nil
        }
        return !state.hasEnded
      }
    }
    ended.store(begun.load(ordering: .relaxed), ordering: .relaxed)
    if outcome == .read { flush() }
    return outcome
  }

  /// The number of lines that were delivered.
  package var lineCount: Int { begun.load(ordering: .relaxed) }

  /// Whether the receiver of a line has not returned.
  package var isReceiving: Bool { lineCount != ended.load(ordering: .relaxed) }

  /// Whether data of the other side has not been read.
  package var hasUnread: Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&ready, 1, 0) > 0 && ready.revents & Int16(POLLIN) != 0 && !isAtEnd
  }

  private var isAtEnd: Bool {
    var byte: UInt8 = 0
    return unsafe recv(descriptor, &byte, 1, CInt(MSG_PEEK | MSG_DONTWAIT)) == 0
  }

  /// Ends the port unless more can be read.
  private func goesOn(after outcome: LineReader.Outcome) -> Bool {
    switch outcome {
    case .read, .empty: return true
    case .closed:
      end(state.withLock { $0.failure } ?? BridgeError(.unavailable, "The other side closed the connection."))
    case .broken(let number): end(LinePort.broken(number))
    case .tooLong: end(.exhausted("messageBytes", maximum: lineLimit, "A line from the other side"))
    case .stopped: break
    }
    stopReading()
    return false
  }

  /// Has the calling thread hold its lines until it flushes them; the port's own thread reads no more.
  func beginSharing() {
    state.withLock { state in
      state.isShared = true
      state.holder = pthread_self()
    }
  }

  private func stopReading() {
    let receive = reader.withLock { $0.receive.take() }
    withExtendedLifetime(receive) {}
    state.withLock { state in
      state.isReading = false
      closeIfUnused(&state)
    }
  }

  // MARK: Writing

  /// Sends a text; drops it if the port has ended.
  public func send(_ text: [UInt8]) {
    enum Next { case nothing, write, scheduleFlush, refuse }
    let next: Next = state.withLock { state in
      guard !state.hasEnded, state.failure == nil else { return .nothing }
      state.waiting += text.oneLine
      state.waiting.append(UInt8(ascii: "\n"))
      if state.waiting.count + state.writing > queueLimit { return .refuse }
      // The thread that writes takes it along.
      if state.isWriting { return .nothing }
      if state.waiting.count < LinePort.mostHeld, state.holder == pthread_self() {
        // A shared port has its own timer.
        if state.hasBackstop || state.isShared { return .nothing }
        state.hasBackstop = true
        return .scheduleFlush
      }
      state.isWriting = true
      return .write
    }
    switch next {
    case .nothing: break
    case .write: write()
    case .scheduleFlush:
      backstop.asyncAfter(deadline: .now() + LinePort.longestHold) { [weak self] in
        self?.state.withLock { $0.hasBackstop = false }
        self?.flush()
      }
    case .refuse: end(.exhausted("queuedBytes", maximum: queueLimit, "The output queue for a peer that does not read"))
    }
  }

  /// Writes the lines that were held.
  func flush() {
    let isMine = state.withLock { state in
      guard !state.isWriting, !state.waiting.isEmpty else { return false }
      state.isWriting = true
      return true
    }
    if isMine { write() }
  }

  /// Writes whatever waits, as far as the socket takes it at once.
  private func write() {
    for _ in 0..<LinePort.mostRounds {
      guard let bytes = nextToWrite() else { return }
      let rest = write(bytes[...])
      if !rest.isEmpty { return background.async { [self] in writeAll(rest) } }
    }
    background.async { [self] in writeAll([]) }
  }

  /// Writes `bytes` and whatever waits; waits itself while the other side does not read.
  private func writeAll(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while true {
      while !rest.isEmpty {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&ready, 1, -1)
        rest = write(rest)
      }
      guard let next = nextToWrite() else { return }
      rest = write(next[...])
    }
  }

  /// The lines that wait, which the caller writes; nil, and the caller's turn is over, if there are none.
  private func nextToWrite() -> [UInt8]? {
    state.withLock { state in
      if state.hasEnded || state.failure != nil || state.waiting.isEmpty {
        state.isWriting = false
        state.writing = 0
        closeIfUnused(&state)
        return nil
      }
      state.writing = state.waiting.count
      return exchange(&state.waiting, with: [])
    }
  }

  /// Writes as much as the socket takes at once; returns the rest, which is empty if the socket is broken.
  private func write(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        return rest
      } else if errno != EINTR {
        fail(errno)
        return []
      }
    }
    return rest
  }

  /// Ends the writing; what the other side has sent before is still read, and then the port ends.
  private func fail(_ number: CInt) {
    state.withLock { state in
      state.failure = LinePort.broken(number)
      state.waiting = []
    }
    shutdown(descriptor, CInt(SHUT_RDWR))
  }

  private static func broken(_ number: CInt) -> BridgeError {
    BridgeError(.unavailable, "The connection broke: \(SystemError.text(number)).")
  }

  // MARK: The end

  /// Ends the port; queued lines are dropped.
  public func close() { end(BridgeError(.unavailable, "The port was closed.")) }

  private func end(_ reason: BridgeError) {
    let report: (@Sendable (BridgeError) -> Void)?? = state.withLock { state in
      guard !state.hasEnded else { return nil }
      state.hasEnded = true
      state.waiting = []
      // Wakes the threads that wait for the socket.
      shutdown(descriptor, CInt(SHUT_RDWR))
      closeIfUnused(&state)
      defer { state.end = nil }
      return .some(state.end)
    }
    report??(reason)
  }

  /// Closes the descriptor after the end, when no thread is at it.
  private func closeIfUnused(_ state: inout State) {
    guard state.hasEnded, !state.isReading, !state.isWriting, !state.isClosed else { return }
    state.isClosed = true
    Glibc.close(descriptor)
  }
}

/// The system's words for its error numbers.
enum SystemError {
  static func text(_ number: CInt) -> String { unsafe String(cString: strerror(number)) }
}
