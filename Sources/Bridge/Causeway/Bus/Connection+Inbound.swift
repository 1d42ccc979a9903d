import CausewayConcurrency
import Synchronization

/// Calls from the other side.
extension Connection {
  /// Receives a call; returns its answer if it has ended already, nil if the answer will be sent.
  public func answer(_ request: CallRequest) -> Result<Payload, BridgeError>? {
    countCall()
    guard epoch.load(ordering: .acquiring) >= 0 else {
      countLate()
      return nil
    }
    if mayContainFunctions(request.params) { return answer(receivingFunctionsOf: request) }
    return answerPlain(request)
  }

  /// Gives numbers to the functions in an answer that the receiver of the call returns.
  @inline(never)
  func lending(_ payload: Payload, ofAnswerTo method: String) -> Result<Payload, BridgeError> {
    Result { () throws(BridgeError) in
      do throws(BridgeError) {
        return try lending(payload, as: "\(method)#result").payload
      } catch {
        throw error.of(method)
      }
    }
  }

  /// Receives a call whose parameters may contain functions.
  @inline(never)
  private func answer(receivingFunctionsOf request: CallRequest) -> Result<Payload, BridgeError>? {
    var received = request
    do throws(BridgeError) {
      received.params = try receivingFunctions(
        request.params, of: BridgeError.short(request.method, most: limits.nameLength) + "#")
    } catch {
      return .failure(error)
    }
    return answerPlain(received)
  }

  @inline(__always)
  private func answerPlain(_ request: CallRequest) -> Result<Payload, BridgeError>? {
    if request.method.utf8.first == UInt8(ascii: "$") {
      if let answer = answerReserved(request) { return answer }
      if let called = called(by: request) {
        switch called {
        case .success((let request, let handler)): return answer(request, by: handler)
        case .failure(let error): return .failure(error)
        }
      }
    }
    guard let handler = handler(of: request) else { return .failure(refusal(ofCall: request.method)) }
    if let translation = handler.translation { return answer(request, by: handler, read: translation) }
    return answer(request, by: handler)
  }

  /// Takes a call that may stand for another one, which is checked as any other.
  private func answer(
    _ request: CallRequest, by handler: Handler, read translation: RequestTranslation
  ) -> Result<Payload, BridgeError>? {
    guard let meaning = translation.read(request.params, self) else { return answer(request, by: handler) }
    let sink = meaning.sink
    let answer: Result<Payload, BridgeError>?
    do throws(BridgeError) {
      let (method, params) = try meaning.call.get()
      var meant = request
      meant.params = params
      var target = handler
      if method != handler.name {
        meant.method = method
        meant.methodNumber = nil
        guard let other = self.handler(of: meant) else { throw refusal(ofCall: method) }
        target = other
      }
      if target.isStream, sink != nil {
        let sentence = "\(method) is a stream, which a callback cannot receive: iterate it with for await."
        throw BridgeError(.invalidArgument, sentence).of(method)
      }
      answer = self.answer(meant, by: target, sink: sink)
    } catch {
      answer = .failure(error.of(request.method))
    }
    guard let sink, let answer else { return answer }
    sink.take(answer, to: request.id, of: request.method, on: self)
    return nil
  }

  /// Runs a handler that this connection may call.
  private func answer(
    _ request: CallRequest, by handler: Handler, sink: (any AnswerSink)? = nil
  ) -> Result<Payload, BridgeError>? {
    let epoch = epoch.load(ordering: .acquiring)
    guard epoch >= 0 else {
      countLate()
      return nil
    }
    if let error = refusal(of: request, by: handler) { return .failure(error.of(request.method)) }
    if case .direct(let body) = handler.work, bridge.callsDirectly, !request.params.hasReferences {
      // The call has ended when this returns, so it needs no context and is not listed.
      do {
        let result = try TraceMetadata.with(request.metadata) { try body(request.params, limits) }
        guard isCurrent(epoch) else { return nil }
        // A sink takes values, which functions are not.
        let lends = result.hasSentReferences && sink == nil
        return lends ? lending(result, ofAnswerTo: request.method) : .success(result)
      } catch {
        return isCurrent(epoch) ? .failure(crossing(BridgeError(error).of(request.method))) : nil
      }
    }
    return begin(request, handler, epoch: epoch, sink: sink)
  }

  /// Begins a call that may outlast this function; its answer if it has ended already.
  ///
  /// A function of its own, so that calls that end at once do not save the registers that only this one needs.
  @inline(never)
  private func begin(
    _ request: CallRequest, _ handler: Handler, epoch: Int, sink: (any AnswerSink)?
  ) -> Result<Payload, BridgeError>? {
    let weight = request.weight + (sink?.weight ?? 0)
    guard received.take(weight) else { return .failure(overweight(request)) }
    running.add(1, ordering: .relaxed)
    let call = CallContext(
      request, by: handler, weight: weight, connection: self, epoch: epoch, sink: sink,
      observation: observe(request, isOutgoing: false))
    let task: Task<Void, Never>?
    let mayRunHere = !bridge.hasMiddleware
    switch handler.work {
    case .direct(let body) where mayRunHere:
      let result = Result { try TraceMetadata.with(request.metadata) { try body(request.params, limits) } }
      call.settle(result.mapError { BridgeError($0) })
      task = nil
    case .directInContext(let body) where mayRunHere:
      let result = Result { try TraceMetadata.with(request.metadata) { try body(request.params, call) } }
      call.settle(result.mapError { BridgeError($0) })
      task = nil
    case .replying(let body) where mayRunHere:
      start(body, request.params, call)
      task = nil
    case .direct, .directInContext, .replying, .call, .stream, .forward:
      task = RealTime.withClock(clock.manualClock) { start(handler, request.params, call) }
    }
    // Most handlers have finished by now; only the others need to be found by id.
    return call.isSettled ? call.takeHeldAnswer() : list(call, handledBy: task)
  }

  /// Why a call is not begun; nil if nothing is against it.
  @inline(__always)
  private func refusal(of request: CallRequest, by handler: Handler) -> BridgeError? {
    // A deadline that has come before the call began: it need not begin.
    if case .after(let duration) = request.timeout, duration <= .zero {
      return BridgeError(.deadlineExceeded, "\(request.method) was called with no time left.")
    }
    if !request.metadata.isEmpty, let error = TraceMetadata.excess(request.metadata, limits) { return error }
    let asStream = request.credit != nil
    if asStream != handler.isStream, let error = handler.refusal(asStream: asStream) { return error }
    if request.isSynchronous, !handler.isSynchronous {
      return BridgeError(.failedPrecondition, "\(request.method) is asynchronous: await bridge.call instead.")
    }
    if let credit = request.credit, credit > limits.streamBuffer {
      return .exhausted("streamBuffer", maximum: limits.streamBuffer, "A buffer of \(credit) items")
    }
    if request.params.hasReferences, let functions = request.params.references, let types = handler.types,
      types.params == nil
    {
      // A handler without parameters reads none.
      do throws(BridgeError) { try functions.requireAllRead(root: "params") } catch { return error }
    }
    guard running.load(ordering: .relaxed) + abandoned.count < limits.callsInFlight else {
      return .exhausted("callsInFlight", maximum: limits.callsInFlight, "The number of calls in flight")
    }
    if request.params.hasWeight, !received.hasRoom(for: request.params.weight) { return overweight(request) }
    return nil
  }

  private func overweight(_ request: CallRequest) -> BridgeError {
    received.refusal(of: "A call of \(request.weight) bytes").of(request.method)
  }

  /// Starts the task of a handler.
  ///
  /// Most are of the first case, which has no function between the task and the handler: at each, the executor would be
  /// looked up under a lock. The closures look alike on purpose: one that were shared, and passed on, would be wrapped
  /// twice, which takes 1,300 instructions a call. A preference for no executor would be kept all the same, and looked up
  /// at each step of the task; immediate tasks always have one.
  private func start(_ handler: Handler, _ params: Payload, _ call: CallContext) -> Task<Void, Never> {
    let executor = bridge.handlerExecutor
    switch (handler.execution, executor) {
    case (.immediate, _):
      guard case .call(let body) = handler.work, !bridge.hasMiddleware, call.metadata.isEmpty else { fallthrough }
      return Task.immediate(executorPreference: executor) {
        await CallContext.$current.withValue(call) {
          do { call.settle(.success(try await body(params, call))) } catch { call.settle(.failure(BridgeError(error))) }
        }
      }
    case (.serial, _):
      return Task.immediate(executorPreference: executor) { [bridge] in await bridge.perform(handler, params, call) }
    case (.concurrent, nil):
      return Task { [bridge] in await bridge.perform(handler, params, call) }
    case (.concurrent, _):
      return Task(executorPreference: executor) { [bridge] in await bridge.perform(handler, params, call) }
    }
  }

  /// Calls a handler that answers by a callback.
  private func start(_ body: Handler.Replying, _ params: Payload, _ call: CallContext) {
    CallContext.$current.withValue(call) {
      TraceMetadata.with(call.metadata) {
        do {
          try body(params, call) { call.settle($0.mapError { BridgeError($0) }) }
        } catch {
          call.settle(.failure(BridgeError(error)))
        }
      }
    }
  }

  /// Lists a call that has been begun; its answer if it has ended meanwhile.
  private func list(_ call: CallContext, handledBy task: Task<Void, Never>?) -> Result<Payload, BridgeError>? {
    let due = call.deadline
    let admission = ledger.withLock { $0.list(call, due: due) }
    if let task { call.handled(by: task) }
    switch admission {
    case .listed(let moment):
      if let moment { wake(by: moment) }
      return nil
    case .ended:
      call.abandon()
      return call.takeHeldAnswer()
    case .duplicate:
      // Two calls of one id: the answer of the first would be taken for the second's. The second goes unanswered.
      call.abandon()
      countLate()
      return nil
    }
  }

  /// Takes an ended call out of the book.
  func ended(_ call: CallContext, wasListed: Bool) {
    running.subtract(1, ordering: .relaxed)
    guard wasListed else { return }
    ledger.withLock { $0.unlist(call) }
    forgetDeadlines()
  }

  // MARK: Names

  /// The handler of a method, if there is one that this connection may use.
  func handler(of request: CallRequest) -> Handler? {
    // The time to hash a name grows with the square of the number of its combining characters.
    guard request.method.utf8.count <= limits.nameLength else { return nil }
    var outdated: RouteCache?
    let handler = routes.withLock { cache in
      let generation = bridge.registry.generation
      if cache.isOutdated(at: generation) { outdated = cache.renew(for: generation) }
      return cache.handler(request) {
        let name = request.method
        guard let handler = bridge.registry.handler(name), permissions.allows(handler.permission) else { return nil }
        return bridge.registry.translating(handler)
      }
    }
    // Handlers without another reference are released here, with their values.
    return withExtendedLifetime(outdated) { handler }
  }

  /// Why a call of a name is refused: an error of that call.
  private func refusal(ofCall method: String) -> BridgeError {
    // A name without end is not to come back with its refusal.
    refusal(method).of(BridgeError.short(method, most: limits.nameLength))
  }

  /// Why there is no handler of a name that this connection may use.
  func refusal(_ name: String) -> BridgeError {
    if name.utf8.count > limits.nameLength {
      return .exhausted("nameLength", maximum: limits.nameLength, "A method name of \(name.utf8.count) characters")
    }
    if let handler = bridge.registry.handler(name) {
      return permissions.refusal(of: name, permission: handler.permission)
    }
    // No permission allows a name with an empty part, and no method has one.
    let isName = !name.split(separator: ".", omittingEmptySubsequences: false).contains("")
    if isName, !permissions.allows(name) {
      // A name that is nearly an allowed one was mistyped rather than refused.
      let unknown = bridge.registry.unknown(name, allowed: permissions)
      return unknown.data != nil ? unknown : permissions.refusal(of: name)
    }
    return bridge.registry.unknown(name, allowed: permissions)
  }
}
