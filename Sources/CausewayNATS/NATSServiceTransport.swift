#if NATS
import Causeway
import CausewayConcurrency
import Dispatch
import Synchronization

/// The workers' side: requests to a prefix become calls of a connection, whose answers go to the requests' reply subjects.
final class NATSServiceTransport: Transport {
  private struct OpenCall {
    let reply: String
    /// The secret part of the subject that cancels it.
    let token: String
    let lease: Duration
    var nextSign: Instant
  }

  private struct State {
    var receiver: (any TransportReceiver)?
    var calls: [CallID: OpenCall] = [:]
    /// The same by reply subject, which is a request's identity: a copy is not handled beside the original.
    var ids: [String: CallID] = [:]
    var lastID: UInt64 = 0
    var subscriptions: [NATSSubscription] = []
    /// Whether a task gives signs of life.
    var isTicking = false
    /// Requests that wait for the delivery queue, and their bytes.
    var waiting = 0
    var waitingBytes = 0
  }

  /// How long a call runs before its caller receives the first sign of life, with the subject that cancels the call.
  private static let firstSign = Duration.milliseconds(50)

  private let client: NATSClient
  private let prefix: String
  private let queue: String
  private let limits: Limits
  private let clock: AnyClock
  /// Where this worker's callers send cancellations.
  private let control = NATSSubject.inbox()
  /// Handlers begin here: libnats's threads only hand over.
  private let delivery = DispatchQueue(label: "causeway.nats.service")
  private let state = Mutex(State())

  init(_ client: NATSClient, prefix: String, queue: String, limits: Limits, clock: AnyClock) {
    self.client = client
    self.prefix = prefix
    self.queue = queue
    self.limits = limits
    self.clock = clock
  }

  /// The ids are this side's own.
  var idsAreUnique: Bool { true }

  func start(_ receiver: any TransportReceiver) { state.withLock { $0.receiver = receiver } }

  /// Begins to take requests; returns when the server knows.
  func listen() async throws(BridgeError) {
    let cancellations = try client.subscribe("\(control).>") { [weak self] in self?.cancel($0.subject) }
    let requests = try client.subscribe("\(prefix).>", queue: queue) { [weak self] in self?.take($0) }
    state.withLock { $0.subscriptions = [cancellations, requests] }
    try await client.flush()
  }

  func send(_ message: Message) throws(BridgeError) {
    switch message {
    case .answer(let id, let answer):
      guard let reply = state.withLock({ $0.calls[id]?.reply }) else { return }
      do throws(BridgeError) {
        try client.publish(NATSCodec.message(answer, to: reply))
      } catch {
        // The connection answers once more, with the error that says why the result cannot be carried.
        guard case .failure(let failure) = answer else { throw error }
        refuse(reply, BridgeError(failure.code, String(failure.message.prefix(256))))
      }
      state.withLock { forget(id, &$0) }
    case .item: throw BridgeError(.unimplemented, "Streams are not carried over NATS.")
    case .call, .credit, .cancel, .event, .progress: break
    }
  }

  func close() {
    let (calls, subscriptions, receiver) = state.withLock { state in
      defer { state = State() }
      return (state.calls.values, state.subscriptions, state.receiver)
    }
    for subscription in subscriptions { subscription.cancel() }
    let answer = BridgeError(.unavailable, "The worker no longer serves.")
    for call in calls { try? client.publish(NATSCodec.message(.failure(answer), to: call.reply)) }
    withExtendedLifetime(receiver) {}
  }

  // MARK: Requests

  /// Takes a request on libnats's thread.
  private func take(_ message: NATSMessage) {
    // Nobody would learn how it ended.
    guard let reply = message.reply, NATSSubject.isLiteral(reply) else { return }
    let isWithin: Bool? = state.withLock { state in
      guard state.receiver != nil, state.ids[reply] == nil else { return nil }
      guard state.waiting < limits.callsInFlight, state.waitingBytes + message.size <= limits.bytesInFlight else {
        return false
      }
      state.waiting += 1
      state.waitingBytes += message.size
      return true
    }
    guard let isWithin else { return }
    guard isWithin else {
      let error = BridgeError.exhausted("callsInFlight", maximum: limits.callsInFlight, "One more waiting call")
      return refuse(reply, error)
    }
    delivery.async { self.begin(message, reply) }
  }

  private func refuse(_ reply: String, _ error: BridgeError) {
    try? client.publish(NATSCodec.message(.failure(error), to: reply))
  }

  private func begin(_ message: NATSMessage, _ reply: String) {
    let request: CallRequest
    do throws(BridgeError) {
      request = try self.request(message)
    } catch {
      state.withLock { leave(message, &$0) }
      return refuse(reply, error)
    }
    let milliseconds = message.headers[NATSHeader.lease].flatMap { Int($0) } ?? 3_000
    let lease = Duration.milliseconds(min(max(milliseconds, 200), 3_600_000))
    let now = clock.now
    let (receiver, id, mustTick): ((any TransportReceiver)?, CallID, Bool) = state.withLock { state in
      leave(message, &state)
      guard state.receiver != nil, state.ids[reply] == nil else { return (nil, request.id, false) }
      state.lastID += 1
      let id = CallID(rawValue: state.lastID)
      state.ids[reply] = id
      state.calls[id] = OpenCall(
        reply: reply, token: NATSSubject.token(), lease: lease, nextSign: now.advanced(by: Self.firstSign))
      defer { state.isTicking = true }
      return (state.receiver, id, !state.isTicking)
    }
    var numbered = request
    numbered.id = id
    receiver?.receive(.call(numbered))
    if mustTick { tick() }
  }

  private func leave(_ message: NATSMessage, _ state: inout State) {
    state.waiting = max(0, state.waiting - 1)
    state.waitingBytes = max(0, state.waitingBytes - message.size)
  }

  private func request(_ message: NATSMessage) throws(BridgeError) -> CallRequest {
    let method = String(decoding: message.subject.utf8.dropFirst(prefix.utf8.count + 1), as: UTF8.self)
    // Subscriptions to events would be of this connection, which all callers share.
    guard !method.hasPrefix("$/") || method == "$/contract" || method == "$/methods" else {
      throw BridgeError(.unimplemented, "\(method) is not carried over NATS.")
    }
    var request = CallRequest(id: CallID(rawValue: 0), method: method)
    request.params = try NATSCodec.payload(message.data, limits)
    if let text = message.headers[NATSHeader.timeout] {
      guard let milliseconds = Double(text), milliseconds.isFinite, milliseconds >= 0 else {
        throw BridgeError(.invalidArgument, "\(NATSHeader.timeout) is a number of milliseconds.")
      }
      request.timeout = milliseconds > 9e12 ? .never : .after(.milliseconds(milliseconds))
    }
    request.metadata = message.headers.filter { NATSHeader.isMetadata($0.key) }
    return request
  }

  private func forget(_ id: CallID, _ state: inout State) {
    if let call = state.calls.removeValue(forKey: id) { state.ids[call.reply] = nil }
  }

  // MARK: Calls that run long

  /// Takes a cancellation, whose subject names the call and holds its token.
  private func cancel(_ subject: String) {
    let parts = subject.dropFirst(control.count + 1).split(separator: ".")
    guard parts.count == 2, let number = UInt64(parts[0]) else { return }
    let id = CallID(rawValue: number)
    let receiver = state.withLock { $0.calls[id]?.token == String(parts[1]) ? $0.receiver : nil }
    guard let receiver else { return }
    delivery.async { receiver.receive(.cancel(id, .cancelled)) }
  }

  /// Gives signs of life for as long as there are calls.
  private func tick() {
    Task { [weak self, clock] in
      while true {
        try? await clock.sleep(until: clock.now.advanced(by: Self.firstSign))
        guard let self, self.giveSigns() else { return }
      }
    }
  }

  /// Sends the signs of life that are due; false if no call is left.
  private func giveSigns() -> Bool {
    let now = clock.now
    let signs: [NATSMessage]? = state.withLock { state in
      guard !state.calls.isEmpty else {
        state.isTicking = false
        return nil
      }
      var signs: [NATSMessage] = []
      for (id, call) in state.calls where call.nextSign <= now {
        state.calls[id]?.nextSign = now.advanced(by: call.lease / 4)
        signs.append(
          NATSMessage(
            subject: call.reply, reply: "\(control).\(id).\(call.token)", headers: [NATSHeader.alive: "1"]))
      }
      return signs
    }
    for sign in signs ?? [] { try? client.publish(sign) }
    return signs != nil
  }
}
#endif
