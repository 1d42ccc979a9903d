import CausewayConcurrency
import DequeModule
import Synchronization

/// The items that a handler in JavaScript yields, as an asynchronous sequence.
///
/// The call starts at the first `next()`; each iterator makes its own call.
public struct BridgeStream<Element: Decodable & Sendable>: AsyncSequence, Sendable {
  /// A `BridgeError` ends the sequence.
  public typealias Failure = any Error

  /// What the call needs of the other side.
  struct Source: Sendable {
    let connection: Connection
    let params: Payload
    /// The object whose method yields the items.
    var object: (reference: ImportedReference, method: String)?
  }

  /// Why there can be no call is thrown by the first `next()`.
  let source: Result<Source, BridgeError>
  /// The name in errors and for observers.
  let method: String
  let timeout: Timeout
  let buffer: Int

  /// Creates an iterator, which makes a new call.
  public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

  /// Iterates over the items.
  ///
  /// Releasing it, or cancelling the waiting task, stops the producer.
  public struct Iterator: AsyncIteratorProtocol {
    private let stream: BridgeStream
    private var incoming: StreamOwner?

    init(stream: BridgeStream) { self.stream = stream }

    /// The next item; nil after the last.
    public mutating func next() async throws -> Element? {
      if incoming == nil { incoming = try open() }
      guard let incoming = incoming?.stream, let item = try await incoming.next() else { return nil }
      do throws(BridgeError) {
        return try item.decode(Element.self, root: "item", limits: incoming.limits)
      } catch {
        throw error.of(stream.method)
      }
    }

    private func open() throws(BridgeError) -> StreamOwner {
      let source = try stream.source.get()
      let incoming = IncomingStream(
        connection: source.connection, window: stream.buffer, of: source.object?.reference)
      try source.connection.openStream(
        stream.method, source.params, timeout: stream.timeout, stream: incoming,
        route: source.object.map { $0.reference.route($0.method) })
      return StreamOwner(incoming)
    }
  }
}

/// The consuming end of one stream: stores the items that have arrived, and requests more as they are consumed.
final class IncomingStream: Sendable {
  private struct State {
    var id: CallID?
    var items: Deque<Payload> = []
    var taken = 0
    var end: Result<Void, BridgeError>?
    var waiter: SuspendedTask?
    /// Nobody takes items any more.
    var isDropped = false

    mutating func takeWaiter() -> SuspendedTask? {
      defer { waiter = nil }
      return waiter
    }
  }

  /// How many items may be on their way or waiting.
  let window: Int
  private let connection: Connection
  /// The object whose method yields the items.
  private let object: ImportedReference?
  private let spin = AdaptiveSpin()
  private let state = Mutex(State())

  init(connection: Connection, window: Int, of object: ImportedReference? = nil) {
    self.connection = connection
    self.window = window
    self.object = object
  }

  /// What `causeway top` shows of the stream.
  var activity: BridgeActivity.Stream {
    state.withLock { state in
      .init(credit: max(0, window - state.items.count - state.taken), waiting: state.items.count)
    }
  }

  var limits: Limits { connection.limits }

  /// Takes the id of its call, which is about to begin.
  ///
  /// - Throws: why the object can no longer be called.
  func open(_ id: CallID) throws(BridgeError) {
    try object?.begin(id)
    state.withLock { $0.id = id }
  }

  /// Takes an item in; why the stream is to end, when more came than were asked for or than the connection may hold.
  func push(_ item: Payload) -> BridgeError? {
    guard connection.received.take(item.weight) else {
      return connection.received.refusal(of: "An item of \(item.weight) bytes")
    }
    let (isWithin, isTaken, waiter) = state.withLock { state in
      let isWithin = state.items.count < window
      guard isWithin, !state.isDropped else { return (isWithin, false, nil as SuspendedTask?) }
      state.items.append(item)
      return (true, true, state.takeWaiter())
    }
    if !isTaken { connection.received.giveBack(item.weight) }
    waiter?.resume()
    spin.arrive()
    return isWithin ? nil : .exhausted("streamBuffer", maximum: window, "A stream item that was not requested")
  }

  func finish(_ end: Result<Void, BridgeError>) {
    let (id, waiter) = state.withLock { state in
      if state.end == nil { state.end = end }
      return (state.id, state.takeWaiter())
    }
    if let object, let id { object.ended(id) }
    waiter?.resume()
    spin.arrive()
  }

  /// Drops the items that no reader will take any more.
  func drop() {
    let items = state.withLock { state in
      state.isDropped = true
      defer { state.items = [] }
      return state.items
    }
    for item in items { connection.received.giveBack(item.weight) }
    cancel()
  }

  func next() async throws -> Payload? {
    while true {
      enum Step {
        case item(Payload, credit: Int, CallID?)
        case end(Result<Void, BridgeError>)
        case wait
      }
      let arrived = spin.arrived
      let step: Step = state.withLock { state in
        if let item = state.items.popFirst() {
          state.taken += 1
          // Asking again for half the window at a time keeps the producer busy at half the messages.
          guard state.taken * 2 >= window, state.end == nil else { return .item(item, credit: 0, nil) }
          defer { state.taken = 0 }
          return .item(item, credit: state.taken, state.id)
        }
        return state.end.map { .end($0) } ?? .wait
      }
      switch step {
      case .item(let item, let credit, let id):
        connection.received.giveBack(item.weight)
        if credit > 0, let id { connection.send(.credit(id, credit)) }
        return item
      case .end(let result):
        try result.get()
        return nil
      case .wait:
        if connection.clock.manualClock == nil, spin.spin(beyond: arrived) { continue }
        await withTaskCancellationHandler {
          await SuspendedTask.suspend { task in
            let isReady = state.withLock { state in
              if !state.items.isEmpty || state.end != nil { return true }
              state.waiter = task
              return false
            }
            if isReady { task.resume() }
          }
        } onCancel: {
          cancel()
        }
      }
    }
  }

  func cancel() {
    if let id = state.withLock({ $0.id }) {
      connection.cancel(id, BridgeError(.cancelled, "The task that consumed the stream was cancelled."))
    }
  }
}

/// Owned by an iterator: when it goes, so does the stream.
final class StreamOwner: Sendable {
  let stream: IncomingStream
  init(_ stream: IncomingStream) { self.stream = stream }
  deinit { stream.drop() }
}
