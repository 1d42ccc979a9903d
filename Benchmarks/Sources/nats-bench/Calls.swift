#if NATS
import CPlainNATS
import Causeway
import CausewayNATS

/// Calls of an echo of a small array over two connections of this process.
enum Calls {
  static func measure(_ url: String) async throws {
    print(
      "in flight | C prompt | C buffered | ours | ours without NATS | beside the better of C",
      "(µs a call, medians of 5 rounds)")
    for (depth, count) in [(1, 3_000), (16, 20_000), (256, 40_000)] {
      var rounds: [[Double]] = [[], [], [], []]
      for _ in 0..<5 {
        rounds[0].append(plain_nats(url, CInt(depth), CInt(count), true))
        // One in flight takes a millisecond without being prompt.
        rounds[1].append(plain_nats(url, CInt(depth), CInt(depth == 1 ? 300 : count), false))
        rounds[2].append(try await overNATS(url, depth, count))
        rounds[3].append(try await inProcess(depth, count))
      }
      let medians = rounds.map(NATSBench.median)
      let shown = medians.map(NATSBench.digits).joined(separator: " | ")
      print("\(depth) | \(shown) | \(NATSBench.ratio(medians[2] / min(medians[0], medians[1])))")
    }
    try await costs(url)
  }

  /// The processor time of a call, which says what machines can carry.
  private static func costs(_ url: String) async throws {
    let count = 100_000
    let start = NATSBench.processorTime()
    _ = plain_nats(url, 256, CInt(count), false)
    let middle = NATSBench.processorTime()
    _ = try await overNATS(url, 256, count)
    let end = NATSBench.processorTime()
    func cost(_ from: Double, _ to: Double) -> String { NATSBench.digits((to - from) / Double(count)) }
    print("processor time of a call, 256 in flight: caller and worker | server (µs)")
    print("C | \(cost(start.own, middle.own)) | \(cost(start.server, middle.server))")
    print("ours | \(cost(middle.own, end.own)) | \(cost(middle.server, end.server))")
  }

  private static func bridge() -> Bridge {
    let bridge = Bridge()
    bridge.handle("echo") { (value: [Int]) in value }
    return bridge
  }

  private static func overNATS(_ url: String, _ depth: Int, _ count: Int) async throws -> Double {
    let worker = try await bridge().serve(on: NATSClient.connect(url), as: "ours", permissions: ["echo"])
    let caller = try await Bridge().connect(to: "ours", on: NATSClient.connect(url))
    return try await call(caller, worker, depth, count)
  }

  /// The same calls on a link that does nothing.
  private static func inProcess(_ depth: Int, _ count: Int) async throws -> Double {
    let (near, far) = LoopbackTransport.pair()
    let worker = bridge().connect(near, permissions: ["echo"])
    return try await call(Bridge().connect(far, permissions: .none), worker, depth, count)
  }

  /// Microseconds a call.
  private static func call(
    _ caller: Connection, _ worker: Connection, _ depth: Int, _ count: Int
  ) async throws -> Double {
    defer {
      caller.close()
      worker.close()
    }
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<depth {
        group.addTask {
          for _ in 0..<count / depth { let _: [Int] = try await caller.call("echo", [1, 2, 3]) }
        }
      }
      try await group.waitForAll()
    }
    return NATSBench.elapsed(start, count / depth * depth)
  }
}
#endif
