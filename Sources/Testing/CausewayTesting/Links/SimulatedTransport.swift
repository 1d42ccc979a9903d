public import Causeway
import CausewayConcurrency
import DequeModule
import HeapModule
import Synchronization

/// A transport that simulates the faults of a plan: it wraps another transport, and delays, drops, duplicates and cuts.
///
///     let (left, right) = LoopbackTransport.pair()
///     let plan = try FaultPlan(parsing: "wifi.*: delay=200ms±50ms drop=2% seed=7")
///     server.connect(SimulatedTransport(left, plan: plan, clock: clock), permissions: .all)
///
/// It uses the clock of its bridge. A message without faults passes at once, on the thread that sends it. A call beyond
/// the limits is answered with `RESOURCE_EXHAUSTED`. Unlike other transports, it may duplicate and reorder messages, if
/// its plan says so.
public final class SimulatedTransport: Transport {
  typealias Direction = FaultRule.Direction

  /// The statistics of the link.
  public struct Statistics: Sendable, Equatable {
    /// Messages in both directions.
    public var messages = 0
    /// Delayed messages.
    public var delayed = 0
    /// Dropped messages.
    public var dropped = 0
    /// Duplicated messages.
    public var duplicated = 0
    /// Messages that could be overtaken.
    public var reordered = 0
    /// Answers that arrived after the deadline.
    public var late = 0
    /// Whether the link was cut.
    public var isCut = false

    /// Creates empty statistics.
    public init() {}
  }

  private struct Envelope: Comparable {
    let due: Duration
    let sequence: Int
    let message: Message
    static func < (left: Envelope, right: Envelope) -> Bool { (left.due, left.sequence) < (right.due, right.sequence) }
    static func == (left: Envelope, right: Envelope) -> Bool { left.sequence == right.sequence }
  }

  /// One direction of the link.
  private struct LinkDirection {
    private(set) var inTransit = Heap<Envelope>()
    var arrived: Deque<Message> = []
    var isDelivering = false
    /// The calls and bytes in transit.
    private var (calls, bytes) = (0, 0)

    /// The error for a call beyond the limits; nil if it fits.
    func refusal(of message: Message, _ limits: Limits) -> BridgeError? {
      guard case .call = message else { return nil }
      if calls >= limits.callsInFlight {
        return .exhausted("callsInFlight", maximum: limits.callsInFlight, "The number of calls in flight")
      }
      if message.weight > limits.bytesInFlight - bytes {
        return .exhausted("bytesInFlight", maximum: limits.bytesInFlight, "A call of \(message.weight) bytes")
      }
      return nil
    }

    mutating func insert(_ envelope: Envelope) {
      inTransit.insert(envelope)
      count(envelope, 1)
    }

    /// Removes a due message; nil if there is none.
    mutating func removeDue(at now: Duration) -> Envelope? {
      guard let envelope = inTransit.min, envelope.due <= now else { return nil }
      inTransit.removeMin()
      count(envelope, -1)
      return envelope
    }

    /// Removes the messages that wait without a time limit, in order.
    mutating func removeHeld() -> [Envelope] {
      let held = inTransit.unordered.filter { $0.due == Quantity.always }
      inTransit = Heap(inTransit.unordered.filter { $0.due != Quantity.always })
      for envelope in held { count(envelope, -1) }
      return held.sorted()
    }

    private mutating func count(_ envelope: Envelope, _ sign: Int) {
      if case .call = envelope.message { calls += sign }
      bytes += sign * envelope.message.weight
    }
  }

  private struct State {
    var receiver: (any TransportReceiver)?
    var decider: FaultDecider
    var tracker = CallTracker()
    var directions: [Direction: LinkDirection] = [.sent: LinkDirection(), .received: LinkDirection()]
    var sequence = 0
    var isFrozen = false
    var isOver = false
    var statistics = Statistics()

    init(_ plan: FaultPlan) { decider = FaultDecider(plan) }

    mutating func move(_ message: Message, _ direction: Direction, arrival: Duration, now: Duration) {
      if arrival <= now, directions[direction]?.inTransit.min.map({ $0.due > now }) ?? true {
        directions[direction]?.arrived.append(message)
      } else {
        sequence += 1
        directions[direction]?.insert(Envelope(due: arrival, sequence: sequence, message: message))
      }
    }

    var nextDue: Duration? {
      // Not as a key path: the standard library copies an optional's payload onto itself, which AddressSanitizer stops.
      let dues = directions.values.compactMap { $0.inTransit.min?.due } + [decider.cutAfter].compactMap(\.self)
      return dues.min()
    }
  }

  private enum End { case closed, cut, lost(BridgeError) }

  /// The plan.
  public let plan: FaultPlan
  private let limits: Limits
  private let inner: any Transport
  private let clock: AnyClock
  private let state: Mutex<State>
  private let timer = Mutex<DeadlineTimer?>(nil)

  /// Wraps a transport.
  ///
  /// - Parameters:
  ///   - clock: the clock of its bridge; with a real clock, delays take real time.
  ///   - limits: the maximum in transit in each direction: `callsInFlight` and `bytesInFlight`.
  public init(_ transport: any Transport, plan: FaultPlan, clock: any Clock<Duration>, limits: Limits = Limits()) {
    self.limits = limits
    inner = transport
    self.plan = plan
    self.clock = AnyClock(clock)
    state = Mutex(State(plan))
  }

  /// For each rule of the plan, how many messages it has applied to so far.
  package var ruleMatches: [Int] { state.withLock { $0.decider.matches } }

  /// The statistics so far.
  public var statistics: Statistics { state.withLock { $0.statistics } }

  /// The number of messages in transit.
  public var inTransit: Int {
    state.withLock { $0.directions.values.reduce(0) { $0 + $1.inTransit.count + $1.arrived.count } }
  }

  // MARK: Transport

  /// Starts the delivery, and the link's time.
  public func start(_ receiver: any TransportReceiver) {
    state.withLock { $0.receiver = receiver }
    inner.start(ObservingReceiver(self))
    setTimer()
  }

  /// Sends a message through the plan.
  ///
  /// It never throws: a call beyond the limits is answered with an error.
  public func send(_ message: Message) throws(BridgeError) { pass(message, .sent) }

  /// Closes the link; messages in transit are lost.
  public func close() { end(.closed) }

  /// As the wrapped transport says.
  ///
  /// A function whose release the plan loses stays in JavaScript until the connection ends.
  public var carriesReferences: Bool { inner.carriesReferences }

  /// Whether the wrapped transport guarantees it, or the plan duplicates messages: a second message is then a copy.
  public var idsAreUnique: Bool { inner.idsAreUnique || plan.rules.contains { ($0.duplicate ?? 0) > 0 } }

  /// The bytes that wait in the wrapped transport.
  public var bytesWaiting: Int { inner.bytesWaiting }

  // MARK: Manual faults

  /// Cuts the link now.
  public func cut() { end(.cut) }

  /// Blocks all messages until ``thaw()``.
  public func freeze() { state.withLock { $0.isFrozen = true } }

  /// Delivers all blocked messages, including those of a rule that freezes without an end.
  public func thaw() {
    let now = elapsed
    state.withLock { state in
      state.isFrozen = false
      for direction in Direction.allCases {
        for envelope in state.directions[direction]?.removeHeld() ?? [] {
          state.move(envelope.message, direction, arrival: now, now: now)
        }
      }
    }
    arrive()
  }

  // MARK: Delivery

  private var elapsed: Duration { Instant.origin.duration(to: clock.now) }

  fileprivate func pass(_ message: Message, _ direction: Direction) {
    let now = elapsed
    if case .call(let request) = message, let error = refusal(of: message, direction) {
      // At once, regardless of the plan: delayed answers would be as many messages again.
      let answer = Message.answer(request.id, .failure(error))
      guard direction == .sent else { return (try? inner.send(answer)) ?? () }
      return state.withLock { $0.receiver }?.receive(answer) ?? ()
    }
    let isCut: Bool = state.withLock { state in
      guard !state.isOver else { return false }
      state.statistics.messages += 1
      let info = state.tracker.record(message, direction, at: now)
      let delivery = state.decider.delivery(of: info, at: now)
      if delivery.arrivals.isEmpty { state.statistics.dropped += 1 }
      if delivery.arrivals.count > 1 { state.statistics.duplicated += 1 }
      if !delivery.keepsOrder, !delivery.isLate { state.statistics.reordered += 1 }
      if delivery.isLate { state.statistics.late += 1 }
      if let first = delivery.arrivals.first, first > now { state.statistics.delayed += 1 }
      for arrival in delivery.arrivals {
        let arrival = delivery.keepsOrder ? state.tracker.queue(message, direction, due: arrival) : arrival
        state.move(message, direction, arrival: arrival, now: now)
      }
      return delivery.cutsLink
    }
    if isCut { return end(.cut) }
    deliver(direction)
    setTimer()
  }

  private func refusal(of message: Message, _ direction: Direction) -> BridgeError? {
    state.withLock { $0.isOver ? nil : $0.directions[direction]?.refusal(of: message, limits) }
  }

  /// Delivers the due messages.
  private func arrive() {
    let now = elapsed
    let isCut: Bool = state.withLock { state in
      if let cutTime = state.decider.cutAfter, cutTime <= now { return true }
      for direction in Direction.allCases {
        while let envelope = state.directions[direction]?.removeDue(at: now) {
          state.directions[direction]?.arrived.append(envelope.message)
        }
      }
      return false
    }
    if isCut { return end(.cut) }
    deliver(.received)
    deliver(.sent)
    setTimer()
  }

  /// Delivers the arrived messages one at a time, on any thread.
  private func deliver(_ direction: Direction) {
    while true {
      let next: (Message, (any TransportReceiver)?)? = state.withLock { state in
        guard !state.isFrozen, state.directions[direction]?.isDelivering == false,
          let message = state.directions[direction]?.arrived.popFirst()
        else { return nil }
        state.directions[direction]?.isDelivering = true
        return (message, state.receiver)
      }
      guard let (message, receiver) = next else { return }
      if direction == .received { receiver?.receive(message) } else { forward(message, receiver) }
      state.withLock { $0.directions[direction]?.isDelivering = false }
    }
  }

  private func forward(_ message: Message, _ receiver: (any TransportReceiver)?) {
    do throws(BridgeError) {
      try inner.send(message)
    } catch {
      // The same errors as from a connection that fails to send.
      switch message {
      case .call(let request): receiver?.receive(.answer(request.id, .failure(error)))
      case .answer(let id, .success): try? inner.send(.answer(id, .failure(error)))
      case .item(let id, _): receiver?.receive(.cancel(id, error.code))
      default: break
      }
    }
  }

  private func setTimer() {
    guard let due = state.withLock({ $0.isOver ? nil : $0.nextDue }), due != Quantity.always else { return }
    timer.withLock { timer in
      if timer == nil {
        timer = DeadlineTimer(clock: clock, name: "a simulated link") { [weak self] in self?.arrive() }
      }
      return timer
    }?.set(noLaterThan: .origin.advanced(by: due))  // Another thread may have set an earlier time.
  }

  // MARK: Closing

  /// The answer to a client's synchronous request for the contract, whose id is 0, without the plan; nil for any other call.
  fileprivate func contract(_ request: CallRequest) -> Result<Payload, BridgeError>? {
    guard request.id == CallID(rawValue: 0), request.method == "$/contract" else { return nil }
    return state.withLock { $0.receiver }?.answer(request)
  }

  fileprivate func dropped(_ message: Message) { state.withLock { $0.receiver }?.dropped(message) }

  fileprivate func lost(_ reason: BridgeError) { end(.lost(reason)) }

  private func end(_ end: End) {
    let receiver: (any TransportReceiver)? = state.withLock { state in
      guard !state.isOver else { return nil }
      state.isOver = true
      state.directions = [.sent: LinkDirection(), .received: LinkDirection()]
      if case .cut = end { state.statistics.isCut = true }
      defer { state.receiver = nil }
      return state.receiver
    }
    timer.withLock { timer in
      defer { timer = nil }
      return timer
    }?.set(.never)
    inner.close()
    switch end {
    case .closed: break
    case .cut: receiver?.disconnected(BridgeError(.unavailable, "The simulated link was cut."))
    case .lost(let reason): receiver?.disconnected(reason)
    }
  }
}

/// The receiver of the wrapped transport.
private final class ObservingReceiver: TransportReceiver {
  private let transport: SimulatedTransport
  init(_ transport: SimulatedTransport) { self.transport = transport }
  func receive(_ message: Message) { transport.pass(message, .received) }
  func answer(_ request: CallRequest) -> Result<Payload, BridgeError>? {
    if let contract = transport.contract(request) { return contract }
    receive(.call(request))
    return nil
  }
  func dropped(_ message: Message) { transport.dropped(message) }
  func disconnected(_ reason: BridgeError) { transport.lost(reason) }
}
