import CausewayConcurrency
import Logging
import Synchronization

/// A connection between a bridge and one JavaScript peer (a runtime, a page, a process), in both directions.
///
/// All its methods may be called on any thread. It lives until ``close(_:)`` or until its transport is lost.
public final class Connection: Sendable {
  /// The bridge whose handlers this connection serves.
  public let bridge: Bridge
  /// The methods and events that the other side may use.
  public let permissions: Permissions
  /// The limits of the other side.
  public let limits: Limits
  /// The name of the connection in logs.
  public let name: String
  /// Counts the connections of the bridge from 1.
  package let number: Int
  let clock: AnyClock
  let transport: any Transport
  /// For the answer of a call while it is the only one.
  let spin = AdaptiveSpin()
  let ledger = Mutex(CallLedger())
  /// Ids count up over the whole life of the connection, reloads included.
  private let nextID: Atomic<UInt64>
  let routes = Mutex(RouteCache())
  let subscriptions = Mutex<Set<String>>([])
  /// The tasks that make events of sequences, by the event's name: one for each that the other side listens to.
  let eventTasks = Mutex<[String: Task<Void, Never>]>([:])
  /// Objects that are stored with this connection: see ``attached(_:make:)``.
  private let attachments = Mutex<[ObjectIdentifier: any Sendable & AnyObject]>([:])
  let running = Atomic<Int>(0)
  let abandoned: AbandonedCalls
  /// The bytes of payloads from the other side that this side holds.
  let received: ByteBudget
  /// The bytes of items that the other side has not asked for yet.
  let heldItems: ByteBudget
  /// The other side's latest calls, if its ids identify copies.
  private let window = Mutex(ReplayWindow())
  private let idsAreUnique: Bool
  let carriesReferences: Bool
  /// Copies of functions of the other side that this side holds.
  let references = Atomic<Int>(0)
  /// The functions and objects of the other side that Swift holds, in a leak check.
  let tracked = Mutex<[ObjectIdentifier: TrackedReference]>([:])
  /// Functions that the other side can call.
  let exports = Mutex(ExportedReferences())
  /// The ledger's epoch, to be read without its lock; -1 when the connection is closed.
  let epoch = Atomic<Int>(0)
  /// Retains the connection until the connection ends and releases the timer.
  private let deadlineTimer = Mutex<DeadlineTimer?>(nil)
  private let counts = Counts()
  /// Descriptors that this process keeps open for the other side.
  public let openFiles: Quota
  /// HTTP requests in flight for the other side.
  public let requests: Quota
  /// Files and folders that are watched for the other side.
  public let watches: Quota
  /// The leak check that the connection was made in; nil outside leak checks.
  let tracker = ResourceTracker.current
  /// Whether the listeners of the other side are reported to leak checks here.
  let tellsListeners = Atomic<Bool>(true)

  /// Numbers that only grow.
  private struct Counts: ~Copyable {
    let calls = Atomic<Int>(0)
    let late = Atomic<Int>(0)
    let repeated = Atomic<Int>(0)
    let dropped = Atomic<Int>(0)
    let unsent = Atomic<Int>(0)
    let events = Atomic<Int>(0)
  }

  /// Counts of the calls and messages of a connection.
  public struct Statistics: Codable, Sendable, Equatable {
    /// Calls of the other side that were started.
    public var calls: Int
    /// Calls of the other side that are in flight.
    public var running: Int
    /// Calls of this side that are in flight.
    public var pending: Int
    /// Answers that arrived after their call had ended, and were dropped.
    public var late: Int
    /// Calls of the other side that arrived a second time, and were dropped.
    public var repeated: Int
    /// Events and progress reports that were dropped in favour of newer ones, because the other side was busy.
    public var dropped: Int
    /// Events that the other side listens to.
    public var subscriptions: Int
    /// Bytes that the connection holds, in both directions: see `Limits.bytesInFlight`.
    public var bytesInFlight: Int
    /// Functions of this side that the other side holds.
    public var exported: Int = 0
    /// Functions of the other side that this side holds: each as often as it was received.
    public var imported: Int = 0
  }

  init(
    bridge: Bridge, transport: any Transport, permissions: Permissions, limits: Limits, name: String, number: Int,
    abandoned: AbandonedCalls, firstID: UInt64
  ) {
    self.abandoned = abandoned
    nextID = Atomic(firstID)
    self.bridge = bridge
    self.transport = transport
    idsAreUnique = transport.idsAreUnique
    carriesReferences = transport.carriesReferences
    self.permissions = permissions
    self.limits = limits
    received = ByteBudget(limit: limits.bytesInFlight)
    heldItems = ByteBudget(limit: limits.bytesInFlight)
    self.name = name
    self.number = number
    clock = bridge.clock
    openFiles = Quota("openFiles") { [most = limits.openFiles] in min(most, DescriptorBudget.current.share) }
    requests = Quota("requests") { [most = limits.requests] in min(most, DescriptorBudget.current.requests) }
    watches = Quota("watches") { [most = limits.watches] in most }
    tracker?.add(self)
  }

  /// The statistics so far.
  public var statistics: Statistics {
    let pending = ledger.withLock { $0.outbound.count }
    return Statistics(
      calls: counts.calls.load(ordering: .relaxed), running: running.load(ordering: .relaxed), pending: pending,
      late: counts.late.load(ordering: .relaxed), repeated: counts.repeated.load(ordering: .relaxed),
      dropped: counts.dropped.load(ordering: .relaxed),
      subscriptions: subscriptions.withLock { $0.count },
      bytesInFlight: received.held + heldItems.held + transport.bytesWaiting,
      exported: exports.withLock { $0.count }, imported: references.load(ordering: .relaxed))
  }

  /// The object of this type that is stored with the connection; `make` creates it on first use.
  package func attached<Object: AnyObject & Sendable>(_ type: Object.Type, make: () -> Object) -> Object {
    attachments.withLock { attachments in
      if let known = attachments[ObjectIdentifier(type)] as? Object { return known }
      let object = make()
      attachments[ObjectIdentifier(type)] = object
      return object
    }
  }

  /// The id of a new call of this side.
  func mintID() -> CallID { CallID(rawValue: nextID.add(1, ordering: .relaxed).oldValue) }

  func countCall() { counts.calls.add(1, ordering: .relaxed) }
  package func countLate() { counts.late.add(1, ordering: .relaxed) }

  /// Whether the connection can still be used.
  public var isClosed: Bool { ledger.withLock { $0.closed != nil } }

  // MARK: Sending

  /// Sends a message that no caller waits for; a message that cannot be carried is dropped and logged.
  func send(_ message: Message) {
    do {
      try transport.send(message)
    } catch {
      guard isNews(counts.unsent) else { return }
      bridge.logger.debug(
        "A message could not be sent.", metadata: ["connection": "\(name)", "error": "\(error)"])
    }
  }

  /// Sends an item of a stream; why it cannot be carried, if it cannot.
  func carry(_ item: Payload, of id: CallID) -> BridgeError? {
    var lent: [Int] = []
    do throws(BridgeError) {
      var item = item
      if item.hasSentReferences {
        (item, lent) = try lending(item, as: "\(listed(id)?.method ?? "")[]")
      }
      try transport.send(.item(id, item))
      return nil
    } catch {
      takeBack(lent)
      return error
    }
  }

  /// Counts what happens as often as the other side likes; true at its first time, its second, its fourth and so on.
  ///
  /// A line of the log for each time would be a flood too.
  private func isNews(_ count: borrowing Atomic<Int>) -> Bool {
    let times = count.add(1, ordering: .relaxed).newValue
    return times & (times - 1) == 0
  }

  /// Whether to log an event of the other side's.
  func isNewsOfEvent() -> Bool { isNews(counts.events) }

  /// Whether the end has not begun; ``isClosed`` asks the ledger, which may be locked.
  private var isOpen: Bool { epoch.load(ordering: .acquiring) >= 0 }

  /// Whether the page of this epoch is still loaded.
  package func isCurrent(_ epoch: Int) -> Bool { self.epoch.load(ordering: .acquiring) == epoch }

  /// Sends the answer of a call of the other side.
  package func reply(to id: CallID, method: String, _ answer: Result<Payload, BridgeError>) {
    if case .success(let payload) = answer, payload.hasSentReferences {
      return reply(lending: payload, to: id, method: method)
    }
    do {
      try transport.send(.answer(id, answer))
    } catch {
      // The result cannot be carried: the caller learns why instead.
      send(.answer(id, .failure(error.of(method))))
    }
  }

  /// Sends a result with functions.
  @inline(never)
  private func reply(lending payload: Payload, to id: CallID, method: String) {
    var lent: [Int] = []
    do throws(BridgeError) {
      let (payload, numbers) = try lending(payload, as: "\(method)#result")
      lent = numbers
      try transport.send(.answer(id, .success(payload)))
    } catch {
      takeBack(lent)
      send(.answer(id, .failure(error.of(method))))
    }
  }

  // MARK: Deadlines

  /// The moment at which a call of this length is due.
  func due(_ timeout: Timeout, standard: Timeout) -> Instant {
    let own: Instant =
      switch timeout {
      case .after(let duration): clock.now.advanced(by: duration)
      case .never: .never
      case .standard:
        switch standard {
        case .after(let duration): clock.now.advanced(by: duration)
        case .never, .standard: .never
        }
      }
    return own
  }

  /// Ensures that the deadlines are checked at this time at the latest.
  func wake(by moment: Instant) {
    guard moment != .never else { return }
    deadlineTimer.withLock { deadlineTimer -> DeadlineTimer? in
      // A timer that is created after the end would retain the connection forever: nothing would remove it.
      guard isOpen else { return nil }
      if deadlineTimer == nil {
        deadlineTimer = DeadlineTimer(clock: clock, name: "the deadlines of connection \(name)") { self.expire() }
      }
      return deadlineTimer
    }?.set(noLaterThan: moment)
  }

  /// Disarms a timer that no open call needs, if the clock is manual: there it would count as a sleeper.
  ///
  /// In real time it fires once needlessly, which costs less than disarming it at the end of each call.
  func forgetDeadlines() {
    guard clock.manualClock != nil, let deadlineTimer = deadlineTimer.withLock({ $0 }) else { return }
    var next = ledger.withLock { $0.watchNextOpen() }
    while true {
      deadlineTimer.set(next)
      // A call that was opened meanwhile may have set the timer before this did.
      let open = ledger.withLock { $0.watchNextOpen() }
      if open >= next { return }
      next = open
    }
  }

  private func expire() {
    let due = ledger.withLock { $0.expire(at: clock.now) }
    for call in due.inbound {
      call.abort(BridgeError(.deadlineExceeded, "\(call.method) exceeded its deadline."))
    }
    for (id, call) in due.outbound {
      send(.cancel(id, .deadlineExceeded))
      call.settle(.failure(BridgeError(.deadlineExceeded, "\(call.method) exceeded its deadline.")))
    }
    wake(by: due.wake)
  }

  // MARK: Ends

  /// Ends the connection: its calls in both directions end with `error`, and the handlers' tasks are cancelled.
  public func close(_ error: BridgeError? = nil) {
    end(error ?? .closed)
    transport.close()
  }

  /// Resets the connection for a reloaded page: its calls are cancelled and never answer the new page, calls to it fail
  /// with `ABORTED`, and its subscriptions end.
  ///
  /// The ids of this side continue; those of the new page may restart.
  public func reload() {
    window.withLock { $0 = ReplayWindow() }
    let open = ledger.withLock { ledger in
      defer { if ledger.closed == nil { epoch.store(ledger.epoch, ordering: .releasing) } }
      return ledger.reset(closing: nil)
    }
    finish(open, BridgeError(.aborted, "The page was reloaded."))
  }

  private func end(_ error: BridgeError) {
    let open: (outbound: [OutboundCall], inbound: [CallContext])? = ledger.withLock { ledger in
      guard ledger.closed == nil else { return nil }
      epoch.store(-1, ordering: .releasing)
      return ledger.reset(closing: error)
    }
    guard let open else { return }
    bridge.forget(self)
    finish(open, error)
    deadlineTimer.withLock { deadlineTimer in
      defer { deadlineTimer = nil }
      return deadlineTimer
    }?.set(.never)
  }

  private func finish(_ open: (outbound: [OutboundCall], inbound: [CallContext]), _ error: BridgeError) {
    subscriptions.withLock { $0 = [] }
    endEventTasks()
    forgetExports()
    for call in open.inbound { call.abandon() }
    for call in open.outbound { call.settle(.failure(error)) }
  }
}

extension Connection: TransportReceiver {
  /// Ends every call because the link is lost.
  public func disconnected(_ reason: BridgeError) {
    end(reason)
    transport.close()
  }

  /// Counts a message that was dropped; logs the first one.
  public func dropped(_ message: Message) {
    guard counts.dropped.add(1, ordering: .relaxed).oldValue == 0 else { return }
    bridge.logger.notice(
      "The other side is busy: the oldest events in its queue are dropped.",
      metadata: ["connection": "\(name)", "eventBuffer": "\(limits.eventBuffer)"])
  }

  /// Receives a message from the other side.
  public func receive(_ message: Message) {
    switch message {
    case .call(let request):
      if idsAreUnique, !window.withLock({ $0.admit(request.id) }) {
        counts.repeated.add(1, ordering: .relaxed)
        return
      }
      if let answer = answer(request) { reply(to: request.id, method: request.method, answer) }
    case .answer(let id, let answer): answered(id, answer)
    case .progress(let id, let payload): progressed(id, payload)
    case .item(let id, let payload): arrived(id, payload)
    case .credit(let id, let count): listed(id)?.stream?.grant(count)
    case .cancel(let id, let code): cancelled(id, code)
    case .event(let name, let payload): bridge.received(event: name, payload, from: self)
    }
  }

  /// Ends a stream of which an item cannot be carried; one that is just being begun ends by its handler.
  func failStream(_ id: CallID, _ error: BridgeError) { listed(id)?.abort(error) }

  private func listed(_ id: CallID) -> CallContext? { ledger.withLock { $0.inbound[id] } }

  private func cancelled(_ id: CallID, _ code: BridgeError.Code) {
    // Our own callers have settled their promise already and count the answer as late; a caller that speaks plain
    // JSON-RPC waits for it.
    guard let call = listed(id) else { return countLate() }
    call.abort(BridgeError(code, "\(call.method) was cancelled by its caller."))
  }
}
