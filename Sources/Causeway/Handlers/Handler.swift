import Synchronization

/// Where and how a handler's work runs.
public enum HandlerExecution: Sendable {
  /// Begins at once on the connection's own thread and moves to Swift's pool where it first suspends, or to the bridge's
  /// ``Bridge/Configuration/handlerExecutor``.
  ///
  /// The fastest: a handler that never suspends answers before the call returns to JavaScript. Work that takes long
  /// without suspending holds up the JavaScript that called: give it `concurrent`.
  case immediate
  /// Runs there from the beginning, beside other calls.
  case concurrent
  /// Runs there, one call of this handler after the other, in the order of their arrival.
  case serial
}

/// A registered handler with its types erased.
@usableFromInline final class Handler: Sendable {
  /// Non-sending, all the way to the user's closure: each function that were not would look for its executor first.
  @usableFromInline typealias Call = nonisolated(nonsending) @Sendable (Payload, CallContext) async throws -> Payload
  typealias Stream = @Sendable (Payload, CallContext, StreamSender) async throws -> Void

  @usableFromInline typealias Replying =
    @Sendable (Payload, CallContext, @escaping @Sendable (Result<Payload, any Error>) -> Void) throws -> Void
  @usableFromInline typealias Direct = @Sendable (Payload, Limits) throws -> Payload
  @usableFromInline typealias DirectInContext = @Sendable (Payload, CallContext) throws -> Payload

  enum Work: Sendable {
    /// A synchronous closure, which needs no task; most do not look at their context, so none is made for them.
    case direct(Direct)
    case directInContext(DirectInContext)
    /// A closure that answers later by a callback, which needs no task either.
    case replying(Replying)
    case call(Call)
    case stream(Stream, StreamPolicy)
    /// Stands for a call of another handler.
    case adapter(MessageAdapter)
  }

  let name: String
  let work: Work
  let execution: HandlerExecution
  let timeout: Timeout
  /// The name that a connection must be allowed to call it.
  let permission: String
  /// The types that it takes and gives, for descriptions; nil where a plugin tells more.
  let types: HandlerTypes?
  let gate: SerialGate?
  /// Whether it answers with items.
  let isStream: Bool

  init(
    name: String, work: Work, execution: HandlerExecution, timeout: Timeout, permission: String? = nil,
    types: HandlerTypes? = nil
  ) {
    self.name = name
    self.permission = permission ?? name
    self.types = types
    self.work = work
    self.execution = execution
    self.timeout = timeout
    gate = if case .serial = execution { SerialGate() } else { nil }
    isStream = if case .stream = work { true } else { false }
  }

  /// Why it cannot be asked for items, or for one answer; nil if it can.
  ///
  /// Who asks for one answer would wait for the end of a stream whose items nobody takes, and who asks for items would
  /// lose the answer.
  func refusal(asStream: Bool) -> BridgeError? {
    if case .adapter = work { return nil }  // What it stands for is asked again.
    let mistake = isStream ? "is a stream: use stream." : "is no stream: use call."
    return asStream == isStream ? nil : BridgeError(.failedPrecondition, "\(name) \(mistake)")
  }
}

/// What a handler takes and gives; nil for nothing.
@usableFromInline struct HandlerTypes: Sendable {
  let params: Any.Type?
  let result: Any.Type?

  @usableFromInline init(_ params: Any.Type?, _ result: Any.Type?) {
    self.params = params
    self.result = result
  }
}

/// Lets one task through at a time, in the order in which they came.
final class SerialGate: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    var lastNumber = 0
  }

  private let state = Mutex(State())

  /// Waits for the task's turn; false, and nothing is to be left, when the task is cancelled first.
  func enter() async -> Bool {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if Task.isCancelled { return false }
          if !state.isTaken {
            state.isTaken = true
            return true
          }
          state.waiting.append((number, continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: false)
    }
  }

  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      if state.waiting.isEmpty {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume(returning: true)
  }
}
