#if NATS
import CPlainNATS
import Causeway
import CausewayNATS
import CausewayQueue
import Foundation

/// Items of 1 KB that a server stores on its disk.
enum Queues {
  static func measure(_ url: String) async throws {
    let count = 2_000
    print(
      "items of 1 KB, one at a time: C puts | our put | C fetches and acknowledges | ours (µs, medians of 3 rounds)")
    var rounds: [[Double]] = [[], [], [], []]
    for round in 0..<3 {
      var (put, take) = (0.0, 0.0)
      guard plain_queue(url, CInt(count), 1_000, &put, &take) else { return print("JetStream does not answer.") }
      rounds[0].append(put)
      rounds[2].append(take)
      let queue = try await JetStreamQueue("bench\(round)", on: NATSClient.connect(url))
      let item = Data(repeating: 0x78, count: 1_000)
      var start = ContinuousClock.now
      for _ in 0..<count { try await queue.put(item) }
      rounds[1].append(NATSBench.elapsed(start, count))
      start = ContinuousClock.now
      for _ in 0..<count { try await queue.lease()?.acknowledge() }
      rounds[3].append(NATSBench.elapsed(start, count))
    }
    print(rounds.map { NATSBench.digits(NATSBench.median($0)) }.joined(separator: " | "))
    let queue = try await JetStreamQueue("many", on: NATSClient.connect(url))
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask { for _ in 0..<500 { try await queue.put(Data(repeating: 0x78, count: 1_000)) } }
      }
      try await group.waitForAll()
    }
    print("16 puts at a time: \(Int(1e6 / NATSBench.elapsed(start, 8_000))) items a second")
  }
}
#endif
