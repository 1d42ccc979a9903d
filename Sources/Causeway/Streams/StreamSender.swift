import CausewayClock
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

    /// The first step of a caller that is the one that sends now; nil while another is.
    mutating func beginFlush() -> Step? {
      guard !isFlushing else { return nil }
      isFlushing = true
      return nextStep()
    }

    mutating func nextStep() -> Step {
      guard !isClosed, credit > 0, let item = held.popFirst() else {
        isFlushing = false
        return .finish(held.isEmpty ? takeWaiter() : nil, isDrained: isDrained)
      }
      credit -= 1
      return .send(item)
    }

    mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
      defer { waiter = nil }
      return waiter
    }
  }

  /// What whoever sends does after leaving the lock.
  private enum Step {
    case send(Payload)
    case finish(CheckedContinuation<Void, Never>?, isDrained: Bool)
  }

  private let id: CallID
  private unowned let connection: Connection
  private let policy: StreamPolicy
  private let lookOut = LookOut()
  private let state: Mutex<State>

  init(id: CallID, connection: Connection, credit: Int, policy: StreamPolicy) {
    self.id = id
    self.connection = connection
    self.policy = policy
    state = Mutex(State(credit: credit))
  }

  /// Sends an item, holds it or drops an older one, as the policy says; suspends only under ``StreamPolicy/wait``.
  nonisolated(nonsending) func send(_ item: Payload) async throws {
    try Task.checkCancellation()
    let step = try state.withLock { (state) throws(BridgeError) in
      if !state.isClosed { try add(item, to: &state) }
      return state.beginFlush()
    }
    let isDrained = flush(from: step)
    if case .wait = policy, !isDrained { try await drained() }
  }

  private func add(_ item: Payload, to state: inout State) throws(BridgeError) {
    state.held.append(item)
    switch policy {
    case .wait: break
    case .latest: while state.held.count > max(1, state.credit) { state.held.removeFirst() }
    case .dropOldest(let count): while state.held.count - state.credit > max(1, count) { state.held.removeFirst() }
    case .buffer(let count):
      if state.held.count - state.credit > max(1, count) {
        throw .exhausted("streamBuffer", maximum: count, "An item that nobody took")
      }
    }
  }

  /// Suspends until every held item has been sent.
  func drained() async throws {
    while true {
      let arrived = lookOut.arrived
      if state.withLock({ $0.isDrained }) { return }
      if connection.clock.stepped == nil, lookOut.look(beyond: arrived) { continue }
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
    }
  }

  /// The consumer takes so many more.
  func grant(_ count: Int) {
    guard count > 0 else { return }
    let step = state.withLock { state in
      state.credit += min(count, connection.limits.streamBuffer - state.credit)
      return state.beginFlush()
    }
    flush(from: step)
    lookOut.arrive()
  }

  /// Drops what is held and lets the producer go.
  func close() {
    let waiter = state.withLock { state in
      state.isClosed = true
      state.held.removeAll()
      return state.takeWaiter()
    }
    waiter?.resume()
    lookOut.arrive()
  }

  /// Sends what is held as far as there is credit; false while something is held, or another sends.
  ///
  /// Producer and consumer both come here, on threads of their own. One of them sends at a time, or two items could
  /// overtake each other between the lock and the transport; the other leaves its work to the one that is at it.
  @discardableResult
  private func flush(from first: Step?) -> Bool {
    var step = first
    while case .send(let item)? = step {
      connection.send(.item(id, item))
      step = state.withLock { $0.nextStep() }
    }
    guard case .finish(let waiter, let isDrained)? = step else { return false }
    waiter?.resume()
    return isDrained
  }
}
