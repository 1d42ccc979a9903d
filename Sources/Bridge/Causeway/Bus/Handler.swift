import CausewayConcurrency
import Synchronization

/// The way a handler's work is scheduled.
public enum HandlerExecution: Sendable {
  /// Begins at once on the connection's own thread and moves to Swift's pool at its first suspension, or to the
  /// bridge's ``Bridge/Configuration/handlerExecutor``.
  ///
  /// This is the fastest: a handler that never suspends answers before the call returns to JavaScript. Long work
  /// without a suspension blocks the calling JavaScript: use `concurrent` for it.
  case immediate
  /// Runs in that pool or on that executor from the beginning, concurrently with other calls.
  case concurrent
  /// Runs in that pool or on that executor, one call of this handler at a time, in order of arrival.
  case serial
}

/// A registered handler with its types erased.
@usableFromInline final class Handler: Sendable {
  /// Non-sending, all the way to the user's closure: each function that were not would look for its executor first.
  @usableFromInline typealias Call = nonisolated(nonsending) @Sendable (Payload, CallContext) async throws -> Payload
  @usableFromInline typealias Stream = @Sendable (Payload, CallContext, StreamSender) async throws -> Void

  @usableFromInline typealias Replying =
    @Sendable (Payload, CallContext, @escaping @Sendable (Result<Payload, any Error>) -> Void) throws -> Void
  @usableFromInline typealias Direct = @Sendable (Payload, Limits) throws -> Payload
  @usableFromInline typealias DirectInContext = @Sendable (Payload, CallContext) throws -> Payload

  enum Work: Sendable {
    /// A synchronous closure, which needs no task; most do not use their context, so none is created for them.
    case direct(Direct)
    case directInContext(DirectInContext)
    /// A closure that answers later with a callback, which needs no task either.
    case replying(Replying)
    case call(Call)
    case stream(Stream, StreamPolicy)
    /// A handler of another peer; only that peer knows whether it is a stream.
    case forward(Call, Stream)
  }

  let name: String
  let work: Work
  let execution: HandlerExecution
  let timeout: Timeout
  /// The name that a connection must be allowed to call it.
  let permission: String
  /// Its parameter and result types, for descriptions; nil if a plugin describes more.
  let types: HandlerTypes?
  let gate: AsyncMutex?
  /// Whether it answers with items.
  let isStream: Bool
  /// Whether it is a synchronous closure.
  ///
  /// Another one answers at once by chance only.
  var isSynchronous: Bool {
    switch work {
    case .direct, .directInContext: true
    case .replying, .call, .stream, .forward: false
    }
  }
  /// Reads each call before it is handled; nil for none.
  let translation: RequestTranslation?

  init(
    name: String, work: Work, execution: HandlerExecution, timeout: Timeout, permission: String? = nil,
    types: HandlerTypes? = nil, translation: RequestTranslation? = nil
  ) {
    self.translation = translation
    self.name = name
    self.permission = permission ?? name
    self.types = types
    self.work = work
    self.execution = execution
    self.timeout = timeout
    gate = if case .serial = execution { AsyncMutex() } else { nil }
    isStream = if case .stream = work { true } else { false }
  }

  /// The same handler, whose calls are read by `translation` before its own.
  init(_ handler: Handler, translation: RequestTranslation) {
    name = handler.name
    work = handler.work
    execution = handler.execution
    timeout = handler.timeout
    permission = handler.permission
    types = handler.types
    gate = handler.gate
    isStream = handler.isStream
    self.translation =
      handler.translation.map { own in
        RequestTranslation { translation.read($0, $1) ?? own.read($0, $1) }
      } ?? translation
  }

  /// How the items of a call that asks for items, or for one answer, are sent; nil for a call without items.
  func streamPolicy(asStream: Bool) -> StreamPolicy? {
    switch work {
    case .stream(_, let policy): policy
    case .forward: asStream ? .wait : nil
    case .direct, .directInContext, .replying, .call: nil
    }
  }

  /// The error if the handler cannot be called as a stream, or for one answer; nil if it can.
  ///
  /// A caller of `call` would wait for the end of a stream whose items are never consumed, and a caller of `stream`
  /// would lose the answer.
  func refusal(asStream: Bool) -> BridgeError? {
    if case .forward = work { return nil }
    let mistake = isStream ? "is a stream: use stream." : "is not a stream: use call."
    return asStream == isStream ? nil : BridgeError(.failedPrecondition, "\(name) \(mistake)")
  }
}

/// The parameter and result types of a handler; nil for none.
@usableFromInline struct HandlerTypes: Sendable {
  let params: Any.Type?
  let result: Any.Type?

  @usableFromInline init(_ params: Any.Type?, _ result: Any.Type?) {
    self.params = params
    self.result = result
  }
}

/// Lets one task through at a time, in the order in which they came.
final class AsyncMutex: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [Deferred<Bool>] = []
    /// At least as many as those in `waiting` that were cancelled.
    var gone = 0

    /// Clears the queue of those that have gone when they are half of it: of many that are given up together each that
    /// were looked for would take as long as the queue.
    mutating func noteGone() {
      gone += 1
      guard 2 * gone > waiting.count else { return }
      waiting.removeAll { $0.isResolved }
      gone = 0
    }
  }

  private let state = Mutex(State())

  /// Waits for the task's turn; false, and nothing is to be left, when the task is cancelled first.
  func enter() async -> Bool {
    if Task.isCancelled { return false }
    let turn = Deferred<Bool>()
    let isFree = state.withLock { state in
      if state.isTaken { state.waiting.append(turn) }
      defer { state.isTaken = true }
      return !state.isTaken
    }
    if isFree { return true }
    let hasTurn = await turn.value(cancelled: false)
    if !hasTurn { state.withLock { $0.noteGone() } }
    return hasTurn
  }

  func leave() {
    while true {
      let next: Deferred<Bool>? = state.withLock { state in
        state.isTaken = !state.waiting.isEmpty
        return state.isTaken ? state.waiting.removeFirst() : nil
      }
      // One that was cancelled has no use for its turn.
      guard let next, !next.resolve(true) else { return }
    }
  }
}
