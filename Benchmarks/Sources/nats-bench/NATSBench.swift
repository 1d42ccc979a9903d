#if NATS
import CPlainNATS
import Causeway
import CausewayNATS

/// Calls over NATS beside plain C with libnats, in the same run: `make bench-nats`.
@main struct NATSBench {
  static func main() async throws {
    guard let url = CommandLine.arguments.dropFirst().first else { return print("nats-bench URL") }
    print("in flight | C prompt | C buffered | ours | of the better of C (µs a call, medians of 5 rounds)")
    for (depth, count) in [(1, 3_000), (16, 20_000), (256, 40_000)] {
      var rounds: [[Double]] = [[], [], []]
      for _ in 0..<5 {
        rounds[0].append(plain_nats(url, CInt(depth), CInt(count), true))
        // One in flight takes a millisecond without being prompt.
        rounds[1].append(plain_nats(url, CInt(depth), CInt(depth == 1 ? 300 : count), false))
        rounds[2].append(try await ours(url, depth, count))
      }
      let medians = rounds.map { $0.sorted()[2] }
      let shown = medians.map { String(Double(Int($0 * 10)) / 10) }.joined(separator: " | ")
      print("\(depth) | \(shown) | \(Double(Int(medians[2] / min(medians[0], medians[1]) * 100)) / 100)")
    }
  }

  /// Microseconds a call, over two connections of this process.
  static func ours(_ url: String, _ depth: Int, _ count: Int) async throws -> Double {
    let bridge = Bridge()
    bridge.handle("echo") { (value: [Int]) in value }
    let worker = try await bridge.serve(on: NATSClient.connect(url), as: "ours", permissions: ["echo"])
    let caller = try await Bridge().connect(to: "ours", on: NATSClient.connect(url))
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
    return (ContinuousClock.now - start) / .microseconds(1) / Double(count / depth * depth)
  }
}
#else
@main struct NATSBench {
  static func main() { print("nats-bench needs the trait NATS.") }
}
#endif
