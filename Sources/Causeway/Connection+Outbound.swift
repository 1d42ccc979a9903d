import CausewayClock
import DequeModule
import Synchronization

/// Calls to the other side.
extension Connection {
  /// Calls a handler of the other side and awaits its result.
  ///
  /// The call ends no later than the call that the current task handles, if it handles one. Cancelling the task aborts
  /// the handler's signal.
  ///
  /// - Throws: `BridgeError`: what the handler threw, or why there is no answer.
  public func call<Result: Decodable & Sendable>(
    _ method: String, _ params: some Encodable & Sendable, timeout: Timeout = .standard,
    onProgress: (@Sendable (BridgeValue) -> Void)? = nil, returning type: Result.Type = Result.self
  ) async throws -> Result {
    let params = try Payload(encoding: params, root: "params", limits: limits)
    let limits = limits
    let report: @Sendable (Payload) -> Void = { payload in
      if let onProgress, let value = try? payload.value(limits: limits) { onProgress(value) }
    }
    let answer = try await call(method, params, timeout: timeout, onProgress: report)
    return try answer.decode(type, root: "result", limits: limits)
  }

  /// Calls a handler of the other side and awaits its end; a result is dropped.
  public func call(
    _ method: String, _ params: some Encodable & Sendable, timeout: Timeout = .standard
  ) async throws {
    _ = try await call(method, Payload(encoding: params, root: "params", limits: limits), timeout: timeout)
  }

  /// Calls a global function of the other side's by its name (`onResult`, `app.show`) and awaits what it returns.
  ///
  /// For pages that keep callbacks of their own, as WKWebView code does. The arguments travel as values: no script text
  /// is made of them.
  @discardableResult
  public func invoke(_ function: String, _ arguments: [BridgeValue], timeout: Timeout = .standard) async throws
    -> BridgeValue
  {
    try await call("$/invoke", BridgeValue.array([.string(function), .array(arguments)]), timeout: timeout)
  }

  func call(
    _ method: String, _ params: Payload, timeout: Timeout, onProgress: (@Sendable (Payload) -> Void)? = nil
  ) async throws -> Payload {
    if Task.isCancelled { throw Connection.cancelled(method) }
    let (id, deadline) = try mint(timeout)
    let request = CallRequest(
      id: id, method: method, params: params, timeout: remaining(until: deadline),
      metadata: try TraceMetadata.current(limits))
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        open(request, .single(continuation, onProgress: onProgress), due: deadline)
      }
    } onCancel: {
      cancel(id, Connection.cancelled(method))
    }
  }

  /// Takes the items that a handler of the other side yields.
  ///
  /// The other side makes no more than `buffer` items ahead. Leaving the loop stops it. A `BridgeError` ends the
  /// sequence when the handler throws or the connection ends.
  public func stream<Element: Decodable & Sendable>(
    _ method: String, _ params: some Encodable & Sendable, of type: Element.Type = Element.self,
    timeout: Timeout = .never, buffer: Int = 16
  ) -> BridgeStream<Element> {
    let payload = Swift.Result { () throws(BridgeError) in
      try Payload(encoding: params, root: "params", limits: limits)
    }
    return BridgeStream(
      connection: self, method: method, params: payload, timeout: timeout, buffer: max(1, buffer))
  }

  func openStream(
    _ method: String, _ params: Payload, timeout: Timeout, stream: IncomingStream
  ) throws(BridgeError) -> CallID {
    let (id, deadline) = try mint(timeout)
    open(
      CallRequest(
        id: id, method: method, params: params, timeout: remaining(until: deadline), credit: stream.window,
        metadata: try TraceMetadata.current(limits)),
      .stream(stream), due: deadline)
    return id
  }

  // MARK: The life of a call

  private static func cancelled(_ method: String) -> BridgeError {
    BridgeError(.cancelled, "The task that called was cancelled.", method: method)
  }

  private func mint(_ timeout: Timeout) throws(BridgeError) -> (CallID, Moment) {
    var deadline = due(timeout, standard: bridge.timeout)
    if let outer = CallContext.current, outer.connection.bridge === bridge {
      deadline = min(deadline, outer.deadline)
    }
    let id: Swift.Result<CallID, BridgeError> = ledger.withLock { ledger in
      if let closed = ledger.closed { return .failure(closed) }
      guard ledger.outbound.count < limits.callsInFlight else {
        return .failure(.exhausted("callsInFlight", maximum: limits.callsInFlight, "One more call"))
      }
      return .success(ledger.mintID())
    }
    return (try id.get(), deadline)
  }

  private func remaining(until deadline: Moment) -> Timeout {
    deadline == .never ? .never : .after(max(.zero, clock.now.duration(to: deadline)))
  }

  private func open(_ request: CallRequest, _ reply: OutboundCall.Reply, due: Moment) {
    let call = OutboundCall(method: request.method, reply: reply)
    let closed: BridgeError? = ledger.withLock { ledger in
      if ledger.closed == nil { ledger.open(request.id, call, due: due) }
      return ledger.closed
    }
    if let closed { return call.settle(.failure(closed)) }
    if due != .never { watchDeadlines() }
    if Task.isCancelled {
      return cancel(request.id, Connection.cancelled(request.method))
    }
    do {
      try transport.send(.call(request))
    } catch {
      ledger.withLock { $0.close(request.id) }?.settle(.failure(error))
      forgetDeadlines()
    }
  }

  /// Gives up a call of this side, unless it has ended.
  func cancel(_ id: CallID, _ error: BridgeError) {
    guard let call = ledger.withLock({ $0.close(id) }) else { return }
    forgetDeadlines()
    send(.cancel(id, error.code))
    call.settle(.failure(error))
  }

  func answered(_ id: CallID, _ answer: Swift.Result<Payload, BridgeError>) {
    guard let call = ledger.withLock({ $0.close(id) }) else { return countLate() }
    forgetDeadlines()
    call.settle(answer)
  }

  func progressed(_ id: CallID, _ payload: Payload) {
    guard case .single(_, let onProgress)? = ledger.withLock({ $0.outbound[id]?.reply }) else { return countLate() }
    onProgress?(payload)
  }

  func arrived(_ id: CallID, _ payload: Payload) {
    guard case .stream(let stream)? = ledger.withLock({ $0.outbound[id]?.reply }) else { return countLate() }
    if !stream.push(payload) {
      cancel(id, .exhausted("streamBuffer", maximum: stream.window, "An item that was not asked for"))
    }
  }
}
