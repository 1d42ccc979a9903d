#if Plugins
import DequeModule
import NIOCore
import Synchronization

/// The part of a response's body that has arrived and has not been read.
///
/// One task adds what arrives, and waits while the buffer is full; one reader takes it, in as few pieces as it likes.
final class BodyBuffer: Sendable {
  private struct State {
    var parts: Deque<ByteBuffer> = []
    var byteCount = 0
    /// How the body has ended; nil while more may arrive.
    var end: Result<Void, any Error>?
    /// The reader that waits.
    var reader: CheckedContinuation<Void, Never>?
    /// The source that waits.
    var source: CheckedContinuation<Void, Never>?

    mutating func takeReader() -> CheckedContinuation<Void, Never>? {
      defer { reader = nil }
      return reader
    }

    mutating func takeSource() -> CheckedContinuation<Void, Never>? {
      defer { source = nil }
      return source
    }

    /// Takes so many bytes at most, in the parts in which they arrived.
    mutating func take(atMost limit: Int) -> [ByteBuffer] {
      var taken: [ByteBuffer] = []
      var left = limit
      while left > 0, var part = parts.popFirst() {
        let count = min(left, part.readableBytes)
        if let slice = part.readSlice(length: count) { taken.append(slice) }
        if part.readableBytes > 0 { parts.prepend(part) }
        left -= count
      }
      byteCount -= limit - left
      return taken
    }
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// - Parameter capacity: the number of bytes at which the source waits.
  init(capacity: Int) { self.capacity = capacity }

  /// The number of bytes that wait to be read.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// Adds a part, and suspends while the buffer is full; false if nothing more will be read.
  func add(_ part: ByteBuffer) async -> Bool {
    guard part.readableBytes > 0 else { return true }
    let (reader, isFull) = state.withLock { state in
      guard state.end == nil else { return (nil as CheckedContinuation<Void, Never>?, false) }
      state.parts.append(part)
      state.byteCount += part.readableBytes
      return (state.takeReader(), state.byteCount >= capacity)
    }
    reader?.resume()
    if isFull { await room() }
    return state.withLock { $0.end == nil }
  }

  private func room() async {
    await withCheckedContinuation { continuation in
      let hasRoom = state.withLock { state in
        if state.end != nil || state.byteCount < capacity { return true }
        state.source = continuation
        return false
      }
      if hasRoom { continuation.resume() }
    }
  }

  /// Ends the body, after what has arrived.
  ///
  /// The first end counts.
  func finish(_ end: Result<Void, any Error>) {
    let (reader, source) = state.withLock { state in
      if state.end == nil { state.end = end }
      return (state.takeReader(), state.takeSource())
    }
    reader?.resume()
    source?.resume()
  }

  /// Ends the body with an error if a reader waits for it.
  func fail(_ error: any Error) {
    let isWaiting = state.withLock { $0.reader != nil }
    if isWaiting { finish(.failure(error)) }
  }

  /// The bytes that have arrived, at most so many; empty if there are none yet; nil after the end.
  func take(atMost limit: Int) throws -> [UInt8]? {
    let (parts, end, source) = state.withLock { state in
      let parts = state.take(atMost: limit)
      return (parts, parts.isEmpty ? state.end : nil, state.byteCount < capacity ? state.takeSource() : nil)
    }
    source?.resume()
    if let end {
      try end.get()
      return nil
    }
    guard parts.count != 1, !parts.isEmpty else { return parts.first.map { Array($0.readableBytesView) } ?? [] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(parts.reduce(0) { $0 + $1.readableBytes })
    for part in parts { bytes.append(contentsOf: part.readableBytesView) }
    return bytes
  }

  /// Suspends until bytes have arrived or the body has ended.
  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.byteCount > 0 || state.end != nil { return true }
          state.reader = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      finish(.failure(CancellationError()))
    }
  }
}
#endif
