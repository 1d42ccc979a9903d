#if NATS
import CPlainNATS
import Causeway
import CausewayNATS

/// Items of a stream of 1 KB each, with credit, beside messages that C publishes without any.
enum Items {
  private static let text = String(repeating: "x", count: 1_000)

  /// The same item, as often as wanted.
  private struct Producer: AsyncSequence, Sendable {
    let count: Int

    struct AsyncIterator: AsyncIteratorProtocol {
      var left: Int

      mutating func next() async -> String? {
        guard left > 0 else { return nil }
        left -= 1
        return text
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(left: count) }
  }

  static func measure(_ url: String) async throws {
    let count = 60_000
    print(
      "items of 1 KB: C publishes | our stream | our stream without NATS | C's time beside ours (µs, medians of 5 rounds)"
    )
    var rounds: [[Double]] = [[], [], []]
    for _ in 0..<5 {
      rounds[0].append(plain_publish(url, CInt(count), 1_002))
      rounds[1].append(try await overNATS(url, count))
      rounds[2].append(try await inProcess(count))
    }
    let medians = rounds.map(NATSBench.median)
    let shown = medians.map(NATSBench.digits).joined(separator: " | ")
    print("\(shown) | \(NATSBench.ratio(medians[0] / medians[1]))")
  }

  private static func bridge() -> Bridge {
    let bridge = Bridge()
    bridge.stream("items") { (count: Int, _: CallContext) in Producer(count: count) }
    return bridge
  }

  private static func overNATS(_ url: String, _ count: Int) async throws -> Double {
    let worker = try await bridge().serve(on: NATSClient.connect(url), as: "items", permissions: ["items"])
    let caller = try await Bridge().connect(to: "items", on: NATSClient.connect(url))
    return try await take(count, from: caller, worker)
  }

  /// The floor: the same stream on a link that does nothing.
  private static func inProcess(_ count: Int) async throws -> Double {
    let (near, far) = LoopbackTransport.pair()
    let worker = bridge().connect(near, permissions: ["items"])
    return try await take(count, from: Bridge().connect(far, permissions: .none), worker)
  }

  private static func take(_ count: Int, from caller: Connection, _ worker: Connection) async throws -> Double {
    defer {
      caller.close()
      worker.close()
    }
    let start = ContinuousClock.now
    var taken = 0
    for try await item in caller.stream("items", count, of: String.self, timeout: .seconds(300), buffer: 1_024) {
      taken += item.utf8.count
    }
    guard taken == count * text.utf8.count else { throw BridgeError(.internal, "\(taken) bytes came.") }
    return NATSBench.elapsed(start, count)
  }
}
#endif
