import CausewayConcurrency
import DequeModule
import Synchronization

/// Calls to the other side.
extension Connection {
  /// Calls a handler of the other side and awaits its result: see ``BridgeCaller``.
  public func call<Result: Decodable & Sendable>(
    _ method: String, _ params: some Encodable & Sendable = BridgeValue.undefined, timeout: Timeout = .standard,
    onProgress: (@Sendable (BridgeValue) -> Void)? = nil, returning type: Result.Type = Result.self
  ) async throws -> Result {
    let params = try encoded(params, for: method)
    let limits = limits
    var report: (@Sendable (Payload) -> Void)?
    if let onProgress {
      report = { payload in if let value = try? payload.value(limits: limits) { onProgress(value) } }
    }
    let answer = try await call(method, params, timeout: timeout, onProgress: report)
    do throws(BridgeError) {
      return try answer.decode(type, root: "result", limits: limits)
    } catch {
      throw error.of(method)
    }
  }

  /// Calls a handler of the other side, awaits its end and discards its result.
  public func call(
    _ method: String, _ params: some Encodable & Sendable = BridgeValue.undefined, timeout: Timeout = .standard
  ) async throws {
    _ = try await call(method, encoded(params, for: method), timeout: timeout)
  }

  /// Calls a global function of the other side by name (`onResult`, `app.show`) and awaits its result.
  ///
  /// For pages with their own callbacks, such as code written for WKWebView. The arguments cross as values: no script
  /// text is generated from them.
  @discardableResult
  public func invoke(_ function: String, _ arguments: [BridgeValue], timeout: Timeout = .standard) async throws
    -> BridgeValue
  {
    try await call("$/invoke", BridgeValue.array([.string(function), .array(arguments)]), timeout: timeout)
  }

  /// Checks that the other side still answers; does not count as a call in flight.
  package func ask(_ method: String, timeout: Timeout) async throws {
    _ = try await call(method, .undefined, timeout: timeout, isCounted: false)
  }

  func call(
    _ method: String, _ params: Payload, timeout: Timeout, onProgress: (@Sendable (Payload) -> Void)? = nil,
    isCounted: Bool = true, reference: (id: CallID, method: String)? = nil
  ) async throws -> Payload {
    if Task.isCancelled { throw Connection.cancelled(method) }
    let (due, remaining) = term(timeout)
    let id = reference?.id ?? mintID()
    let request = CallRequest(
      id: id, method: reference?.method ?? method, params: params, timeout: remaining,
      metadata: try TraceMetadata.current(limits))
    let arrived = spin.arrived
    return try await withTaskCancellationHandler {
      try await unsafe withUnsafeThrowingContinuation { continuation in
        let isOnly = unsafe open(
          request, .single(continuation, onProgress: onProgress), as: method, due: due, isCounted: isCounted)
        // A handler may run on the thread of the other side, which cannot answer during a spin.
        if isOnly, CallContext.current == nil, clock.manualClock == nil { spin.spin(beyond: arrived) }
      }
    } onCancel: {
      cancel(id, Connection.cancelled(method))
    }
  }

  /// Calls a handler of the other side without a task: for a thread that reads the link itself until it has the answer.
  ///
  /// - Parameter onAnswer: called once, on the thread that receives the answer or ends the connection.
  package func call(
    _ method: String, _ params: some Encodable & Sendable,
    onAnswer: @escaping @Sendable (Swift.Result<Payload, BridgeError>) -> Void
  ) throws(BridgeError) {
    let request = CallRequest(id: mintID(), method: method, params: try encoded(params, for: method), timeout: .never)
    open(request, .function(onAnswer), due: .never)
  }

  /// Returns the items that a handler of the other side yields.
  ///
  /// The other side produces at most `buffer` items ahead. Leaving the loop stops it. A `BridgeError` ends the
  /// sequence when the handler throws or the connection ends.
  public func stream<Element: Decodable & Sendable>(
    _ method: String, _ params: some Encodable & Sendable = BridgeValue.undefined,
    of type: Element.Type = Element.self, timeout: Timeout = .never, buffer: Int = 16
  ) -> BridgeStream<Element> {
    let source = Swift.Result { () throws(BridgeError) in
      BridgeStream<Element>.Source(connection: self, params: try encoded(params, for: method))
    }
    return BridgeStream(source: source, method: method, timeout: timeout, buffer: max(1, buffer))
  }

  /// - Parameter route: the method that is sent, if it is a method of an object.
  func openStream(
    _ method: String, _ params: Payload, timeout: Timeout, stream: IncomingStream, route: String? = nil
  ) throws(BridgeError) {
    let (due, remaining) = term(timeout)
    let id = mintID()
    try stream.open(id)
    open(
      CallRequest(
        id: id, method: route ?? method, params: params, timeout: remaining, credit: stream.window,
        metadata: try TraceMetadata.current(limits)),
      .stream(stream), as: route == nil ? nil : method, due: due)
  }

  func encoded(_ params: some Encodable, for method: String) throws(BridgeError) -> Payload {
    do throws(BridgeError) {
      return try Payload(encoding: params, root: "params", limits: limits)
    } catch {
      throw error.of(method)
    }
  }

  // MARK: The life of a call

  private static func cancelled(_ method: String) -> BridgeError {
    BridgeError(.cancelled, "The calling task was cancelled.", method: method)
  }

  /// When a call that is made now is due, and how long that is: no later than the call that it is made for.
  private func term(_ timeout: Timeout) -> (due: Instant, remaining: Timeout) {
    let own = timeout == .standard ? bridge.timeout : timeout
    let call = CallContext.current
    let outer = if let call, call.connection.bridge === bridge { call.deadline } else { Instant.never }
    if outer == .never {
      guard case .after(let duration) = own else { return (.never, .never) }
      let due = clock.now.advanced(by: duration)
      return (due, due == .never ? .never : .after(max(.zero, duration)))
    }
    let now = clock.now
    let due = if case .after(let duration) = own { min(now.advanced(by: duration), outer) } else { outer }
    return (due, .after(max(.zero, now.duration(to: due))))
  }

  /// Returns whether no other call of this side is open.
  ///
  /// - Parameter name: the method's name in errors and for observers; nil for the one that is sent.
  @discardableResult
  func open(
    _ request: CallRequest, _ reply: OutboundCall.Reply, as name: String? = nil, due: Instant, isCounted: Bool = true,
    isObserved: Bool = true
  ) -> Bool {
    let call = OutboundCall(
      method: name ?? request.method, reply: reply,
      observation: isObserved ? observe(request, isOutgoing: true, as: name, at: tracker?.location()) : nil,
      isCounted: isCounted)
    let opening = ledger.withLock { $0.open(request.id, call, due: due, limit: limits.callsInFlight) }
    guard case .opened(let moment, let isOnly) = opening else {
      if case .refused(let error) = opening { call.settle(.failure(error)) }
      return false
    }
    if let moment { wake(by: moment) }
    if Task.isCancelled {
      cancel(request.id, Connection.cancelled(request.method))
      return false
    }
    do throws(BridgeError) {
      if request.params.hasSentReferences {
        try send(lending: request, as: call.method)
      } else {
        try transport.send(.call(request))
      }
      // If the task was cancelled meanwhile, the other side may have received the cancellation before the call.
      if Task.isCancelled { send(.cancel(request.id, .cancelled)) }
      return isOnly
    } catch {
      ledger.withLock { $0.close(request.id) }?.settle(.failure(error))
      forgetDeadlines()
      return false
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
    let call = ledger.withLock({ $0.close(id) })
    var answer = answer
    // Also if nobody waits for them any more, functions have to be released.
    if case .success(let payload) = answer, mayContainFunctions(payload) {
      answer = Swift.Result { () throws(BridgeError) in
        try receivingFunctions(payload, of: "\(call?.method ?? "")#result")
      }
    }
    guard let call else { return countLate() }
    forgetDeadlines()
    call.settle(answer)
    spin.arrive()
  }

  func progressed(_ id: CallID, _ payload: Payload) {
    guard case .single(_, let onProgress)? = ledger.withLock({ $0.outbound[id]?.reply }) else { return countLate() }
    onProgress?(payload)
  }

  func arrived(_ id: CallID, _ payload: Payload) {
    let call = ledger.withLock { $0.outbound[id] }
    var payload = payload
    if mayContainFunctions(payload) {
      // Also if nobody waits for them any more, functions have to be released.
      do throws(BridgeError) {
        payload = try receivingFunctions(payload, of: "\(call?.method ?? "")[]")
      } catch {
        return cancel(id, error)
      }
    }
    guard case .stream(let stream)? = call?.reply else { return countLate() }
    if let error = stream.push(payload) { cancel(id, error) }
  }
}
