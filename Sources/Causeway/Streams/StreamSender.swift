import DequeModule
import Synchronization

/// The producing end of one stream: sends items as far as the consumer has granted them.
final class StreamSender: Sendable {
  private struct State {
    var credit: Int
    var held: Deque<Payload> = []
    var waiter: CheckedContinuation<Void, Never>?
    var isClosed = false
    var isFlushing = false

    /// Whether nothing is held, and nothing that was taken out is still on its way to the transport.
    var isDrained: Bool { isClosed || (held.isEmpty && !isFlushing) }

    /// Whether the caller is the one that sends now.
    mutating func beginFlush() -> Bool {
      defer { isFlushing = true }
      return !isFlushing
    }

    mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
      defer { waiter = nil }
      return waiter
    }
  }

  private let id: CallID
  private unowned let connection: Connection
  private let policy: StreamPolicy
  private let state: Mutex<State>

  init(id: CallID, connection: Connection, credit: Int, policy: StreamPolicy) {
    self.id = id
    self.connection = connection
    self.policy = policy
    state = Mutex(State(credit: credit))
  }

  /// Sends an item, holds it or drops an older one, as the policy says; suspends only under ``StreamPolicy/wait``.
  func send(_ item: Payload) async throws {
    try Task.checkCancellation()
    let isOver: Bool = state.withLock { state in
      if state.isClosed { return false }
      state.held.append(item)
      switch policy {
      case .wait: return false
      case .latest: while state.held.count > max(1, state.credit) { state.held.removeFirst() }
      case .dropOldest(let count): while state.held.count > max(1, count) + state.credit { state.held.removeFirst() }
      case .buffer(let count): return state.held.count > max(1, count) + state.credit
      }
      return false
    }
    if isOver, case .buffer(let count) = policy {
      throw BridgeError.exhausted("streamBuffer", maximum: count, "An item that nobody took")
    }
    flush()
    if case .wait = policy { try await drained() }
  }

  /// Suspends until every held item has been sent.
  func drained() async throws {
    while true {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isReady = state.withLock { state in
            if state.isDrained { return true }
            state.waiter = continuation
            return false
          }
          if isReady { continuation.resume() }
        }
      } onCancel: {
        close()
      }
      try Task.checkCancellation()
      if state.withLock({ $0.isDrained }) { return }
    }
  }

  /// The consumer takes so many more.
  func grant(_ count: Int) {
    guard count > 0 else { return }
    state.withLock { $0.credit = min($0.credit + count, connection.limits.streamBuffer) }
    flush()
  }

  /// Drops what is held and lets the producer go.
  func close() {
    let waiter = state.withLock { state in
      state.isClosed = true
      state.held.removeAll()
      return state.takeWaiter()
    }
    waiter?.resume()
  }

  /// Sends what is held as far as there is credit.
  ///
  /// Producer and consumer both come here, on threads of their own. One of them sends at a time, or two items could
  /// overtake each other between the lock and the transport; the other leaves its work to the one that is at it.
  private func flush() {
    enum Step {
      case send(Payload)
      case finish(CheckedContinuation<Void, Never>?)
    }
    guard state.withLock({ $0.beginFlush() }) else { return }
    while true {
      let step: Step = state.withLock { state in
        guard !state.isClosed, state.credit > 0, let item = state.held.popFirst() else {
          state.isFlushing = false
          return .finish(state.held.isEmpty ? state.takeWaiter() : nil)
        }
        state.credit -= 1
        return .send(item)
      }
      switch step {
      case .send(let item): connection.send(.item(id, item))
      case .finish(let waiter):
        waiter?.resume()
        return
      }
    }
  }
}
