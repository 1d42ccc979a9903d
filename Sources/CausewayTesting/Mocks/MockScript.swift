public import Causeway
import CausewayConcurrency
import Synchronization

/// A native side that is written down: which method answers what, and when.
///
///     let script = MockScript([
///       "wifi.ssid": [.answer("Home", after: .fixed(.milliseconds(300)))],
///       "rows.query": [.answer([]), .answer([]), .fail(BridgeError(.unavailable, "gone")), .answer([])],
///     ])
///     script.install(on: bridge)
///
/// The first answer is for the first call of a method, and so on; the last one also for all that follow. The same as a
/// JSON file, for people who write no Swift:
///
///     {
///       "wifi.ssid": { "answer": "Home", "after": "300ms" },
///       "rows.query": [{ "answer": [] }, { "answer": [] }, { "fail": "UNAVAILABLE", "message": "gone" }, { "answer": [] }],
///       "device.scan": { "never": true },
///       "network.changes": { "stream": [{ "online": true }, { "online": false }], "every": "5s" }
///     }
public final class MockScript: Sendable {
  /// A method that is mocked.
  struct Method: Sendable {
    let name: String
    let answers: [MockAnswer]
    /// Where it is written; nil for one that was made in Swift.
    let place: String?
  }

  private let methods: [Method]
  private let seed: UInt64
  private let counts = Mutex<[String: Int]>([:])

  /// Answers for methods.
  ///
  /// - Parameter seed: decides how long a delay is that is not fixed.
  public convenience init(_ answers: [String: [MockAnswer]], seed: UInt64 = 1) {
    self.init(answers.map { Method(name: $0, answers: $1, place: nil) }.sorted { $0.name < $1.name }, seed: seed)
  }

  init(_ methods: [Method], seed: UInt64) {
    self.methods = methods
    self.seed = seed
  }

  /// The methods that have answers.
  public var names: [String] { methods.map(\.name) }

  /// How often a method was called.
  public func callCount(_ method: String) -> Int { counts.withLock { $0[method] ?? 0 } }

  /// The methods that nobody has called: a mistyped name, or a test that tests nothing.
  ///
  /// With its place in the file, where there is one.
  public var uncalled: [String] {
    let called = counts.withLock { Set($0.keys) }
    return methods.filter { !called.contains($0.name) }.map { method in
      method.place.map { "\(method.name) (\($0))" } ?? method.name
    }
  }

  /// Registers the methods, in place of handlers of the same names.
  ///
  /// Delays run on the bridge's clock.
  public func install(on bridge: Bridge) {
    let clock = bridge.clock
    for method in methods {
      bridge.removeHandler(method.name)
      if method.answers.contains(where: \.isStream) {
        bridge.stream(method.name) { [self] (call: CallContext) in stream(next(method), call, clock) }
      } else {
        bridge.handle(method.name) { [self] (_: CallContext) async throws in try await answer(next(method), clock) }
      }
    }
  }

  private typealias Turn = (answer: MockAnswer, number: Int, method: String)

  private func next(_ method: Method) -> Turn {
    let number = counts.withLock { counts in
      counts[method.name, default: 0] += 1
      return counts[method.name] ?? 1
    }
    return (method.answers[min(number, method.answers.count) - 1], number, method.name)
  }

  private func wait(_ delay: Delay, _ turn: Turn, _ question: String, _ clock: AnyClock) async throws {
    var random = StableRandom(seed: seed, question, turn.method, String(turn.number))
    let time = delay.draw(&random)
    if time > .zero { try await clock.sleep(until: clock.now.advanced(by: time)) }
  }

  private func answer(_ turn: Turn, _ clock: AnyClock) async throws -> BridgeValue {
    try await wait(turn.answer.delay, turn, "after", clock)
    switch turn.answer.act {
    // Of several answers the first counts.
    case .result(let value, let times) where times > 0: return value
    case .failure(let error): throw error
    case .never, .items, .result:
      let (forever, _) = AsyncStream<Never>.makeStream()
      for await _ in forever {}
      throw CancellationError()
    }
  }

  private func stream(_ turn: Turn, _ call: CallContext, _ clock: AnyClock) -> AsyncThrowingStream<
    BridgeValue, any Error
  > {
    let position = Mutex(0)
    return AsyncThrowingStream { [self] in
      guard case .items(let items, let rhythm, let failure) = turn.answer.act else {
        // Among streams an answer is a stream of one item.
        let isFirst = position.withLock { position in
          defer { position += 1 }
          return position == 0
        }
        return isFirst ? try await answer(turn, clock) : nil
      }
      let index = position.withLock { position in
        defer { position += 1 }
        return position
      }
      guard index < items.count else {
        if let failure { throw failure }
        return nil
      }
      try await wait(index == 0 ? turn.answer.delay : rhythm, turn, "item \(index)", clock)
      return items[index]
    }
  }
}
