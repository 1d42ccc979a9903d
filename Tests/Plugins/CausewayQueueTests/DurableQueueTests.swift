#if Plugins
@testable import CausewayQueue
import CausewayTesting
import Foundation
import GRDB
import Testing

/// The states of an item, with a clock that the tests control.
@Suite(.timeLimit(.minutes(5))) struct DurableQueueTests {
  let folder: TestFolder
  let time = TestTime()

  init() throws { folder = try TestFolder() }

  @Test func `items are leased in the order of the puts, with their payloads, and acknowledged once`() async throws {
    let queue = try folder.queue(time)
    for word in ["one", "two", "three"] { try await queue.put(Data(word.utf8), key: word) }
    var seen: [String] = []
    while let lease = try await queue.lease() {
      #expect(lease.payload == Data(lease.key.utf8))
      #expect(lease.attempt == 1 && lease.lastFailure == nil)
      seen.append(lease.key)
      try await lease.acknowledge()
    }
    #expect(seen == ["one", "two", "three"])
    #expect(try await queue.counts() == counts(done: 3))
  }

  private func counts(ready: Int = 0, delayed: Int = 0, leased: Int = 0, dead: Int = 0, done: Int = 0) -> QueueCounts {
    var counts = QueueCounts()
    (counts.ready, counts.delayed, counts.leased, counts.dead, counts.done) = (ready, delayed, leased, dead, done)
    return counts
  }

  @Test func `a put with a known key adds nothing, in every state of the item`() async throws {
    let queue = try folder.queue(time) { $0.maximumAttempts = 1 }
    #expect(try await queue.put(Data("first".utf8), key: "a") == QueueReceipt(key: "a", isNew: true))
    #expect(try await queue.put(Data("second".utf8), key: "a").isNew == false)
    let lease = try #require(try await queue.lease())
    #expect(lease.payload == Data("first".utf8))
    #expect(try await queue.put(Data(), key: "a").isNew == false)
    try await lease.acknowledge()
    #expect(try await queue.put(Data(), key: "a").isNew == false)
    #expect(try await queue.lease() == nil)
    try await queue.put(Data(), key: "b")
    try await queue.lease()?.fail("no")
    #expect(try await queue.put(Data(), key: "b").isNew == false)
    #expect(try await queue.put(Data()).key != queue.put(Data()).key)
  }

  @Test func `a key can be put again after its retention`() async throws {
    let queue = try folder.queue(time) { $0.keyRetention = .seconds(60) }
    try await queue.put(Data(), key: "a")
    try await queue.lease()?.acknowledge()
    time.advance(by: .seconds(61))
    try await queue.put(Data(), key: "b")
    try await queue.lease()?.acknowledge()
    #expect(try await queue.counts() == counts(done: 1))
    #expect(try await queue.put(Data(), key: "a").isNew)
  }

  @Test func `a lease is exclusive until it expires, and is lost after the next lease`() async throws {
    let (queue, other) = (try folder.queue(time), try folder.queue(time))
    try await queue.put(Data(), key: "a")
    let first = try #require(try await queue.lease(for: .seconds(10)))
    #expect(try await other.lease() == nil)
    time.advance(by: .seconds(9))
    try await first.extend()
    time.advance(by: .seconds(9))
    #expect(try await other.lease() == nil)
    time.advance(by: .seconds(1))
    let second = try #require(try await other.lease())
    #expect(second.attempt == 2)
    for refused in [
      await error { try await first.acknowledge() }, await error { try await first.extend() },
      await error { try await first.fail("late") }, await error { try await first.release() },
    ] {
      #expect(refused?.code == .aborted)
      #expect(refused?.message.contains("\"a\" is lost") == true)
    }
    try await second.acknowledge()
    try await second.acknowledge()  // Repeated, as after a disk failure.
    #expect(await error { try await second.extend() }?.code == .aborted)
    #expect(try await queue.counts() == counts(done: 1))
  }

  @Test func `an expired lease is valid until the item is leased again`() async throws {
    let queue = try folder.queue(time)
    try await queue.put(Data(), key: "a")
    let lease = try #require(try await queue.lease(for: .seconds(1)))
    time.advance(by: .seconds(100))
    #expect(try await queue.counts() == counts(ready: 1))
    try await lease.acknowledge()
    #expect(try await queue.lease() == nil)
  }

  @Test func `a failed item is delayed, longer each time, and then becomes a dead letter with its reason`() async throws
  {
    let queue = try folder.queue(time) {
      $0.maximumAttempts = 3
      $0.backoff.jitter = 0
    }
    try await queue.put(Data("x".utf8), key: "a")
    for delay in [Duration.seconds(1), .seconds(2)] {
      #expect(try await queue.lease()?.fail("the vault is gone") == .retry(after: delay))
      #expect(try await queue.counts() == counts(delayed: 1))
      time.advance(by: delay - .milliseconds(1))
      #expect(try await queue.lease() == nil)
      time.advance(by: .milliseconds(1))
    }
    let last = try #require(try await queue.lease())
    #expect(last.attempt == 3 && last.lastFailure == "the vault is gone")
    #expect(try await last.fail("for good") == .dead)
    #expect(try await queue.lease() == nil)
    let dead = try #require(try await queue.deadLetters().first)
    #expect(dead.key == "a" && dead.payload == Data("x".utf8) && dead.attempts == 3 && dead.reason == "for good")
    try await queue.requeue("a")
    #expect(try await queue.lease()?.attempt == 1)
    #expect(await error { try await queue.requeue("a") }?.code == .notFound)
    #expect(await error { try await queue.discard("a") }?.code == .notFound)
  }

  @Test func `an item whose consumers crash becomes a dead letter`() async throws {
    let queue = try folder.queue(time) { $0.maximumAttempts = 2 }
    try await queue.put(Data(), key: "poison")
    try await queue.put(Data(), key: "good")
    for _ in 0..<2 {
      #expect(try await queue.lease()?.key == "poison")
      time.advance(by: .seconds(31))
    }
    #expect(try await queue.lease()?.key == "good")
    #expect(try await queue.deadLetters().first?.reason.contains("attempts: 2") == true)
    try await queue.discard("poison")
    #expect(try await queue.put(Data(), key: "poison").isNew)
  }

  @Test func `a permanent failure is not retried, and a release is not an attempt`() async throws {
    let queue = try folder.queue(time)
    try await queue.put(Data(), key: "a")
    for _ in 0..<5 { try await queue.lease()?.release() }
    let lease = try #require(try await queue.lease())
    #expect(lease.attempt == 1)
    #expect(try await lease.fail("it is not a clip", retry: false) == .dead)
  }

  @Test(arguments: 1...40) func `a delay stays within the maximum and the jitter`(
    failures: Int
  ) {
    let backoff = QueueBackoff()
    let full = backoff.delay(after: failures, chance: 1)
    #expect(full == min(.seconds(600), .seconds(1) * (1 << min(failures - 1, 20))))
    #expect(backoff.delay(after: failures, chance: 0) == full / 2)
  }

  @Test func `a restart of the machine ends leases and delays`() async throws {
    do {
      let queue = try folder.queue(time)
      for key in ["leased", "delayed", "waiting"] { try await queue.put(Data(), key: key) }
      _ = try await queue.lease(for: .seconds(1_000_000))
      try await queue.lease()?.fail("no")
    }
    let queue = try folder.queue(TestTime(boot: "second"))
    #expect(try await queue.counts() == counts(ready: 3))
    #expect(try await queue.lease()?.key == "leased")
  }

  @Test func `a heartbeat extends the lease during work, and a lost lease cancels the work`() async throws {
    let queue = try folder.queue(time)
    try await queue.put(Data(), key: "a")
    let lease = try #require(try await queue.lease(for: .milliseconds(30)))
    let clock = VirtualClock()
    let answer = try await lease.whileHeld(clock: clock) {
      for _ in 0..<20 {
        await clock.waitForSleepers()
        let taken = try await queue.lease()
        #expect(taken == nil)
        time.advance(by: .milliseconds(10))
        clock.advance(by: .milliseconds(10))
      }
      return 42
    }
    #expect(answer == 42)
    time.advance(by: .seconds(1))
    let other = try #require(try await queue.lease())
    let lost = Task {
      await error { try await lease.whileHeld(clock: clock) { try await Task.sleep(for: .seconds(600)) } }
    }
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(10))
    #expect(await lost.value?.code == .aborted)
    try await other.acknowledge()
  }

  @Test func `work under a lease determines its result when the task is cancelled`() async throws {
    let queue = try folder.queue(time)
    try await queue.put(Data(), key: "a")
    let lease = try #require(try await queue.lease())
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let working = Task {
      try await lease.whileHeld {
        begin.finish()
        // The last step of the work ignores the cancellation.
        try? await Task.sleep(for: .seconds(100_000))
        return await Task { 42 }.value
      }
    }
    for await _ in begun {}
    working.cancel()
    #expect(try await working.value == 42)
  }

  @Test func `the duration of a lease starts after the wait for the file`() async throws {
    let queue = try folder.queue(time) { $0.lockTimeout = .seconds(10) }
    let others = try folder.queue(time)
    try await queue.put(Data(), key: "a")
    let file = try otherConnection(folder.queuePath)
    func afterWaiting<Result: Sendable>(_ wait: @escaping @Sendable () async throws -> Result) async throws -> Result {
      try await file.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
      async let result = wait()
      // Real time: the wait for the file cannot be observed. If it has not begun yet, the lease is given even later.
      try await Task.sleep(for: .milliseconds(50))
      time.advance(by: .seconds(29))
      try await file.writeWithoutTransaction { try $0.rollback() }
      return try await result
    }
    let lease = try #require(try await afterWaiting { try await queue.lease(for: .seconds(20)) })
    #expect(try await others.lease() == nil)
    try await afterWaiting { try await lease.extend() }
    #expect(try await others.lease() == nil)
  }

  @Test func `a busy file at a heartbeat does not end the lease`() async throws {
    let queue = try folder.queue(time) { $0.lockTimeout = .milliseconds(10) }
    try await queue.put(Data(), key: "a")
    let lease = try #require(try await queue.lease(for: .milliseconds(30)))
    let file = try otherConnection(folder.queuePath)
    try await file.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
    let clock = VirtualClock()
    let answer = try await lease.whileHeld(clock: clock) {
      for _ in 0..<3 {
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(10))
      }
      // Before the fourth sleep, the third heartbeat has failed as well.
      await clock.waitForSleepers()
      return 42
    }
    #expect(answer == 42)
    try await file.writeWithoutTransaction { try $0.rollback() }
  }

  @Test func `a damaged dead letter is reported as data loss`() async throws {
    let queue = try folder.queue(time)
    try await queue.put(Data([1, 2, 3]), key: "a")
    try await queue.lease()?.fail("no", retry: false)
    try await otherConnection(folder.queuePath).write { try $0.execute(sql: "UPDATE payload SET body = x'000000'") }
    let damaged = await error { _ = try await queue.deadLetters() }
    #expect(damaged?.code == .dataLoss && damaged?.message.contains("\"a\"") == true)
  }

  @Test(arguments: ["UPDATE payload SET body = x'000000' WHERE item = 1", "DELETE FROM payload WHERE item = 1"])
  func `a damaged item is reported once, and does not block other items`(damage: String) async throws {
    let queue = try folder.queue(time)
    try await queue.put(Data([1, 2, 3]), key: "a")
    try await queue.put(Data([4]), key: "b")
    try await otherConnection(folder.queuePath).write { try $0.execute(sql: damage) }
    let damaged = await error { _ = try await queue.lease() }
    #expect(damaged?.code == .dataLoss && damaged?.message.contains("\"a\"") == true)
    #expect(try await queue.lease()?.key == "b")
    #expect(try await queue.counts().dead == 1)
    try await queue.discard("a")
    #expect(try await queue.put(Data([1, 2, 3]), key: "a").isNew)
  }

  @Test(arguments: [
    ("item", "UPDATE item SET attempts = 'x'"), ("item", "UPDATE item SET key = x'ff'"),
    ("item", "UPDATE item SET id = 2"),
    ("item", "UPDATE item SET put_at = 'x'"), ("payload", "UPDATE payload SET checksum = 'x'"),
    ("payload", "UPDATE payload SET body = 7"), ("item", "ALTER TABLE item DROP COLUMN reason"),
    ("payload", "DROP TABLE payload"), ("machine", "DROP TABLE machine"),
  ])
  func `a file with other types or tables is data loss, and ends no process`(table: String, damage: String) async throws
  {
    let queue = try folder.queue(time)
    try await queue.put(Data([1, 2, 3]), key: "a")
    try await otherConnection(folder.queuePath).writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA writable_schema = ON;
          UPDATE sqlite_schema SET sql = replace(sql, ' STRICT', '') WHERE name = '\(table)';
          PRAGMA writable_schema = RESET;
          \(damage);
          """)
    }
    let again = await error {
      let other = try folder.queue(time)
      let lease = try await other.lease()
      _ = try await other.counts()
      try await lease?.fail("no", retry: false)
      _ = try await other.deadLetters()
    }
    #expect(again == nil || again?.code == .dataLoss, "\(again?.message ?? "")")
  }

  @Test func `every commit is on the disk before it returns`() async throws {
    let queue = try folder.queue(time)
    #expect(try await queue.pragma("synchronous") == 2)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.queuePath)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let mode = try await otherConnection(folder.queuePath).read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
    #expect(mode == "wal")
  }

  @Test func `a queue behind a symbolic link is private to its owner`() throws {
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path + "/disk", withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: folder.queuePath, withDestinationPath: "first")
    try files.createSymbolicLink(atPath: folder.path + "/first", withDestinationPath: folder.path + "/disk/second")
    try files.createSymbolicLink(atPath: folder.path + "/disk/second", withDestinationPath: "../disk/file")
    _ = try folder.queue(time)
    #expect(try files.attributesOfItem(atPath: folder.path + "/disk/file")[.posixPermissions] as? Int == 0o600)
  }

  @Test(arguments: ["", String(repeating: "k", count: 4097), "a\0b"])
  func `an invalid key is rejected`(key: String) async throws {
    let queue = try folder.queue(time)
    #expect(await error { try await queue.put(Data(), key: key) }?.code == .invalidArgument)
  }

  @Test func `a payload beyond the limit is rejected with the limit's name`() async throws {
    let queue = try folder.queue(time) { $0.payloadBytes = 100 }
    try await queue.put(Data(count: 100), key: "n")
    let refused = await error { try await queue.put(Data(count: 101), key: "n+1") }
    #expect(refused?.code == .resourceExhausted && refused?.message.contains("payloadBytes") == true)
  }
}
#endif
