public import Causeway
import CausewayConcurrency
import Synchronization

/// Mock handlers: for each method a list of answers, with delays.
///
///     let script = MockScript([
///       "wifi.ssid": [.answer("Home", after: .fixed(.milliseconds(300)))],
///       "rows.query": [.answer([]), .answer([]), .fail(BridgeError(.unavailable, "gone")), .answer([])],
///     ])
///     script.install(on: bridge)
///
/// The first answer is for the first call of a method, and so on; the last one is repeated. The same script as a JSON
/// file, without Swift code:
///
///     {
///       "wifi.ssid": { "answer": "Home", "after": "300ms" },
///       "rows.query": [{ "answer": [] }, { "answer": [] }, { "fail": "UNAVAILABLE", "message": "gone" }, { "answer": [] }],
///       "device.scan": { "never": true },
///       "network.changes": { "stream": [{ "online": true }, { "online": false }], "every": "5s" }
///     }
public final class MockScript: Sendable {
  /// A mocked method.
  struct Method: Sendable {
    let name: String
    let answers: [MockAnswer]
    /// Its position in the file; nil for a method from Swift.
    let location: String?
  }

  private let methods: [Method]
  private let seed: UInt64
  private let counts = Mutex<[String: Int]>([:])

  /// Creates a script from answers for methods.
  ///
  /// - Parameter seed: the seed of random delays.
  public convenience init(_ answers: [String: [MockAnswer]], seed: UInt64 = 1) {
    self.init(answers.map { Method(name: $0, answers: $1, location: nil) }.sorted { $0.name < $1.name }, seed: seed)
  }

  init(_ methods: [Method], seed: UInt64) {
    self.methods = methods
    self.seed = seed
  }

  /// The mocked methods.
  public var names: [String] { methods.map(\.name) }

  /// The number of calls of a method.
  public func callCount(_ method: String) -> Int { counts.withLock { $0[method] ?? 0 } }

  /// The methods without a call, which indicates a mistyped name or an ineffective test.
  ///
  /// Each with its position in the file, if it has one.
  public var uncalled: [String] {
    let called = counts.withLock { Set($0.keys) }
    return methods.filter { !called.contains($0.name) }.map { method in
      method.location.map { "\(method.name) (\($0))" } ?? method.name
    }
  }

  /// Registers the methods, replacing handlers with the same names.
  ///
  /// The bridge's clock is the clock of the delays.
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

  private typealias Invocation = (answer: MockAnswer, number: Int, method: String)

  private func next(_ method: Method) -> Invocation {
    let number = counts.withLock { counts in
      counts[method.name, default: 0] += 1
      return counts[method.name] ?? 1
    }
    return (method.answers[min(number, method.answers.count) - 1], number, method.name)
  }

  private func wait(_ delay: Delay, _ invocation: Invocation, _ question: String, _ clock: AnyClock) async throws {
    var random = StableRandom(seed: seed, question, invocation.method, String(invocation.number))
    let time = delay.draw(&random)
    if time > .zero { try await clock.sleep(until: clock.now.advanced(by: time)) }
  }

  private func answer(_ invocation: Invocation, _ clock: AnyClock) async throws -> BridgeValue {
    try await wait(invocation.answer.delay, invocation, "after", clock)
    switch invocation.answer.behavior {
    // The first of several answers counts.
    case .result(let value, let times) where times > 0: return value
    case .failure(let error): throw error
    case .never, .items, .result:
      let (forever, _) = AsyncStream<Never>.makeStream()
      for await _ in forever {}
      throw CancellationError()
    }
  }

  private func stream(_ invocation: Invocation, _ call: CallContext, _ clock: AnyClock) -> AsyncThrowingStream<
    BridgeValue, any Error
  > {
    let position = Mutex(0)
    return AsyncThrowingStream { [self] in
      guard case .items(let items, let interval, let failure) = invocation.answer.behavior else {
        // In a list for a stream, an answer is a stream with one item.
        let isFirst = position.withLock { position in
          defer { position += 1 }
          return position == 0
        }
        return isFirst ? try await answer(invocation, clock) : nil
      }
      let index = position.withLock { position in
        defer { position += 1 }
        return position
      }
      guard index < items.count else {
        if let failure { throw failure }
        return nil
      }
      try await wait(index == 0 ? invocation.answer.delay : interval, invocation, "item \(index)", clock)
      return items[index]
    }
  }
}
