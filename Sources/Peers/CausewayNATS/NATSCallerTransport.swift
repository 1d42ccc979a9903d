#if NATS
import Causeway
import CausewayConcurrency
import Dispatch
import Synchronization

/// The callers' side: each call is a request to a subject, with a reply subject that only its worker learns.
final class NATSCallerTransport: Transport {
  private struct State {
    var receiver: (any TransportReceiver)?
    var calls: [CallID: NATSOutgoingCall] = [:]
    /// The number of cancelled calls that wait until their worker is known.
    var cancelled = 0
    var subscription: NATSSubscription?
    var tokens = NATSTokens()
    var isTicking = false

    mutating func forget(_ id: CallID) {
      if calls.removeValue(forKey: id)?.isCancelled == true { cancelled -= 1 }
    }
  }

  private let client: NATSClient
  private let prefix: String
  private let lease: Duration
  private let idempotent: Permissions
  private let limits: Limits
  private let clock: AnyClock
  private let inbox: String
  private let delivery = DispatchQueue(label: "causeway.nats.caller")
  private let state = Mutex(State())

  init(
    _ client: NATSClient, prefix: String, lease: Duration, idempotent: Permissions, limits: Limits, clock: AnyClock
  ) {
    self.client = client
    inbox = NATSSubject.inbox(client.inboxPrefix)
    self.prefix = prefix
    self.lease = lease
    self.idempotent = idempotent
    self.limits = limits
    self.clock = clock
  }

  func start(_ receiver: any TransportReceiver) { state.withLock { $0.receiver = receiver } }

  /// Subscribes to the answers; returns when the server has the subscription.
  func listen() async throws(BridgeError) {
    let subscription = try client.subscribe("\(inbox).>") { [weak self] in self?.take($0) }
    state.withLock { $0.subscription = subscription }
    try await client.flush()
  }

  func send(_ message: Message) throws(BridgeError) {
    switch message {
    case .call(let request): try open(request)
    case .cancel(let id, _): cancel(id)
    case .credit(let id, let count):
      guard let credit = state.withLock({ $0.calls[id]?.grant(count) }) else { return }
      defer { state.withLock { $0.calls[id]?.published() } }
      try client.publish(credit)
    case .answer, .item, .event, .progress: break
    }
  }

  /// The calls that are open, or wait for their worker to cancel them.
  var openCalls: Int { state.withLock { $0.calls.count } }

  func close() {
    let (subscription, receiver, calls) = state.withLock { state in
      defer { state = State() }
      return (state.subscription, state.receiver, state.calls.values)
    }
    subscription?.cancel()
    for call in calls { tell(call.cancellation) }
    withExtendedLifetime(receiver) {}
  }

  /// Sends a message that may be lost: without it, the lease expires.
  private func tell(_ message: NATSMessage?) {
    if let message { try? client.publish(message) }
  }

  // MARK: Calls

  private func open(_ request: CallRequest) throws(BridgeError) {
    let subject = "\(prefix).\(request.method)"
    try NATSSubject.check(subject, "The method's subject")
    var headers = request.metadata.filter { NATSHeader.isMetadata($0.key) }
    headers[NATSHeader.lease] = String(Int64(lease / .milliseconds(1)))
    if let credit = request.credit { headers[NATSHeader.credit] = String(credit) }
    var due = Instant.never
    if case .after(let duration) = request.timeout {
      headers[NATSHeader.timeout] = String(duration / .milliseconds(1))
      due = clock.now.advanced(by: duration)
    }
    if request.timeout == .never { headers[NATSHeader.timeout] = "Infinity" }
    let message = NATSMessage(
      subject: subject, reply: "\(inbox).\(request.id.rawValue).\(state.withLock { $0.tokens.next() })",
      data: NATSCodec.text(request.params),
      headers: headers)
    let call = NATSOutgoingCall(
      message, inboxPrefix: client.inboxPrefix, isStream: request.credit != nil,
      isRetryable: idempotent.allows(request.method), lease: lease, due: due, now: clock.now)
    let mustTick = state.withLock { state in
      state.calls[request.id] = call
      defer { state.isTicking = true }
      return !state.isTicking
    }
    defer { if mustTick { tick() } }
    do throws(BridgeError) {
      try client.publish(message)
    } catch {
      state.withLock { $0.forget(request.id) }
      throw error.of(request.method)
    }
  }

  private func cancel(_ id: CallID) {
    let message: NATSMessage? = state.withLock { state in
      guard state.calls[id]?.isCancelled == false, let step = state.calls[id]?.cancel() else { return nil }
      if case .forget(let message) = step {
        state.forget(id)
        return message
      }
      state.cancelled += 1
      // Then the worker learns it from the caller's lease, which is no longer renewed.
      if state.cancelled > limits.callsInFlight { state.forget(id) }
      return nil
    }
    tell(message)
  }

  // MARK: Answers

  /// Takes a message to a call's reply subject, on libnats's thread.
  ///
  /// Its sender knew the subject; the contents are not trusted.
  private func take(_ message: NATSMessage) {
    guard let (id, _) = NATSSubject.call(in: message.subject, of: inbox) else { return }
    let pair = message.headers[NATSHeader.control] == nil ? nil : NATSPairMessage(message, limits)
    let now = clock.now
    let (step, receiver): (NATSOutgoingCall.Step, (any TransportReceiver)?) = state.withLock { state in
      guard state.calls[id]?.request.reply == message.subject, let step = state.calls[id]?.take(message, pair, now: now)
      else { return (.wait, nil) }
      switch step {
      case .wait, .deliver: break
      case .answer, .fail, .forget: state.forget(id)
      }
      return (step, state.receiver)
    }
    guard let receiver else { return }
    // Not asynchronously: more messages are to wait in libnats, whose queue has a limit.
    switch step {
    case .wait: break
    case .deliver(let contents):
      delivery.sync { for content in contents { receiver.receive(content.renamed(id)) } }
    case .answer:
      let answer = NATSCodec.answer(message, limits)
      delivery.sync { receiver.receive(.answer(id, answer)) }
    case .fail(let error, let cancellation):
      delivery.sync { receiver.receive(.answer(id, .failure(error))) }
      tell(cancellation)
    case .forget(let cancellation): tell(cancellation)
    }
  }

  // MARK: Leases

  /// Watches the leases for as long as there are calls.
  private func tick() {
    Task { [weak self, clock, lease] in
      while true {
        try? await clock.sleep(until: clock.now.advanced(by: lease / 4))
        guard let self, self.watch() else { return }
      }
    }
  }

  /// Sends heartbeats to the workers; ends the calls whose worker sends none, or sends them once more.
  ///
  /// False if no call is left.
  private func watch() -> Bool {
    let now = clock.now
    var messages: [NATSMessage] = []
    var again: [(CallID, NATSMessage)] = []
    var dead: [CallID] = []
    let receiver: (any TransportReceiver)?? = state.withLock { state in
      guard !state.calls.isEmpty else {
        state.isTicking = false
        return .none
      }
      for id in Array(state.calls.keys) {
        switch state.calls[id]?.watch(now: now) {
        case .goesOn(let message?): messages.append(message)
        case .goesOn(nil), nil: break
        case .again(let request): again.append((id, request))
        case .dead:
          if state.calls[id]?.isCancelled == false { dead.append(id) }
          state.forget(id)
        }
      }
      return .some(state.receiver)
    }
    guard let receiver else { return false }
    for message in messages { tell(message) }
    for (id, request) in again {
      do throws(BridgeError) {
        try client.publish(request)
      } catch {
        state.withLock { $0.forget(id) }
        dead.append(id)
      }
    }
    let error = BridgeError(.unavailable, "The worker sent no heartbeat for \(lease).")
    for id in dead { delivery.async { receiver?.receive(.answer(id, .failure(error))) } }
    return true
  }
}

extension Message {
  /// The same item or report of another call.
  fileprivate func renamed(_ id: CallID) -> Message {
    switch self {
    case .item(_, let payload): .item(id, payload)
    case .progress(_, let payload): .progress(id, payload)
    default: self
    }
  }
}
#endif
