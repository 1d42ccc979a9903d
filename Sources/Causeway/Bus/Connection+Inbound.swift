import CausewayConcurrency
import Synchronization

/// The handlers that a connection has found by the names that the other side calls.
///
/// Only those: of names that nobody may call the other side can make up as many as it likes, of any length.
struct RouteCache {
  private static let limit = 4096
  private var named: [String: Handler] = [:]
  private var numbered: [Handler?] = []
  private var generation = -1

  /// How many handlers are remembered by their names.
  var count: Int { named.count }

  /// Whether the handlers have changed since.
  func isOutdated(at generation: Int) -> Bool { generation != self.generation }

  /// Forgets all, and returns what it held: that is to go after the lock is left.
  mutating func renew(for generation: Int) -> RouteCache {
    var new = RouteCache()
    new.generation = generation
    return exchange(&self, with: new)
  }

  /// The handler of a method, nil if there is none to call.
  mutating func handler(_ request: CallRequest, find: () -> Handler?) -> Handler? {
    guard let number = request.methodNumber, number < RouteCache.limit else {
      return handler(request.method, find: find)
    }
    if number < numbered.count, let handler = numbered[number] { return handler }
    guard let handler = find() else { return nil }
    if numbered.count <= number { numbered += Array(repeating: nil, count: number + 1 - numbered.count) }
    numbered[number] = handler
    return handler
  }

  private mutating func handler(_ name: String, find: () -> Handler?) -> Handler? {
    if let handler = named[name] { return handler }
    let handler = find()
    if let handler, named.count < RouteCache.limit { named[name] = handler }
    return handler
  }
}

/// Calls from the other side.
extension Connection {
  /// Takes a call: its answer if it has ended by now, nil if that will be sent.
  public func answer(_ request: CallRequest) -> Result<Payload, BridgeError>? {
    countCall()
    guard epoch.load(ordering: .acquiring) >= 0 else {
      countLate()
      return nil
    }
    if request.method.utf8.first == UInt8(ascii: "$"), let answer = answerReserved(request) { return answer }
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
        let sentence = "\(method) is a stream, which one callback cannot take: iterate it with for await."
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

  /// Takes a call of a handler that this connection may use.
  private func answer(
    _ request: CallRequest, by handler: Handler, sink: (any AnswerSink)? = nil
  ) -> Result<Payload, BridgeError>? {
    let epoch = epoch.load(ordering: .acquiring)
    guard epoch >= 0 else {
      countLate()
      return nil
    }
    if let error = refusal(of: request, by: handler) { return .failure(error.of(request.method)) }
    if case .direct(let body) = handler.work, bridge.callsDirectly {
      // It has ended when this returns, so nothing is listed.
      do {
        let result = try TraceMetadata.with(request.metadata) { try body(request.params, limits) }
        return isCurrent(epoch) ? .success(result) : nil
      } catch {
        return isCurrent(epoch)
          ? .failure(crossing(BridgeError(error).of(request.method))) : nil
      }
    }
    let weight = request.weight + (sink?.weight ?? 0)
    guard received.take(weight) else { return .failure(overweight(request)) }
    running.add(1, ordering: .relaxed)
    return begin(request, handler, weight: weight, epoch: epoch, sink: sink)
  }

  /// Why a call is not begun; nil if nothing is against it.
  @inline(__always)
  private func refusal(of request: CallRequest, by handler: Handler) -> BridgeError? {
    // A deadline that has come before the call began: it need not begin.
    if case .after(let duration) = request.timeout, duration <= .zero {
      return BridgeError(.deadlineExceeded, "\(request.method) was given no time.")
    }
    if !request.metadata.isEmpty, let error = TraceMetadata.excess(request.metadata, limits) { return error }
    let asStream = request.credit != nil
    if asStream != handler.isStream, let error = handler.refusal(asStream: asStream) { return error }
    if let credit = request.credit, credit > limits.streamBuffer {
      return .exhausted("streamBuffer", maximum: limits.streamBuffer, "A buffer of \(credit) items")
    }
    guard running.load(ordering: .relaxed) < limits.callsInFlight else {
      return .exhausted("callsInFlight", maximum: limits.callsInFlight, "One more call")
    }
    if request.params.hasWeight, !received.hasRoom(for: request.params.weight) { return overweight(request) }
    return nil
  }

  private func overweight(_ request: CallRequest) -> BridgeError {
    received.refusal(of: "A call of \(request.weight) bytes").of(request.method)
  }

  /// How long a call may take that does not say so itself.
  private func standardTimeout(_ handler: Handler) -> Timeout {
    // A stream goes on until its consumer has enough: only a deadline of its own ends it.
    if handler.isStream { return handler.timeout }
    return handler.timeout == .standard ? bridge.timeout : handler.timeout
  }

  private func begin(
    _ request: CallRequest, _ handler: Handler, weight: Int, epoch: Int, sink: (any AnswerSink)?
  ) -> Result<Payload, BridgeError>? {
    let policy: StreamPolicy? = if case .stream(_, let policy) = handler.work { policy } else { nil }
    let call = CallContext(
      request, weight: weight, connection: self, standardTimeout: standardTimeout(handler), epoch: epoch,
      policy: policy, sink: sink)
    if bridge.callsDirectly {
      switch handler.work {
      case .directInContext(let body):
        settle(call, request, by: body)
        return call.takeHeldAnswer()
      case .replying(let body):
        reply(request, by: body, call)
        return call.isSettled ? call.takeHeldAnswer() : list(call, handledBy: nil)
      case .direct, .call, .stream: break
      }
    }
    let task = start(handler, request.params, call)
    // Most handlers have finished by now; only the others need to be found by id.
    return call.isSettled ? call.takeHeldAnswer() : list(call, handledBy: task)
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
      guard case .call(let body) = handler.work, bridge.callsDirectly, call.metadata.isEmpty else { fallthrough }
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

  /// Calls a handler that does not suspend.
  private func settle(_ call: CallContext, _ request: CallRequest, by body: Handler.DirectInContext) {
    let result = Result { try TraceMetadata.with(request.metadata) { try body(request.params, call) } }
    call.settle(result.mapError { BridgeError($0) })
  }

  /// Calls a handler that answers by a callback.
  private func reply(_ request: CallRequest, by body: Handler.Replying, _ call: CallContext) {
    CallContext.$current.withValue(call) {
      TraceMetadata.with(request.metadata) {
        do {
          try body(request.params, call) { call.settle($0.mapError { BridgeError($0) }) }
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
    var outdated: RouteCache?
    let handler = routes.withLock { cache in
      let generation = bridge.registry.generation
      if cache.isOutdated(at: generation) { outdated = cache.renew(for: generation) }
      return cache.handler(request) {
        let name = request.method
        guard name.utf8.count <= limits.nameLength, let handler = bridge.registry.handler(name),
          permissions.allows(handler.permission)
        else { return nil }
        return bridge.registry.translating(handler)
      }
    }
    // Handlers that nobody else holds go here, with what they held.
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
      return .exhausted("nameLength", maximum: limits.nameLength, "A method's name of \(name.utf8.count) characters")
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

  // MARK: The bridge's own methods

  /// Answers a method whose name begins with `$/`; nil when it is none of the bridge's.
  private func answerReserved(_ request: CallRequest) -> Result<Payload, BridgeError>? {
    switch request.method {
    case "$/subscribe": subscribe(request.params)
    case "$/unsubscribe": unsubscribe(request.params)
    case "$/methods":
      Result { () throws(BridgeError) in
        try Payload(encoding: bridge.registry.names(allowed: permissions), limits: limits)
      }
    case "$/contract": answerContract(request.params)
    default: nil
    }
  }

  private struct Subscription: Decodable { let event: String }

  private func subscribe(_ params: Payload) -> Result<Payload, BridgeError> {
    Result { () throws(BridgeError) in
      let event = try params.decode(Subscription.self, limits: limits).event
      guard event.utf8.count <= limits.nameLength else {
        throw .exhausted("nameLength", maximum: limits.nameLength, "An event's name of \(event.utf8.count) characters")
      }
      let permission = bridge.plugins.permission(ofEvent: event)
      guard permissions.allows(permission) else { throw permissions.refusal(of: event, permission: permission) }
      let isWithin = subscriptions.withLock { events in
        guard events.count < limits.subscriptions || events.contains(event) else { return false }
        events.insert(event)
        return true
      }
      if isWithin { beginEventTask(event) }
      guard isWithin else {
        throw .exhausted("subscriptions", maximum: limits.subscriptions, "One more subscription")
      }
      return .undefined
    }
  }

  private func unsubscribe(_ params: Payload) -> Result<Payload, BridgeError> {
    Result { () throws(BridgeError) in
      let event = try params.decode(Subscription.self, limits: limits).event
      _ = subscriptions.withLock { $0.remove(event) }
      endEventTask(event)
      return .undefined
    }
  }

  // MARK: Events

  /// Sends an event to the other side, if it listens.
  public func emit(_ event: String, _ value: some Encodable & Sendable) throws(BridgeError) {
    guard subscriptions.withLock({ $0.contains(event) }) else { return }
    send(.event(event, try Payload(encoding: value, root: event, limits: limits)))
  }
}
