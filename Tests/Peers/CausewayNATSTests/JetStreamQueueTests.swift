#if NATS
import Causeway
import CausewayNATS
import CausewayQueue
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: NATSServer.path != nil, "nats-server is not installed"), .timeLimit(.minutes(5)))
struct JetStreamQueueTests {
  /// A server with a store of its own, which is removed at the end.
  private final class Store {
    let directory = FileManager.default.temporaryDirectory.appending(path: "causeway-\(UUID().uuidString)").path
    func server(port: Int? = nil) throws -> NATSServer { try NATSServer(port: port, "-js", "-sd", directory) }
    deinit { try? FileManager.default.removeItem(atPath: directory) }
  }

  private func text(_ lease: Lease?) -> String? { lease.map { String(decoding: $0.payload, as: UTF8.self) } }

  private func code(_ body: () async throws -> Void) async -> QueueError.Code? {
    do {
      try await body()
      return nil
    } catch { return (error as? QueueError)?.code }
  }

  @Test func `items are leased in the order of the puts, and acknowledged once`() async throws {
    let store = Store()
    let server = try store.server()
    let queue = try await JetStreamQueue("clips", on: try await NATSClient.connect(server.url))
    for word in ["one", "two", "three"] {
      #expect(try await queue.put(Data(word.utf8), key: word) == QueueReceipt(key: word, isNew: true))
    }
    for word in ["one", "two", "three"] {
      let lease = try #require(try await queue.lease())
      #expect(text(lease) == word)
      #expect(lease.key == word && lease.attempt == 1)
      // Real time: the date is the server's, which is a process.
      #expect(abs(lease.putAt.timeIntervalSinceNow) < 60)
      try await lease.acknowledge()
      // Again, as after a failure.
      try await lease.acknowledge()
      #expect(await code { try await lease.release() } == .aborted)
    }
    #expect(try await queue.lease() == nil)
    #expect(try await queue.counts() == QueueCounts())
  }

  @Test func `a put with a known key adds nothing, also when its item is done`() async throws {
    let store = Store()
    let server = try store.server()
    let client = try await NATSClient.connect(server.url)
    let queue = try await JetStreamQueue("clips", on: client)
    #expect(try await queue.put(Data("one".utf8), key: "k").isNew)
    #expect(try await !queue.put(Data("two".utf8), key: "k").isNew)
    // Another program.
    let other = try await JetStreamQueue("clips", on: try await NATSClient.connect(server.url))
    let lease = try #require(try await other.lease())
    #expect(text(lease) == "one")
    #expect(try await !queue.put(Data("two".utf8), key: "k").isNew)
    try await lease.acknowledge()
    #expect(try await !queue.put(Data("two".utf8), key: "k").isNew)
    #expect(try await queue.lease() == nil)
    #expect(try await queue.put(Data()).key != queue.put(Data()).key)
  }

  @Test func `an item whose holder dies comes again, and is lost to that holder`() async throws {
    let store = Store()
    let server = try store.server()
    let client = try await NATSClient.connect(server.url)
    var configuration = QueueConfiguration()
    configuration.leaseDuration = .seconds(1)
    let queue = try await JetStreamQueue("clips", on: client, configuration: configuration)
    try await queue.put(Data("one".utf8), key: "k")
    let first = try #require(try await queue.lease())
    #expect(try await queue.lease() == nil)
    let second = try await found("the item comes again") { try await queue.lease() }
    #expect(second.key == "k" && second.attempt == 2)
    #expect(await code { try await first.acknowledge() } == .aborted)
    #expect(await code { try await first.extend() } == .aborted)
    // Real time: a heartbeat keeps it for twice as long as the server, a process, grants.
    try await second.whileHeld { try await Task.sleep(for: .seconds(2)) }
    #expect(try await queue.lease() == nil)
    try await second.acknowledge()
    #expect(try await queue.counts() == QueueCounts())
  }

  @Test func `a failed item is delayed, and becomes a dead letter`() async throws {
    let store = Store()
    let server = try store.server()
    let client = try await NATSClient.connect(server.url)
    var configuration = QueueConfiguration()
    configuration.maximumAttempts = 2
    configuration.backoff.initialDelay = .milliseconds(600)
    configuration.backoff.jitter = 0
    let queue = try await JetStreamQueue("clips", on: client, configuration: configuration)
    try await queue.put(Data("one".utf8), key: "k")
    let first = try #require(try await queue.lease())
    #expect(try await first.fail("not\r\nyet") == .retry(after: .milliseconds(600)))
    #expect(try await queue.lease() == nil)
    let second = try await found("the item comes again") { try await queue.lease() }
    #expect(try await second.fail("never\r\nX: y") == .dead)
    #expect(try await queue.lease() == nil)
    var counts = QueueCounts()
    counts.dead = 1
    #expect(try await queue.counts() == counts)
    // At once, without another attempt.
    try await queue.put(Data("two".utf8), key: "l")
    #expect(try await #require(try await queue.lease()).fail("useless", retry: false) == .dead)
    counts.dead = 2
    #expect(try await queue.counts() == counts)
  }

  @Test func `an item whose holders die becomes a dead letter`() async throws {
    let store = Store()
    let server = try store.server()
    var configuration = QueueConfiguration()
    configuration.leaseDuration = .milliseconds(300)
    configuration.maximumAttempts = 2
    let queue = try await JetStreamQueue(
      "clips", on: try await NATSClient.connect(server.url), configuration: configuration)
    try await queue.put(Data("bad".utf8), key: "bad")
    var attempts: [Int] = []
    try await eventually("the item is dead") {
      if let lease = try await queue.lease() { attempts.append(lease.attempt) }
      return try await queue.counts().dead == 1
    }
    #expect(attempts == [1, 2])
  }

  @Test func `items survive the server, and so does a lease`() async throws {
    let store = Store()
    var server: NATSServer? = try store.server()
    let port = try #require(server?.port)
    let queue = try await JetStreamQueue("clips", on: try await NATSClient.connect("nats://127.0.0.1:\(port)"))
    for number in 0..<10 { try await queue.put(Data("\(number)".utf8), key: "\(number)") }
    let lease = try #require(try await queue.lease())
    server?.stop()
    server = nil
    #expect(await code { try await queue.put(Data(), key: "lost") } == .unavailable)
    #expect(await code { _ = try await queue.lease() } == .unavailable)
    #expect(await code { try await lease.acknowledge() } == .unavailable)
    server = try store.server(port: port)
    try await eventually("the item is acknowledged") { await code { try await lease.acknowledge() } == nil }
    // A put that failed is repeated with its key.
    try await eventually("the item is put") { await code { try await queue.put(Data(), key: "lost") } == nil }
    var keys: Set<String> = []
    while let lease = try await queue.lease() {
      keys.insert(lease.key)
      try await lease.acknowledge()
    }
    #expect(keys == Set((1..<10).map(String.init) + ["lost"]))
    withExtendedLifetime(server) {}
  }

  @Test func `consumers of several machines take each item once`() async throws {
    let store = Store()
    let server = try store.server()
    let queue = try await JetStreamQueue("clips", on: try await NATSClient.connect(server.url))
    let url = server.url
    let items = 400
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<items { group.addTask { try await queue.put(Data("\(number)".utf8), key: "\(number)") } }
      try await group.waitForAll()
    }
    let keys = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<4 { group.addTask { try await JetStreamQueueTests.keys(url) } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(keys.count == items)
    #expect(Set(keys).count == items)
  }

  /// Takes and acknowledges items until there are none, on a connection of its own.
  private static func keys(_ url: String) async throws -> [String] {
    let consumer = try await JetStreamQueue("clips", on: try await NATSClient.connect(url))
    var keys: [String] = []
    while let lease = try await consumer.lease() {
      keys.append(lease.key)
      try await lease.acknowledge()
    }
    return keys
  }

  @Test(arguments: ["", "a.b", "a b", "ä", "*", String(repeating: "n", count: 65)])
  func `a name that no stream can have is refused`(name: String) async throws {
    let server = try NATSServer()
    let client = try await NATSClient.connect(server.url)
    #expect(await code { _ = try await JetStreamQueue(name, on: client) } == .invalidArgument)
  }

  @Test func `a server without JetStream is named as the reason`() async throws {
    let server = try NATSServer()
    let client = try await NATSClient.connect(server.url)
    #expect(await code { _ = try await JetStreamQueue("clips", on: client) } == .failedPrecondition)
  }

  @Test func `keys and items that cannot be stored are refused, and the queue lives on`() async throws {
    let store = Store()
    let server = try store.server()
    let client = try await NATSClient.connect(server.url)
    var configuration = QueueConfiguration()
    configuration.payloadBytes = 2 << 20
    configuration.fileBytes = 100_000
    let queue = try await JetStreamQueue("clips", on: client, configuration: configuration)
    for key in ["", "a\r\nNats-Rollup: all", "a\0b", String(repeating: "k", count: 4097)] {
      #expect(await code { try await queue.put(Data(), key: key) } == .invalidArgument)
    }
    #expect(await code { try await queue.put(Data(count: 3 << 20), key: "k") } == .resourceExhausted)
    // The server's own limit.
    #expect(await code { try await queue.put(Data(count: 1 << 20), key: "k") } == .resourceExhausted)
    var stored = 0
    let full = await code {
      for number in 0..<1_000 {
        try await queue.put(Data(count: 1_000), key: "\(number)")
        stored += 1
      }
    }
    #expect(full == .resourceExhausted)
    var taken = 0
    while let lease = try await queue.lease() {
      taken += 1
      try await lease.acknowledge()
    }
    #expect(taken == stored && stored > 10)
    #expect(try await queue.put(Data(count: 1_000), key: "again").isNew)
  }
}
#endif
