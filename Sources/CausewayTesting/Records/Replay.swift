public import Causeway
import CausewayConcurrency
import DequeModule
import Synchronization

/// Plays one side of a recording: answers calls as they were answered then and tells of the same events, with the same
/// pauses.
///
///     let replay = Replay(try Recording(parsing: text, source: "monday.jsonl"))
///     replay.install(on: bridge)
///
/// A call gets what the first call of its method with the same params got that has not been played yet; if there is none,
/// the first of its method. When the recording has no further call of the method, the call fails with
/// `FAILED_PRECONDITION`. Whoever listens to an event gets what came in the recording since its listening began.
public final class Replay: Sendable {
  private enum Step: Sendable {
    case progress(BridgeValue)
    case item(BridgeValue)
    case end(Result<BridgeValue, BridgeError>)
  }

  private struct Turn: Sendable {
    let method: String
    let params: BridgeValue
    let isStream: Bool
    let began: Duration
    var steps: [(after: Duration, step: Step)] = []
  }

  /// The recorded calls, and those of each method that have not been played yet, in order.
  private struct Turns {
    let all: [Turn]
    var left: [String: Deque<Int>] = [:]

    init(_ all: [Turn]) {
      self.all = all
      for (index, turn) in all.enumerated() { left[turn.method, default: []].append(index) }
    }

    /// Takes the first with these params, or the first of the method.
    mutating func take(_ method: String, _ params: BridgeValue) -> Turn? {
      // Most come in the order in which they came then.
      let place = left[method].flatMap { left in
        left.isEmpty ? nil : left.firstIndex { all[$0].params == params } ?? 0
      }
      guard let place, let index = left[method]?.remove(at: place) else { return nil }
      return all[index]
    }
  }

  /// What somebody heard who listened to an event.
  private struct Listening: Sendable {
    let began: Duration
    var events: [(after: Duration, value: BridgeValue)] = []

    mutating func add(_ value: BridgeValue, at time: Duration) { events.append((time - began, value)) }
  }

  private let turns: Mutex<Turns>
  private let listenings: Mutex<[String: Deque<Listening>]>
  private let methods: [(name: String, isStream: Bool)]

  /// Plays what one side of a recording said.
  ///
  /// - Parameter isRecordedEnd: whether that is the end at which it was recorded, or the other one.
  public init(_ recording: Recording, asRecordedEnd isRecordedEnd: Bool = true) {
    var turns: [Turn] = []
    var open: [CallID: Int] = [:]
    var listenings: [String: Deque<Listening>] = [:]
    func value(_ payload: Payload) -> BridgeValue { (try? payload.value()) ?? .undefined }
    for entry in recording.entries {
      let isOwn = entry.isSent == isRecordedEnd
      func add(_ step: Step, to id: CallID) {
        if let index = open[id] { turns[index].steps.append((entry.at - turns[index].began, step)) }
      }
      switch entry.message {
      case .call(let request) where !isOwn && request.method == "$/subscribe":
        if let event = (try? request.params.decode([String: String].self))?["event"],
          MethodName.complaint(about: event) == nil
        {
          listenings[event, default: []].append(Listening(began: entry.at))
        }
      // Any other name was refused then, and is now.
      case .call(let request) where !isOwn && MethodName.complaint(about: request.method) == nil:
        open[request.id] = turns.count
        turns.append(
          Turn(
            method: request.method, params: value(request.params), isStream: request.credit != nil, began: entry.at))
      case .progress(let id, let payload) where isOwn: add(.progress(value(payload)), to: id)
      case .item(let id, let payload) where isOwn: add(.item(value(payload)), to: id)
      case .answer(let id, let answer) where isOwn:
        add(.end(answer.map(value)), to: id)
        open[id] = nil
      case .event(let name, let payload) where isOwn && MethodName.complaint(about: name) == nil:
        // A recording may begin when somebody listens already.
        var heard = listenings.removeValue(forKey: name) ?? [Listening(began: .zero)]
        heard[heard.count - 1].add(value(payload), at: entry.at)
        listenings[name] = heard
      default: break
      }
    }
    methods = Dictionary(grouping: turns, by: \.method).map { ($0, $1.contains(where: \.isStream)) }
      .sorted { $0.name < $1.name }
    self.turns = Mutex(Turns(turns))
    events = listenings.keys.sorted()
    self.listenings = Mutex(listenings)
  }

  /// The methods that were called.
  public var names: [String] { methods.map(\.name) }

  /// The events that were listened to.
  public let events: [String]

  /// The recorded calls that have not been made again.
  public var unplayed: [String] {
    turns.withLock { turns in turns.left.values.joined().sorted().map { turns.all[$0].method } }
  }

  /// Registers the methods and the events, in place of those of the same names.
  ///
  /// Delays run on the bridge's clock.
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
    for event in events { bridge.event(event) { [self] _ in tell(event, clock) } }
  }

  /// The events of the next listening, each so long after its beginning as in the recording.
  private func tell(_ event: String, _ clock: AnyClock) -> AsyncThrowingStream<BridgeValue, any Error> {
    let listening = listenings.withLock { $0[event]?.popFirst() }
    let start = clock.now
    let left = Mutex(Deque(listening?.events ?? []))
    return AsyncThrowingStream {
      guard let (after, value) = left.withLock({ $0.popFirst() }) else { return nil }
      let due = start.advanced(by: after)
      if due > clock.now { try await clock.sleep(until: due) }
      return value
    }
  }

  private func next(_ method: String, _ params: BridgeValue) throws -> Turn {
    guard let turn = turns.withLock({ $0.take(method, params) }) else {
      throw BridgeError(.failedPrecondition, "The recording has no further call of \(method).", method: method)
    }
    return turn
  }

  /// Gives one recorded call's steps, each at its time.
  private struct Player {
    private let turn: Turn
    private let clock: AnyClock
    private let start: Instant
    private var index = 0

    init(_ turn: Turn, _ clock: AnyClock) {
      self.turn = turn
      self.clock = clock
      start = clock.now
    }

    mutating func next() async throws -> Step? {
      guard index < turn.steps.count else { return nil }
      let (after, step) = turn.steps[index]
      index += 1
      let due = start.advanced(by: after)
      if due > clock.now { try await clock.sleep(until: due) }
      return step
    }

    /// Waits for the call's end, which the recording does not have.
    static func never() async throws -> BridgeValue {
      let (forever, _) = AsyncStream<Never>.makeStream()
      for await _ in forever {}
      throw CancellationError()
    }
  }

  private func stream(_ turn: Turn, _ call: CallContext, _ clock: AnyClock) -> AsyncThrowingStream<
    BridgeValue, any Error
  > {
    let player = Mutex(Player(turn, clock))
    return AsyncThrowingStream {
      while true {
        // One at a time: whoever takes the items asks for the next when it has this one.
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
