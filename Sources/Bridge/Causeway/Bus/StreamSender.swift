import CausewayConcurrency
import DequeModule
import Synchronization

/// The producing end of one stream: sends items as far as the consumer has granted them.
@usableFromInline final class StreamSender: Sendable {
  private struct State {
    var credit: Int
    var held: Deque<Payload> = []
    var waiter: SuspendedTask?
    var isClosed = false
    var isFlushing = false
    /// Why an item could not be carried.
    var failure: BridgeError?

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
      return .send(item, wasHeld: true)
    }

    /// Whether the caller sends an item at once, as nothing is before it, and takes the further steps.
    mutating func takeCredit() -> Bool {
      guard !isClosed, !isFlushing, credit > 0, held.isEmpty else { return false }
      credit -= 1
      isFlushing = true
      return true
    }

    mutating func takeWaiter() -> SuspendedTask? {
      defer { waiter = nil }
      return waiter
    }
  }

  /// The next step of the sender, after it has left the lock.
  private enum Step {
    case send(Payload, wasHeld: Bool)
    case finish(SuspendedTask?, isDrained: Bool)
  }

  private let id: CallID
  private unowned let connection: Connection
  private let policy: StreamPolicy
  private let spin = AdaptiveSpin()
  private let state: Mutex<State>

  init(id: CallID, connection: Connection, credit: Int, policy: StreamPolicy) {
    self.id = id
    self.connection = connection
    self.policy = policy
    state = Mutex(State(credit: credit))
  }

  /// Sends the items of a sequence, each when the policy allows it.
  @inlinable
  func send<Items: AsyncSequence>(each items: Items, limits: Limits) async throws where Items.Element: Encodable {
    for try await item in items {
      if try !offer(Payload(encoding: item, root: "item", limits: limits)) { try await drained() }
    }
  }

  /// Sends an item when the policy allows it.
  nonisolated(nonsending) func send(_ item: Payload) async throws {
    if try !offer(item) { try await drained() }
  }

  /// Sends an item, holds it or drops an older one, as the policy says.
  ///
  /// False if the producer has to wait until this is ``drained()``, which happens only under ``StreamPolicy/wait``.
  @usableFromInline func offer(_ item: Payload) throws -> Bool {
    try Task.checkCancellation()
    let step = try state.withLock { (state) throws(BridgeError) -> Step? in
      if let failure = state.failure { throw failure }
      if state.takeCredit() { return .send(item, wasHeld: false) }
      if !state.isClosed { try add(item, to: &state) }
      return state.beginFlush()
    }
    let isDrained = try flush(from: step)
    if case .wait = policy { return isDrained }
    return true
  }

  /// What `causeway top` shows of the stream.
  var activity: BridgeActivity.Stream { state.withLock { .init(credit: $0.credit, waiting: $0.held.count) } }

  private var dropsOldest: Bool {
    switch policy {
    case .latest, .dropOldest: true
    case .wait, .buffer: false
    }
  }

  private func add(_ item: Payload, to state: inout State) throws(BridgeError) {
    func dropOldest() { connection.heldItems.giveBack(state.held.removeFirst().weight) }
    while !connection.heldItems.take(item.weight) {
      // Under these policies the oldest are of least use.
      guard dropsOldest, !state.held.isEmpty else {
        throw connection.heldItems.refusal(of: "The size of unconsumed stream items")
      }
      dropOldest()
    }
    state.held.append(item)
    switch policy {
    case .wait: break
    case .latest: while state.held.count > max(1, state.credit) { dropOldest() }
    case .dropOldest(let count): while state.held.count - state.credit > max(1, count) { dropOldest() }
    case .buffer(let count):
      if state.held.count - state.credit > max(1, count) {
        throw .exhausted("streamBuffer", maximum: count, "The number of unconsumed stream items")
      }
    }
  }

  /// Suspends until every held item has been sent.
  @usableFromInline func drained() async throws {
    while true {
      let arrived = spin.arrived
      let (isDrained, failure) = state.withLock { ($0.isDrained, $0.failure) }
      if let failure { throw failure }
      if isDrained { return }
      if connection.clock.manualClock == nil, spin.spin(beyond: arrived) { continue }
      await withTaskCancellationHandler {
        await SuspendedTask.suspend { task in
          let isReady = state.withLock { state in
            if state.isDrained { return true }
            state.waiter = task
            return false
          }
          if isReady { task.resume() }
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
    // The producer receives the error.
    _ = try? flush(from: step)
    spin.arrive()
  }

  /// Drops the held items and releases the producer.
  func close() {
    end(nil)
  }

  private func end(_ failure: BridgeError?) {
    let (waiter, held) = state.withLock { state in
      state.isClosed = true
      if state.failure == nil { state.failure = failure }
      defer { state.held.removeAll() }
      return (state.takeWaiter(), state.held)
    }
    for item in held { connection.heldItems.giveBack(item.weight) }
    waiter?.resume()
    spin.arrive()
  }

  /// Sends held items while there is credit; false while items are held, or another thread sends.
  ///
  /// The producer and the consumer both call this, on different threads. Only one of them sends at a time, because two
  /// items could otherwise overtake each other between the lock and the transport; the other leaves its work to the
  /// sending one.
  private func flush(from first: Step?) throws(BridgeError) -> Bool {
    var step = first
    var failure: BridgeError?
    while case .send(let item, let wasHeld)? = step {
      if wasHeld { connection.heldItems.giveBack(item.weight) }
      if let error = connection.carry(item, of: id) {
        failure = error
        end(error)
      }
      step = state.withLock { $0.nextStep() }
    }
    if let failure {
      connection.failStream(id, failure)
      throw failure
    }
    guard case .finish(let waiter, let isDrained)? = step else { return false }
    waiter?.resume()
    return isDrained
  }
}
