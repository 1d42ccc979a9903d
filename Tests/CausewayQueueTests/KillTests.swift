#if Plugins
import CausewayQueue
import Foundation
import GRDB
import TestSupport
import Testing

/// `QUEUE_KILLS=5000` for longer.
private let kills = ProcessInfo.processInfo.environment["QUEUE_KILLS"].flatMap(Int.init) ?? 300

/// Both sides killed where they stand, again and again, and then the books.
@Suite(.timeLimit(.minutes(5 + kills / 60))) struct KillTests {
  @Test func `killing both sides at random moments loses nothing and doubles nothing`() async throws {
    let folder = try TestFolder()
    var random = SeededRandom()
    var processes = try QueueProcesses(
      queue: folder.queuePath, folder: folder.path, producers: 2, consumers: 2, seed: random.seed)
    for _ in 0..<kills {
      try await Task.sleep(for: .milliseconds(.random(in: 0...30, using: &random)))
      let victim = Int.random(in: 0..<4, using: &random)
      let end = processes.kill(victim)
      guard end == 128 + SIGKILL else {
        Issue.record("\(processes.places[victim].name) ended by itself: \(end)")
        break
      }
      try processes.start(victim)
    }
    for index in processes.places.indices { _ = processes.kill(index) }
    let left = try await drain(folder.queuePath)
    #expect(try processes.events("error") == [])

    // The books. Each promise of a put is one item, done; each item is done once.
    let promised = try processes.events("put")
    let acknowledged = try processes.events("ack")
    let rows = try await otherConnection(folder.queuePath).read { db in
      #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM payload") == 0)
      return try Row.fetchAll(db, sql: "SELECT key, state FROM item").map { ($0["key"] as String, $0["state"] as Int) }
    }
    let done = Set(rows.map(\.0))
    #expect(rows.allSatisfy { $0.1 == 2 } && done.count == rows.count)
    #expect(done.isSuperset(of: promised))
    // A put whose promise was cut off by a kill was put again under its key: at most one more for each producer.
    #expect(done.count <= Set(promised).count + 2 && Set(promised).count == promised.count)
    #expect(Set(acknowledged).count == acknowledged.count)
    #expect(Set(acknowledged).isDisjoint(with: left))
    // Work begun is work done once: nothing was acknowledged that was not worked on, and all work is accounted for.
    let worked = Set(try processes.events("did"))
    #expect(worked.isSuperset(of: acknowledged))
    #expect(done.subtracting(left).isSubset(of: worked))
    #expect(promised.count > kills)
    print("\(kills) kills: \(promised.count) put, \(acknowledged.count) acknowledged, \(left.count) left")
  }

  /// Takes all that is left, after every lease has run out.
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
