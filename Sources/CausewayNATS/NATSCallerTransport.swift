#if NATS
import Causeway
import CausewayConcurrency
import Dispatch
import Synchronization

/// The callers' side: each call is a request to a subject, with a reply subject that only its worker learns.
final class NATSCallerTransport: Transport {
  private struct OpenCall {
    var request: NATSMessage
    let due: Instant
    /// Why the call may be sent once more: its method may run twice.
    var isRetryable: Bool
    /// When the worker counts as dead.
    var leaseEnd: Instant
    /// Where its worker takes a cancellation; nil until a sign of life says it.
    var control: String?
    /// The caller has gone, and the worker is to be told when it is known.
    var isCancelled = false
  }

  private struct State {
    var receiver: (any TransportReceiver)?
    var calls: [CallID: OpenCall] = [:]
    var subscription: NATSSubscription?
    var isTicking = false
  }

  private let client: NATSClient
  private let prefix: String
  private let lease: Duration
  private let idempotent: Permissions
  private let limits: Limits
  private let clock: AnyClock
  private let inbox = NATSSubject.inbox()
  private let delivery = DispatchQueue(label: "causeway.nats.caller")
  private let state = Mutex(State())

  init(
    _ client: NATSClient, prefix: String, lease: Duration, idempotent: Permissions, limits: Limits, clock: AnyClock
  ) {
    self.client = client
    self.prefix = prefix
    self.lease = lease
    self.idempotent = idempotent
    self.limits = limits
    self.clock = clock
  }

  func start(_ receiver: any TransportReceiver) { state.withLock { $0.receiver = receiver } }

  /// Begins to take answers; returns when the server knows.
  func listen() async throws(BridgeError) {
    let subscription = try client.subscribe("\(inbox).>") { [weak self] in self?.take($0) }
    state.withLock { $0.subscription = subscription }
    try await client.flush()
  }

  func send(_ message: Message) throws(BridgeError) {
    switch message {
    case .call(let request): try open(request)
    case .cancel(let id, _): cancel(id)
    case .item: throw BridgeError(.unimplemented, "Streams are not carried over NATS.")
    case .answer, .credit, .event, .progress: break
    }
  }

  func close() {
    let (subscription, receiver, calls) = state.withLock { state in
      defer { state = State() }
      return (state.subscription, state.receiver, state.calls.values)
    }
    subscription?.cancel()
    for call in calls { if let control = call.control { try? client.publish(NATSMessage(subject: control)) } }
    withExtendedLifetime(receiver) {}
  }

  // MARK: Calls

  private func open(_ request: CallRequest) throws(BridgeError) {
    guard request.credit == nil else {
      throw BridgeError(.unimplemented, "Streams are not carried over NATS.").of(request.method)
    }
    let subject = "\(prefix).\(request.method)"
    try NATSSubject.check(subject, "The method's subject")
    var headers = request.metadata.filter { NATSHeader.isMetadata($0.key) }
    headers[NATSHeader.lease] = String(Int64(lease / .milliseconds(1)))
    var due = Instant.never
    if case .after(let duration) = request.timeout {
      headers[NATSHeader.timeout] = String(duration / .milliseconds(1))
      due = clock.now.advanced(by: duration)
    }
    let message = NATSMessage(
      subject: subject, reply: "\(inbox).\(request.id).\(NATSSubject.token())", data: NATSCodec.text(request.params),
      headers: headers)
    let leaseEnd = clock.now.advanced(by: lease)
    let mustTick = state.withLock { state in
      state.calls[request.id] = OpenCall(
        request: message, due: due, isRetryable: idempotent.allows(request.method), leaseEnd: leaseEnd)
      defer { state.isTicking = true }
      return !state.isTicking
    }
    do throws(BridgeError) {
      try client.publish(message)
    } catch {
      _ = state.withLock { $0.calls.removeValue(forKey: request.id) }
      if mustTick { tick() }
      throw error.of(request.method)
    }
    if mustTick { tick() }
  }

  private func cancel(_ id: CallID) {
    let control: String? = state.withLock { state in
      guard let control = state.calls[id]?.control else {
        // Kept until its worker is known, has answered or counts as dead.
        state.calls[id]?.isCancelled = true
        state.calls[id]?.request.data = []
        return nil
      }
      state.calls[id] = nil
      return control
    }
    if let control { try? client.publish(NATSMessage(subject: control)) }
  }

  // MARK: Answers

  private enum Step {
    case ignore
    case answer(any TransportReceiver)
    case cancel(String)
    case unavailable(any TransportReceiver)
  }

  /// Takes a message to a call's reply subject, on libnats's thread.
  ///
  /// Its sender knew the subject, and may say anything.
  private func take(_ message: NATSMessage) {
    guard let number = message.subject.dropFirst(inbox.count + 1).split(separator: ".").first.flatMap({ UInt64($0) })
    else { return }
    let id = CallID(rawValue: number)
    let step: Step = state.withLock { state in
      guard let call = state.calls[id], call.request.reply == message.subject, let receiver = state.receiver else {
        return .ignore
      }
      if message.isNoResponders {
        // The lease's end sends a call that may be repeated once more.
        if call.isRetryable, !call.isCancelled { return .ignore }
        state.calls[id] = nil
        return call.isCancelled ? .ignore : .unavailable(receiver)
      }
      guard message.headers[NATSHeader.alive] != nil else {
        state.calls[id] = nil
        return call.isCancelled ? .ignore : .answer(receiver)
      }
      guard let control = message.reply, control.hasPrefix("_INBOX."), NATSSubject.isLiteral(control) else {
        return .ignore
      }
      if call.isCancelled {
        state.calls[id] = nil
        return .cancel(control)
      }
      state.calls[id]?.control = control
      state.calls[id]?.leaseEnd = clock.now.advanced(by: lease)
      return .ignore
    }
    switch step {
    case .ignore: break
    case .cancel(let control): try? client.publish(NATSMessage(subject: control))
    case .answer(let receiver):
      // Not asynchronously: more answers are to wait in libnats, whose queue has a limit.
      let answer = NATSCodec.answer(message, limits)
      delivery.sync { receiver.receive(.answer(id, answer)) }
    case .unavailable(let receiver):
      fail(id, receiver, "No worker serves \(prefix) at the moment.")
    }
  }

  private func fail(_ id: CallID, _ receiver: any TransportReceiver, _ reason: String) {
    delivery.async { receiver.receive(.answer(id, .failure(BridgeError(.unavailable, reason)))) }
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

  /// Ends the calls whose worker gives no sign of life, or sends them once more; false if no call is left.
  private func watch() -> Bool {
    let now = clock.now
    var again: [(CallID, NATSMessage)] = []
    var dead: [CallID] = []
    let receiver: (any TransportReceiver)?? = state.withLock { state in
      guard !state.calls.isEmpty else {
        state.isTicking = false
        return .none
      }
      for (id, call) in state.calls where call.leaseEnd <= now {
        guard call.isRetryable, !call.isCancelled, now < call.due else {
          state.calls[id] = nil
          if !call.isCancelled { dead.append(id) }
          continue
        }
        state.calls[id]?.isRetryable = false
        state.calls[id]?.control = nil
        state.calls[id]?.leaseEnd = now.advanced(by: lease)
        var request = call.request
        if call.due != .never {
          request.headers[NATSHeader.timeout] = String(now.duration(to: call.due) / .milliseconds(1))
        }
        again.append((id, request))
      }
      return .some(state.receiver)
    }
    guard let receiver else { return false }
    for (id, request) in again {
      do throws(BridgeError) { try client.publish(request) } catch { dead.append(id) }
    }
    if let receiver {
      for id in dead {
        _ = state.withLock { $0.calls.removeValue(forKey: id) }
        fail(id, receiver, "The worker gave no sign of life for \(lease).")
      }
    }
    return true
  }
}
#endif
