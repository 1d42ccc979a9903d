public import Causeway
import CausewayConcurrency
import DequeModule
import HeapModule
import Synchronization

/// A link that behaves as a plan says: it wraps any other transport, and delays, loses, doubles and cuts.
///
///     let (left, right) = LoopbackTransport.pair()
///     let plan = try FaultPlan(parsing: "wifi.*: delay=200ms±50ms drop=2% seed=7")
///     server.connect(SimulatedTransport(left, plan: plan, clock: clock), permissions: .all)
///
/// It takes the clock of the bridge that it connects. A message that nothing happens to passes at once, on the thread
/// that sends it; a call that would be one too many on its way is answered with `RESOURCE_EXHAUSTED`. Unlike an honest transport it may double messages and mix their order, if its plan says so.
public final class SimulatedTransport: Transport {
  typealias Direction = FaultRule.Direction

  /// What the link has done.
  public struct Statistics: Sendable, Equatable {
    /// Messages that went in, both ways.
    public var messages = 0
    /// Messages that took time.
    public var delayed = 0
    /// Messages that were lost.
    public var dropped = 0
    /// Messages that arrived twice.
    public var duplicated = 0
    /// Messages that others could overtake.
    public var reordered = 0
    /// Answers that arrived after the deadline.
    public var late = 0
    /// Whether the link was cut.
    public var isCut = false

    /// A link that has done nothing.
    public init() {}
  }

  private struct Envelope: Comparable {
    let due: Duration
    let sequence: Int
    let message: Message
    static func < (left: Envelope, right: Envelope) -> Bool { (left.due, left.sequence) < (right.due, right.sequence) }
    static func == (left: Envelope, right: Envelope) -> Bool { left.sequence == right.sequence }
  }

  /// One way of the link.
  private struct LinkDirection {
    private(set) var travelling = Heap<Envelope>()
    var arrived: Deque<Message> = []
    var isDelivering = false
    /// Of what travels.
    private var (calls, bytes) = (0, 0)

    /// Why one more call may not travel here.
    func refusal(of message: Message, _ limits: Limits) -> BridgeError? {
      guard case .call = message else { return nil }
      if calls >= limits.callsInFlight {
        return .exhausted("callsInFlight", maximum: limits.callsInFlight, "One more call")
      }
      if message.weight > limits.bytesInFlight - bytes {
        return .exhausted("bytesInFlight", maximum: limits.bytesInFlight, "A call of \(message.weight) bytes")
      }
      return nil
    }

    mutating func insert(_ parcel: Envelope) {
      travelling.insert(parcel)
      count(parcel, 1)
    }

    /// Takes out what is due; nil when nothing is.
    mutating func removeDue(at now: Duration) -> Envelope? {
      guard let parcel = travelling.min, parcel.due <= now else { return nil }
      travelling.removeMin()
      count(parcel, -1)
      return parcel
    }

    /// Takes out what waits for no time, in its order.
    mutating func removeHeld() -> [Envelope] {
      let held = travelling.unordered.filter { $0.due == Quantity.always }
      travelling = Heap(travelling.unordered.filter { $0.due != Quantity.always })
      for parcel in held { count(parcel, -1) }
      return held.sorted()
    }

    private mutating func count(_ parcel: Envelope, _ sign: Int) {
      if case .call = parcel.message { calls += sign }
      bytes += sign * parcel.message.weight
    }
  }

  private struct State {
    var receiver: (any TransportReceiver)?
    var decider: FaultDecider
    var book = CallTracker()
    var lanes: [Direction: LinkDirection] = [.sent: LinkDirection(), .received: LinkDirection()]
    var sequence = 0
    var isFrozen = false
    var isOver = false
    var statistics = Statistics()

    init(_ plan: FaultPlan) { decider = FaultDecider(plan) }

    mutating func move(_ message: Message, _ direction: Direction, arrival: Duration, now: Duration) {
      if arrival <= now, lanes[direction]?.travelling.min.map({ $0.due > now }) ?? true {
        lanes[direction]?.arrived.append(message)
      } else {
        sequence += 1
        lanes[direction]?.insert(Envelope(due: arrival, sequence: sequence, message: message))
      }
    }

    var nextDue: Duration? {
      // Not as a key path: the standard library copies an optional's payload onto itself, which AddressSanitizer stops.
      let dues = lanes.values.compactMap { $0.travelling.min?.due } + [decider.cutAfter].compactMap(\.self)
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
  private let deadlineTimer = Mutex<DeadlineTimer?>(nil)

  /// Wraps a transport.
  ///
  /// - Parameters:
  ///   - clock: the clock of the bridge that it connects; real if that is, then delays are too.
  ///   - limits: what may be on its way at most, each way: `callsInFlight` and `bytesInFlight`.
  public init(_ transport: any Transport, plan: FaultPlan, clock: any Clock<Duration>, limits: Limits = Limits()) {
    self.limits = limits
    inner = transport
    self.plan = plan
    self.clock = AnyClock(clock)
    state = Mutex(State(plan))
  }

  /// What the link has done so far.
  public var statistics: Statistics { state.withLock { $0.statistics } }

  /// How many messages are on their way.
  public var travelling: Int {
    state.withLock { $0.lanes.values.reduce(0) { $0 + $1.travelling.count + $1.arrived.count } }
  }

  // MARK: Transport

  /// Begins delivery, and the link's time.
  public func start(_ receiver: any TransportReceiver) {
    state.withLock { $0.receiver = receiver }
    inner.start(ObservingReceiver(self))
    setAlarm()
  }

  /// Sends a message into the plan; never throws: a call that cannot be carried is answered with the reason.
  public func send(_ message: Message) throws(BridgeError) { pass(message, .sent) }

  /// Ends the link; what is on its way is lost.
  public func close() { end(.closed) }

  /// Whether the wrapped link says so, or the plan doubles messages: what comes twice is then a copy.
  public var idsAreUnique: Bool { inner.idsAreUnique || plan.rules.contains { ($0.duplicate ?? 0) > 0 } }

  /// Bytes that wait in the wrapped link.
  public var bytesWaiting: Int { inner.bytesWaiting }

  // MARK: By hand

  /// Loses the link now.
  public func cut() { end(.cut) }

  /// Lets nothing through until ``thaw()``.
  public func freeze() { state.withLock { $0.isFrozen = true } }

  /// Lets everything through that was held back, also by a rule that freezes without an end.
  public func thaw() {
    let now = elapsed
    state.withLock { state in
      state.isFrozen = false
      for direction in Direction.allCases {
        for parcel in state.lanes[direction]?.removeHeld() ?? [] {
          state.move(parcel.message, direction, arrival: now, now: now)
        }
      }
    }
    arrive()
  }

  // MARK: Passing

  private var elapsed: Duration { Instant.origin.duration(to: clock.now) }

  fileprivate func pass(_ message: Message, _ direction: Direction) {
    let now = elapsed
    if case .call(let request) = message, let error = refusal(of: message, direction) {
      // At once, whatever the plan says: answers that travel would be as many again.
      let answer = Message.answer(request.id, .failure(error))
      guard direction == .sent else { return (try? inner.send(answer)) ?? () }
      return state.withLock { $0.receiver }?.receive(answer) ?? ()
    }
    let isCut: Bool = state.withLock { state in
      guard !state.isOver else { return false }
      state.statistics.messages += 1
      let facts = state.book.note(message, direction, at: now)
      let fate = state.decider.fate(of: facts, at: now)
      if fate.arrivals.isEmpty { state.statistics.dropped += 1 }
      if fate.arrivals.count > 1 { state.statistics.duplicated += 1 }
      if !fate.keepsOrder, !fate.isLate { state.statistics.reordered += 1 }
      if fate.isLate { state.statistics.late += 1 }
      if let first = fate.arrivals.first, first > now { state.statistics.delayed += 1 }
      for arrival in fate.arrivals {
        let arrival = fate.keepsOrder ? state.book.queue(message, direction, due: arrival) : arrival
        state.move(message, direction, arrival: arrival, now: now)
      }
      return fate.cutsLink
    }
    if isCut { return end(.cut) }
    deliver(direction)
    setAlarm()
  }

  private func refusal(of message: Message, _ direction: Direction) -> BridgeError? {
    state.withLock { $0.isOver ? nil : $0.lanes[direction]?.refusal(of: message, limits) }
  }

  /// Delivers what is due.
  private func arrive() {
    let now = elapsed
    let isCut: Bool = state.withLock { state in
      if let moment = state.decider.cutAfter, moment <= now { return true }
      for direction in Direction.allCases {
        while let parcel = state.lanes[direction]?.removeDue(at: now) {
          state.lanes[direction]?.arrived.append(parcel.message)
        }
      }
      return false
    }
    if isCut { return end(.cut) }
    deliver(.received)
    deliver(.sent)
    setAlarm()
  }

  /// Hands over what has arrived, one at a time, whoever comes here.
  private func deliver(_ direction: Direction) {
    while true {
      let next: (Message, (any TransportReceiver)?)? = state.withLock { state in
        guard !state.isFrozen, state.lanes[direction]?.isDelivering == false,
          let message = state.lanes[direction]?.arrived.popFirst()
        else { return nil }
        state.lanes[direction]?.isDelivering = true
        return (message, state.receiver)
      }
      guard let (message, receiver) = next else { return }
      if direction == .received { receiver?.receive(message) } else { forward(message, receiver) }
      state.withLock { $0.lanes[direction]?.isDelivering = false }
    }
  }

  private func forward(_ message: Message, _ receiver: (any TransportReceiver)?) {
    do throws(BridgeError) {
      try inner.send(message)
    } catch {
      // As the connection would have done, had it been told in time.
      switch message {
      case .call(let request): receiver?.receive(.answer(request.id, .failure(error)))
      case .answer(let id, .success): try? inner.send(.answer(id, .failure(error)))
      case .item(let id, _): receiver?.receive(.cancel(id, error.code))
      default: break
      }
    }
  }

  private func setAlarm() {
    guard let due = state.withLock({ $0.isOver ? nil : $0.nextDue }), due != Quantity.always else { return }
    deadlineTimer.withLock { deadlineTimer in
      if deadlineTimer == nil {
        deadlineTimer = DeadlineTimer(clock: clock, name: "a simulated link") { [weak self] in self?.arrive() }
      }
      return deadlineTimer
    }?.set(noLaterThan: .origin.advanced(by: due))  // Another thread may know of an earlier one by now.
  }

  // MARK: Ends

  fileprivate func dropped(_ message: Message) { state.withLock { $0.receiver }?.dropped(message) }

  fileprivate func lost(_ reason: BridgeError) { end(.lost(reason)) }

  private func end(_ end: End) {
    let receiver: (any TransportReceiver)? = state.withLock { state in
      guard !state.isOver else { return nil }
      state.isOver = true
      state.lanes = [.sent: LinkDirection(), .received: LinkDirection()]
      if case .cut = end { state.statistics.isCut = true }
      defer { state.receiver = nil }
      return state.receiver
    }
    deadlineTimer.withLock { deadlineTimer in
      defer { deadlineTimer = nil }
      return deadlineTimer
    }?.set(.never)
    inner.close()
    switch end {
    case .closed: break
    case .cut: receiver?.disconnected(BridgeError(.unavailable, "The simulated link was cut."))
    case .lost(let reason): receiver?.disconnected(reason)
    }
  }
}

/// The receiver that the wrapped transport knows.
private final class ObservingReceiver: TransportReceiver {
  private let transport: SimulatedTransport
  init(_ transport: SimulatedTransport) { self.transport = transport }
  func receive(_ message: Message) { transport.pass(message, .received) }
  func dropped(_ message: Message) { transport.dropped(message) }
  func disconnected(_ reason: BridgeError) { transport.lost(reason) }
}
