#if Plugins
import CausewayQueue
import Foundation
import GRDB
import TestSupport
import Testing

/// The number of kills; `QUEUE_KILLS=5000` for a longer run.
private let kills = ProcessInfo.processInfo.environment["QUEUE_KILLS"].flatMap(Int.init) ?? 300

/// Producers and consumers are killed repeatedly; then the logs are compared with the queue.
@Suite(.timeLimit(.minutes(5 + kills / 60))) struct KillTests {
  @Test func `killing producers and consumers at random times loses and duplicates nothing`() async throws {
    let folder = try TestFolder()
    var random = SeededRandom()
    var processes = try QueueProcesses(
      queue: folder.queuePath, folder: folder.path, producers: 2, consumers: 2, seed: random.seed)
    for _ in 0..<kills {
      // Real time: processes work meanwhile, and are killed at a random moment.
      try await Task.sleep(for: .milliseconds(.random(in: 0...30, using: &random)))
      let victim = Int.random(in: 0..<4, using: &random)
      let end = processes.kill(victim)
      guard end == 128 + SIGKILL else {
        Issue.record("\(processes.places[victim].name) ended without being killed: \(end)")
        break
      }
      try processes.start(victim)
    }
    for index in processes.places.indices { _ = processes.kill(index) }
    let left = try await drain(folder.queuePath)
    #expect(try processes.events("error") == [])

    // Each confirmed put is one acknowledged item, and each item was acknowledged once.
    let confirmed = try processes.events("put")
    let acknowledged = try processes.events("ack")
    let rows = try await otherConnection(folder.queuePath).read { db in
      #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM payload") == 0)
      return try Row.fetchAll(db, sql: "SELECT key, state FROM item").map { ($0["key"] as String, $0["state"] as Int) }
    }
    let done = Set(rows.map(\.0))
    #expect(rows.allSatisfy { $0.1 == 2 } && done.count == rows.count)
    #expect(done.isSuperset(of: confirmed))
    // A put whose confirmation was lost by a kill was repeated under its key: at most one more for each producer.
    #expect(done.count <= Set(confirmed).count + 2 && Set(confirmed).count == confirmed.count)
    #expect(Set(acknowledged).count == acknowledged.count)
    #expect(Set(acknowledged).isDisjoint(with: left))
    // Only processed items were acknowledged, and every acknowledged item was processed.
    let worked = Set(try processes.events("did"))
    #expect(worked.isSuperset(of: acknowledged))
    #expect(done.subtracting(left).isSubset(of: worked))
    #expect(confirmed.count > kills)
    print("\(kills) kills: \(confirmed.count) put, \(acknowledged.count) acknowledged, \(left.count) left")
  }

  /// Takes all remaining items, after every lease has expired.
  private func drain(_ path: String) async throws -> Set<String> {
    var configuration = QueueConfiguration()
    configuration.maximumAttempts = 1_000_000
    let now = QueueTime.system.now
    configuration.time.now = { now() + .seconds(3600) }
    let queue = try DurableQueue(path: path, configuration: configuration)
    var keys = Set<String>()
    while let lease = try await queue.lease() {
      #expect(keys.insert(lease.key).inserted)
      try await lease.acknowledge()
    }
    return keys
  }
}
#endif
