public import Causeway
import CausewayConcurrency
import DequeModule
import Synchronization

/// Replays one side of a recording: answers calls and emits events as recorded, with the same timing.
///
///     let replay = Replay(try Recording(parsing: text, source: "monday.jsonl"))
///     replay.install(on: bridge)
///
/// A call gets the answer of the first recorded call with the same method and params that was not replayed yet, or else
/// of the first one of its method. If the recording has no further call of the method, the call fails with
/// `FAILED_PRECONDITION`. A listener receives the events that followed the recorded subscription.
public final class Replay: Sendable {
  private enum Step: Sendable {
    case progress(BridgeValue)
    case item(BridgeValue)
    case end(Result<BridgeValue, BridgeError>)
  }

  private struct RecordedCall: Sendable {
    let method: String
    let params: BridgeValue
    let isStream: Bool
    let began: Duration
    var steps: [(after: Duration, step: Step)] = []
  }

  /// The recorded calls, and the calls of each method that were not replayed yet, in order.
  private struct RecordedCalls {
    let all: [RecordedCall]
    var remaining: [String: Deque<Int>] = [:]

    init(_ all: [RecordedCall]) {
      self.all = all
      for (index, call) in all.enumerated() { remaining[call.method, default: []].append(index) }
    }

    /// Takes the first call with these params, or else the first call of the method.
    mutating func take(_ method: String, _ params: BridgeValue) -> RecordedCall? {
      // Most calls come in the recorded order.
      let position = remaining[method].flatMap { left in
        left.isEmpty ? nil : left.firstIndex { all[$0].params == params } ?? 0
      }
      guard let position, let index = remaining[method]?.remove(at: position) else { return nil }
      return all[index]
    }
  }

  /// The events of one recorded subscription.
  private struct Subscription: Sendable {
    let began: Duration
    var events: [(after: Duration, value: BridgeValue)] = []

    mutating func add(_ value: BridgeValue, at time: Duration) { events.append((time - began, value)) }
  }

  private let calls: Mutex<RecordedCalls>
  private let subscriptions: Mutex<[String: Deque<Subscription>]>
  private let methods: [(name: String, isStream: Bool)]

  /// Creates a replay of one side of a recording.
  ///
  /// - Parameter isRecordedEnd: whether to replay the end that was recorded, or the other one.
  public init(_ recording: Recording, asRecordedEnd isRecordedEnd: Bool = true) {
    var calls: [RecordedCall] = []
    var open: [CallID: Int] = [:]
    var subscriptions: [String: Deque<Subscription>] = [:]
    func value(_ payload: Payload) -> BridgeValue { (try? payload.value()) ?? .undefined }
    for entry in recording.entries {
      let isOwn = entry.isSent == isRecordedEnd
      func add(_ step: Step, to id: CallID) {
        if let index = open[id] { calls[index].steps.append((entry.at - calls[index].began, step)) }
      }
      switch entry.message {
      case .call(let request) where !isOwn && request.method == "$/subscribe":
        if let event = (try? request.params.decode([String: String].self))?["event"],
          MethodName.complaint(about: event) == nil
        {
          subscriptions[event, default: []].append(Subscription(began: entry.at))
        }
      // Calls of invalid names were rejected, and are rejected again.
      case .call(let request) where !isOwn && MethodName.complaint(about: request.method) == nil:
        open[request.id] = calls.count
        calls.append(
          RecordedCall(
            method: request.method, params: value(request.params), isStream: request.credit != nil, began: entry.at))
      case .progress(let id, let payload) where isOwn: add(.progress(value(payload)), to: id)
      case .item(let id, let payload) where isOwn: add(.item(value(payload)), to: id)
      case .answer(let id, let answer) where isOwn:
        add(.end(answer.map(value)), to: id)
        open[id] = nil
      case .event(let name, let payload) where isOwn && MethodName.complaint(about: name) == nil:
        // A recording may start after the subscription.
        var subscription = subscriptions.removeValue(forKey: name) ?? [Subscription(began: .zero)]
        subscription[subscription.count - 1].add(value(payload), at: entry.at)
        subscriptions[name] = subscription
      default: break
      }
    }
    methods = Dictionary(grouping: calls, by: \.method).map { ($0, $1.contains(where: \.isStream)) }
      .sorted { $0.name < $1.name }
    self.calls = Mutex(RecordedCalls(calls))
    events = subscriptions.keys.sorted()
    self.subscriptions = Mutex(subscriptions)
  }

  /// The recorded methods.
  public var names: [String] { methods.map(\.name) }

  /// The recorded events.
  public let events: [String]

  /// The recorded calls that were not replayed.
  public var unplayed: [String] {
    calls.withLock { calls in calls.remaining.values.joined().sorted().map { calls.all[$0].method } }
  }

  /// Registers the methods and the events, replacing those with the same names.
  ///
  /// The bridge's clock is the clock of the delays.
  public func install(on bridge: Bridge) {
    let clock = bridge.clock
    for (name, isStream) in methods {
      bridge.removeHandler(name)
      if isStream {
        bridge.stream(name) { [self] (params: BridgeValue, call: CallContext) in
          stream(try next(name, params), call, clock)
        }
      } else {
        bridge.handle(name) { [self] (params: BridgeValue, call: CallContext) async throws -> BridgeValue in
          var player = Player(try next(name, params), clock)
          while let step = try await player.next() {
            switch step {
            case .progress(let progress): call.report(progress: progress)
            case .item: break
            case .end(let answer): return try answer.get()
            }
          }
          return try await Player.never()
        }
      }
    }
    for event in events { bridge.event(event) { [self] _ in replayEvents(event, clock) } }
  }

  /// The events of the next subscription, with the recorded delays after its start.
  private func replayEvents(_ event: String, _ clock: AnyClock) -> AsyncThrowingStream<BridgeValue, any Error> {
    let subscription = subscriptions.withLock { $0[event]?.popFirst() }
    let start = clock.now
    let remaining = Mutex(Deque(subscription?.events ?? []))
    return AsyncThrowingStream {
      guard let (after, value) = remaining.withLock({ $0.popFirst() }) else { return nil }
      let due = start.advanced(by: after)
      if due > clock.now { try await clock.sleep(until: due) }
      return value
    }
  }

  private func next(_ method: String, _ params: BridgeValue) throws -> RecordedCall {
    guard let call = calls.withLock({ $0.take(method, params) }) else {
      throw BridgeError(.failedPrecondition, "The recording has no further call of \(method).", method: method)
    }
    return call
  }

  /// Replays the steps of one recorded call, each at its time.
  private struct Player {
    private let call: RecordedCall
    private let clock: AnyClock
    private let start: Instant
    private var index = 0

    init(_ call: RecordedCall, _ clock: AnyClock) {
      self.call = call
      self.clock = clock
      start = clock.now
    }

    mutating func next() async throws -> Step? {
      guard index < call.steps.count else { return nil }
      let (after, step) = call.steps[index]
      index += 1
      let due = start.advanced(by: after)
      if due > clock.now { try await clock.sleep(until: due) }
      return step
    }

    /// Waits for ever: the recording does not have the call's end.
    static func never() async throws -> BridgeValue {
      let (forever, _) = AsyncStream<Never>.makeStream()
      for await _ in forever {}
      throw CancellationError()
    }
  }

  private func stream(_ recorded: RecordedCall, _ call: CallContext, _ clock: AnyClock) -> AsyncThrowingStream<
    BridgeValue, any Error
  > {
    let player = Mutex(Player(recorded, clock))
    return AsyncThrowingStream {
      while true {
        // No concurrent calls: the consumer requests an item after it has received the previous one.
        var copy = player.withLock { $0 }
        let step = try await copy.next()
        player.withLock { [copy] in $0 = copy }
        switch step {
        case .progress(let progress)?: call.report(progress: progress)
        case .item(let item)?: return item
        case .end(let answer)?:
          _ = try answer.get()
          return nil
        case nil: return try await Player.never()
        }
      }
    }
  }
}
