#if NATS
import Causeway
import CausewayNATS
import CausewayQueue
import Foundation
import TestSupport
import Testing

/// The queue on a cluster that stores each item three times, and over TLS.
@Suite(.enabled(if: NATSServer.path != nil, "nats-server is not installed"), .timeLimit(.minutes(10)))
struct JetStreamClusterTests {
  /// Leases until an item comes: a server that dies takes the leader of the stream with it, for seconds.
  private func lease(_ queue: JetStreamQueue) async throws -> Lease {
    try await found("an item is leased", within: .seconds(60)) { try? await queue.lease() }
  }

  private func put(_ number: Int, _ queue: JetStreamQueue) async throws {
    try await eventually("the item is stored", within: .seconds(60)) {
      (try? await queue.put(Data("\(number)".utf8), key: "k\(number)")) != nil
    }
  }

  @Test func `items that three servers store outlive each of them, and each is done`() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "causeway-nats-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let store = { directory.appending(path: "\($0 as Int)") }
    let cluster = try Cluster({ ["-js", "-sd", store($0).path, "-n", "server\($0)"] }, forAtMost: 300)
    let client = try await cluster.client(0)
    let queue = try await found("the servers have a leader", within: .seconds(60)) {
      try? await JetStreamQueue("clips", on: client, replicas: 3)
    }
    for number in 1...20 { try await put(number, queue) }
    // A server before 2.10.16 may forget acknowledgements with its leader: such an item comes again.
    var done: Set<String> = []
    for index in 0..<3 {
      cluster.kill(index)
      // On the two that are left.
      for number in 0..<2 { try await put(100 * (index + 1) + number, queue) }
      for _ in 0..<5 {
        let item = try await lease(queue)
        try await eventually("the item is acknowledged", within: .seconds(60)) {
          (try? await item.acknowledge()) != nil
        }
        done.insert(item.key)
      }
      try cluster.start(index)
      // The one that was away has to catch up, before another one goes: two that lack the newest items elect no leader.
      if await !cluster.isHealthy(looks: 200) {
        // Debian 12's server (2.9.10), killed before its consumer's log had an entry, asks for ever for what it has. It goes on
        // as a machine with a new disk would.
        cluster.kill(index)
        try FileManager.default.removeItem(at: store(index))
        try cluster.start(index)
        #expect(await cluster.isHealthy(looks: 600))
      }
    }
    while done.count < 26 {
      let item = try await lease(queue)
      try await item.acknowledge()
      done.insert(item.key)
    }
    #expect(done == Set((1...20).map { "k\($0)" } + (1...3).flatMap { ["k\($0)00", "k\($0)01"] }))
    // Those that came again are acknowledged again, and then there is nothing.
    for _ in 0..<26 {
      guard let item = try await queue.lease() else { break }
      try await item.acknowledge()
    }
    #expect(try await queue.lease() == nil)
  }

  @Test func `a queue works over TLS, with certificates of both sides`() async throws {
    let files = try Certificates()
    let server = try NATSServer(
      port: nil, "-js", "-sd", files.path("store"), "--tlsverify", "--tlscert", files.path("server.pem"), "--tlskey",
      files.path("server.key"), "--tlscacert", files.path("ca.pem"))
    var options = NATSOptions(server.url)
    options.authoritiesFile = files.path("ca.pem")
    options.certificate = (files.path("client.pem"), files.path("client.key"))
    let queue = try await JetStreamQueue("clips", on: NATSClient.connect(options))
    for number in 1...5 { try await put(number, queue) }
    for number in 1...5 {
      let item = try await lease(queue)
      #expect(item.key == "k\(number)")
      try await item.acknowledge()
    }
    #expect(try await queue.counts() == QueueCounts())
  }
}
#endif
