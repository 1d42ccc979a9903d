#if Plugins
import Dispatch
import JavaScriptEngine
import Synchronization

/// The pieces of one message, which JavaScript copies while another thread hashes those that are there.
final class PieceQueue: Sendable {
  private struct State {
    var pieces: [JSBytes] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Counts the pieces, and the end.
  private let arrivals = DispatchSemaphore(value: 0)

  /// Adds a piece, unless the message has ended.
  func add(_ piece: JSBytes) {
    let isAdded = state.withLock { state in
      if !state.isClosed { state.pieces.append(piece) }
      return !state.isClosed
    }
    if isAdded { arrivals.signal() }
  }

  /// Ends the message, so that no reader waits for another piece.
  func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    if isFirst { arrivals.signal() }
  }

  /// Calls `body` with each piece; waits for the next one until the message has ended.
  func forEach(_ body: (JSBytes) -> Void) {
    while true {
      arrivals.wait()
      guard let piece = state.withLock({ $0.pieces.isEmpty ? nil : $0.pieces.removeFirst() }) else { return }
      body(piece)
    }
  }
}
#endif
