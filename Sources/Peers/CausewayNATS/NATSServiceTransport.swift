#if NATS
import Causeway
import CausewayConcurrency
import Dispatch
import Logging
import Synchronization

/// The workers' side: requests to a prefix become calls of a connection, whose answers go to the requests' reply subjects.
final class NATSServiceTransport: Transport {
  private struct State {
    var receiver: (any TransportReceiver)?
    var calls: [CallID: NATSIncomingCall] = [:]
    /// The same by reply subject, which is a request's identity: a copy is not handled beside the original.
    var ids: [String: CallID] = [:]
    var lastID: UInt64 = 0
    var subscriptions: [NATSSubscription] = []
    var info: NATSServiceInfo?
    /// Whether a task sends heartbeats.
    var isTicking = false
    var hasForeignReply = false
    /// Requests that wait for the delivery queue, and their bytes.
    var waiting = 0
    var waitingBytes = 0
    /// Bytes of the items that the calls hold until they are published.
    var itemBytes = 0

    /// Changes a call, and counts what it holds; nil if it has ended.
    mutating func change<Result, Failure: Error>(
      _ id: CallID, _ body: (inout NATSIncomingCall) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
      guard let index = calls.index(forKey: id) else { return nil }
      let before = calls.values[index].heldBytes
      defer { itemBytes += calls.values[index].heldBytes - before }
      return try body(&calls.values[index])
    }
  }

  private let client: NATSClient
  private let prefix: String
  private let queue: String
  private let events: [String]
  private let limits: Limits
  private let clock: AnyClock
  private let logger: Logger
  /// The subject to which this worker's callers send credits, cancellations and heartbeats.
  private let inbox: String
  /// Handlers begin here: libnats's threads only hand over.
  private let delivery = DispatchQueue(label: "causeway.nats.service")
  /// Items that come fast are published here, several in a message.
  private let publishing = DispatchQueue(label: "causeway.nats.items")
  private let state = Mutex(State())

  init(
    _ client: NATSClient, prefix: String, queue: String, events: [String], limits: Limits, clock: AnyClock,
    logger: Logger
  ) {
    self.client = client
    inbox = NATSSubject.inbox(client.inboxPrefix)
    self.prefix = prefix
    self.queue = queue
    self.events = events
    self.limits = limits
    self.clock = clock
    self.logger = logger
  }

  /// The ids are this side's own.
  var idsAreUnique: Bool { true }

  func start(_ receiver: any TransportReceiver) { state.withLock { $0.receiver = receiver } }

  /// Subscribes to requests and publishes events; returns when the server has the subscriptions.
  func listen(_ info: NATSServiceInfo) async throws(BridgeError) {
    for event in events { try subscribe(event) }
    let controls = try client.subscribe("\(inbox).>") { [weak self] in self?.takeControl($0) }
    let requests = try client.subscribe("\(prefix).>", queue: queue) { [weak self] in self?.take($0) }
    state.withLock { state in
      state.subscriptions = [controls, requests]
      state.info = info
    }
    try info.listen()
    try await client.flush()
  }

  /// Subscribes to an event as a peer would, so that the permissions are checked.
  private func subscribe(_ event: String) throws(BridgeError) {
    try NATSSubject.check(NATSSubject.event(event, of: prefix), "The event's subject")
    let request = CallRequest(
      id: CallID(rawValue: 0), method: "$/subscribe", params: try Payload(encoding: ["event": event]))
    let receiver = state.withLock { $0.receiver }
    _ = try delivery.sync { receiver?.answer(request) }?.get()
  }

  func send(_ message: Message) throws(BridgeError) {
    switch message {
    case .answer(let id, let answer):
      // The answer to a stream follows its last item.
      if state.withLock({ $0.calls[id]?.isStream }) == true { publishing.sync { try? publishItems(of: id) } }
      let (found, info) = state.withLock { state in
        // A caller may use the subject again as soon as it has the answer.
        if let reply = state.calls[id]?.reply { state.ids[reply] = nil }
        return (state.calls[id], state.info)
      }
      guard let call = found else { return }
      do throws(BridgeError) {
        try client.publish(call.message(answer))
      } catch {
        // The connection answers once more, with the reason why the result cannot be sent.
        guard case .failure(let failure) = answer else { throw error }
        refuse(call.reply, BridgeError(failure.code, String(failure.message.prefix(256))))
      }
      state.withLock { $0.itemBytes -= $0.calls.removeValue(forKey: id)?.heldBytes ?? 0 }
      info?.count(call.method, answer, took: call.began.duration(to: clock.now))
    case .item(let id, let item): try carry(item, of: id)
    case .progress(let id, let report):
      let (report, now) = (Message.progress(NATSPairMessage.call, report), clock.now)
      guard let carrier = state.withLock({ $0.calls[id]?.carry(report, now: now) }) else { return }
      do throws(BridgeError) {
        try client.publish(carrier)
      } catch {
        state.withLock { $0.receiver }?.dropped(message)
      }
    case .event(let name, let payload):
      let event = NATSMessage(subject: NATSSubject.event(name, of: prefix), data: NATSCodec.text(payload))
      do throws(BridgeError) { try client.publish(event) } catch { state.withLock { $0.receiver }?.dropped(message) }
    case .call, .credit, .cancel: break
    }
  }

  private func carry(_ item: Payload, of id: CallID) throws(BridgeError) {
    let text = Message.item(NATSPairMessage.call, item).wireBytes
    let (size, most) = (text.count + NATSServiceTransport.itemHeaders, client.maximumPayload)
    guard size <= most else {
      throw .exhausted("max_payload", maximum: most, "A NATS message of \(size) bytes")
    }
    let now = clock.now
    let publisher = try state.withLock { (state) throws(BridgeError) in
      guard state.itemBytes + text.count <= limits.bytesInFlight else {
        throw .exhausted(
          "bytesInFlight", maximum: limits.bytesInFlight, "One more item for a server that does not read")
      }
      return try state.change(id) { (call) throws(BridgeError) in try call.hold(text, now: now) }
    }
    switch publisher {
    case .caller?: try publishItems(of: id)
    case .queue?: publishing.async { try? self.publishItems(of: id) }
    case .nobodyElse?, nil: break
    }
  }

  /// The bytes of the headers of a message with items, at most.
  private static let itemHeaders = 128

  /// Publishes the items that a call holds.
  private func publishItems(of id: CallID) throws(BridgeError) {
    let now = clock.now
    while let message = state.withLock({ $0.change(id) { $0.nextBatch(now: now) } ?? nil }) {
      do throws(BridgeError) {
        try client.publish(message)
      } catch {
        _ = state.withLock { $0.change(id) { $0.fail(error) } }
        throw error
      }
    }
  }

  func close() {
    let (calls, subscriptions, info, receiver) = state.withLock { state in
      defer { state = State() }
      return (state.calls.values, state.subscriptions, state.info, state.receiver)
    }
    info?.close()
    for subscription in subscriptions { subscription.cancel() }
    let answer = BridgeError(.unavailable, "The worker has stopped serving.")
    for call in calls { try? client.publish(call.message(.failure(answer))) }
    withExtendedLifetime(receiver) {}
  }

  // MARK: Requests

  /// Takes a request on libnats's thread.
  private func take(_ message: NATSMessage) {
    // Without a reply subject there is no one to answer.
    guard let reply = message.reply else { return }
    guard NATSSubject.isInbox(reply, client.inboxPrefix) else { return noteForeignReply(reply) }
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

  /// Logs once why requests have no answer: their sender may be a client with another inbox prefix.
  private func noteForeignReply(_ reply: String) {
    let isFirst = state.withLock { state in
      defer { state.hasForeignReply = true }
      return !state.hasForeignReply
    }
    guard isFirst else { return }
    let shown = String(reply.prefix(64)).debugDescription
    logger.warning(
      "Requests are ignored: their reply subject is not an inbox (\(client.inboxPrefix)).",
      metadata: ["prefix": "\(prefix)", "reply": "\(shown)"])
  }

  private func refuse(_ reply: String, _ error: BridgeError) {
    try? client.publish(NATSCodec.message(.failure(error), to: reply))
  }

  private func begin(_ message: NATSMessage, _ reply: String) {
    let request: NATSRequest
    do throws(BridgeError) {
      request = try NATSRequest(message, prefix: prefix, limits: limits)
    } catch {
      state.withLock { leave(message, &$0) }
      return refuse(reply, error)
    }
    var call = request.call
    let now = clock.now
    let (receiver, id, mustTick): ((any TransportReceiver)?, CallID, Bool) = state.withLock { state in
      leave(message, &state)
      guard state.receiver != nil, state.ids[reply] == nil else { return (nil, call.id, false) }
      state.lastID += 1
      let id = CallID(rawValue: state.lastID)
      state.ids[reply] = id
      state.calls[id] = NATSIncomingCall(id, request, reply: reply, inbox: inbox, now: now)
      defer { state.isTicking = true }
      return (state.receiver, id, !state.isTicking)
    }
    call.id = id
    receiver?.receive(.call(call))
    if mustTick { tick() }
  }

  private func leave(_ message: NATSMessage, _ state: inout State) {
    state.waiting = max(0, state.waiting - 1)
    state.waitingBytes = max(0, state.waitingBytes - message.size)
  }

  // MARK: Calls that run long

  /// Takes a caller's message, whose subject contains the call's number and its token, on libnats's thread.
  private func takeControl(_ message: NATSMessage) {
    guard let (id, token) = NATSSubject.call(in: message.subject, of: inbox),
      let pair = NATSPairMessage(message, limits)
    else { return }
    let now = clock.now
    let (receiver, content): ((any TransportReceiver)?, Message?) = state.withLock { state in
      guard state.calls[id]?.token == String(token) else { return (nil, nil) }
      return (state.receiver, state.calls[id]?.take(pair, now: now))
    }
    guard let receiver else { return }
    // Not asynchronously: more messages are to wait in libnats, whose queue has a limit.
    switch content {
    case .credit(_, let count)?: delivery.sync { receiver.receive(.credit(id, count)) }
    case .cancel(_, let code)?: delivery.sync { receiver.receive(.cancel(id, code)) }
    default: break
    }
  }

  /// Sends heartbeats as long as there are calls.
  private func tick() {
    Task { [weak self, clock] in
      while true {
        try? await clock.sleep(until: clock.now.advanced(by: NATSIncomingCall.firstSign))
        guard let self, self.giveSigns() else { return }
      }
    }
  }

  /// Sends the heartbeats that are due, and stops the handlers of callers that send none; false if no call is left.
  private func giveSigns() -> Bool {
    let now = clock.now
    var signs: [NATSMessage] = []
    var abandoned: [CallID] = []
    let receiver: (any TransportReceiver)?? = state.withLock { state in
      guard !state.calls.isEmpty else {
        state.isTicking = false
        return .none
      }
      for id in Array(state.calls.keys) {
        if let sign = state.calls[id]?.sign(now: now) { signs.append(sign) }
        if state.calls[id]?.isAbandoned(now: now) == true { abandoned.append(id) }
      }
      return .some(state.receiver)
    }
    guard let receiver else { return false }
    for sign in signs { try? client.publish(sign) }
    for id in abandoned { delivery.async { receiver?.receive(.cancel(id, .unavailable)) } }
    return true
  }
}
#endif
