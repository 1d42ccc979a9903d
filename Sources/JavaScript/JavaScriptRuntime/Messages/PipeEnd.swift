import JavaScriptEngine
import Synchronization

/// A message between two contexts.
///
/// bridge-js/web/messaging/message-writer.js describes the text.
struct PortMessage: Sendable {
  let text: JSText
  let buffers: [[UInt8]]
  let ends: [PipeEnd]
  /// The number of bytes that count against ``WorkerLimits/unreadBytes``.
  let bytes: Int

  /// - Parameter contentBytes: the number of bytes in buffers.
  init(text: JSText, buffers: [[UInt8]], ends: [PipeEnd], contentBytes: Int) {
    self.text = text
    self.buffers = buffers
    self.ends = ends
    // The overhead of a message, so that a flood of short messages is limited as well.
    bytes = 256 + text.utf16Count * 2 + contentBytes
  }
}

/// One end of a channel between two contexts.
///
/// Any thread may use it. The channel is closed when an end is released.
final class PipeEnd: Sendable {
  /// The events that an end reports to its owner: a message is waiting, or the channel was closed.
  enum Signal: Sendable { case message, closed }

  private let pipe: Pipe
  private let side: Int

  private init(_ pipe: Pipe, side: Int) {
    self.pipe = pipe
    self.side = side
  }

  deinit { pipe.close(from: side) }

  /// The two ends of a new channel.
  static func makePair(limit: Int) -> (PipeEnd, PipeEnd) {
    let pipe = Pipe(limit: limit)
    return (PipeEnd(pipe, side: 0), PipeEnd(pipe, side: 1))
  }

  /// Whether the other end holds as many unread bytes as it may.
  var isFull: Bool { pipe.isFull(from: side) }

  /// Sends a message; no effect if the channel is closed.
  func post(_ message: PortMessage) {
    // An end within its own channel could never be reached again.
    if message.ends.contains(where: { $0.pipe === pipe }) { pipe.close(from: side) }
    pipe.post(message, from: side)
  }

  /// Calls `signal` once for each message that waits or arrives, and when the channel is closed; on any thread.
  func start(_ signal: @escaping @Sendable (Signal) -> Void) { pipe.start(side, signal) }

  /// Ends the calls of `start`.
  func stop() { pipe.stop(side) }

  /// Whether `start` was called, and not `stop` since.
  var isStarted: Bool { pipe.isStarted(side) }

  /// The oldest message.
  func take() -> PortMessage? { pipe.take(side) }

  /// Makes a message the oldest of this end.
  func putBack(_ message: PortMessage) { pipe.putBack(message, side) }

  /// Closes the channel; the other end still receives the messages that were sent.
  func close() { pipe.close(from: side) }
}

/// The state that both ends of a channel share.
private final class Pipe: Sendable {
  private struct Side {
    /// Messages in the reverse order of their arrival, and those that arrived after them.
    var oldest: [PortMessage] = []
    var newest: [PortMessage] = []
    var bytes = 0
    var signal: (@Sendable (PipeEnd.Signal) -> Void)?
  }

  private struct State {
    var sides = [Side(), Side()]
    var isClosed = false
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  func isFull(from side: Int) -> Bool { state.withLock { $0.sides[1 - side].bytes >= limit } }

  func post(_ message: PortMessage, from side: Int) {
    let signal: (@Sendable (PipeEnd.Signal) -> Void)? = state.withLock { state in
      guard !state.isClosed else { return nil }
      state.sides[1 - side].newest.append(message)
      state.sides[1 - side].bytes += message.bytes
      return state.sides[1 - side].signal
    }
    signal?(.message)
  }

  func start(_ side: Int, _ signal: @escaping @Sendable (PipeEnd.Signal) -> Void) {
    let (count, isClosed) = state.withLock { state in
      state.sides[side].signal = signal
      return (state.sides[side].oldest.count + state.sides[side].newest.count, state.isClosed)
    }
    for _ in 0..<count { signal(.message) }
    if isClosed { signal(.closed) }
  }

  func isStarted(_ side: Int) -> Bool { state.withLock { $0.sides[side].signal != nil } }

  func stop(_ side: Int) { state.withLock { $0.sides[side].signal = nil } }

  func take(_ side: Int) -> PortMessage? {
    state.withLock { state in
      if state.sides[side].oldest.isEmpty {
        state.sides[side].oldest = state.sides[side].newest.reversed()
        state.sides[side].newest = []
      }
      let message = state.sides[side].oldest.popLast()
      state.sides[side].bytes -= message?.bytes ?? 0
      return message
    }
  }

  func putBack(_ message: PortMessage, _ side: Int) {
    state.withLock { state in
      state.sides[side].oldest.append(message)
      state.sides[side].bytes += message.bytes
    }
  }

  func close(from side: Int) {
    // The messages to the closing side are released without the lock: they may hold ends of other channels.
    let (signal, unread): ((@Sendable (PipeEnd.Signal) -> Void)?, [Side]) = state.withLock { state in
      let unread = state.sides[side]
      state.sides[side] = Side()
      guard !state.isClosed else { return (nil, [unread]) }
      state.isClosed = true
      return (state.sides[1 - side].signal, [unread])
    }
    signal?(.closed)
    withExtendedLifetime(unread) {}
  }
}
