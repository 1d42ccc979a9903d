#if NATS
import Causeway
@testable import CausewayNATS
import CausewayTesting
import Foundation
import TestSupport
import Testing

/// A client that knows of services only what ADR-32 says.
@Suite(.enabled(if: NATSServer.path != nil, "nats-server is not installed"), .timeLimit(.minutes(2)))
struct ServiceInfoTests {
  private struct Order: Codable, Sendable {
    var id: Int
    var name: String
  }

  // The schemas of ADR-32: members that it requires are not optional here.

  private struct Ping: Decodable {
    let type, name, id, version: String
    let metadata: [String: String]
  }

  private struct Info: Decodable {
    struct Endpoint: Decodable {
      let name, subject, queue_group: String
      let metadata: [String: String]
    }

    let type, name, id, version, description: String
    let metadata: [String: String]
    let endpoints: [Endpoint]
  }

  private struct Stats: Decodable {
    struct Endpoint: Decodable {
      let name, subject, queue_group, last_error: String
      let num_requests, num_errors, processing_time, average_processing_time: Int
    }

    let type, name, id, version, started: String
    let metadata: [String: String]
    let endpoints: [Endpoint]
  }

  /// Asks a subject; returns what as many services answered.
  private func ask<Answer: Decodable>(
    _ client: Peer, _ subject: String, of count: Int = 1, as type: Answer.Type = Answer.self
  ) async throws -> [Answer] {
    let inbox = NATSSubject.inbox("_INBOX")
    try await client.listen(inbox)
    client.send(subject, reply: inbox)
    func answers() -> [NATSMessage] { client.messages.filter { $0.subject == inbox } }
    try await eventually("the services answer") { answers().count >= count }
    return try answers().map { try JSONDecoder().decode(Answer.self, from: Data($0.data)) }
  }

  private func one<Answer: Decodable>(_ client: Peer, _ subject: String, as type: Answer.Type) async throws -> Answer {
    let answers: [Answer] = try await ask(client, subject)
    return try #require(answers.first)
  }

  private func value(_ text: String?) throws -> BridgeValue {
    try JSONDecoder().decode(BridgeValue.self, from: Data(#require(text).utf8))
  }

  private func member(_ name: String, of value: BridgeValue) -> BridgeValue? {
    if case .object(let object) = value { object[name] } else { nil }
  }

  @Test func `services answer PING at each of the three subjects`() async throws {
    let server = try NATSServer()
    let (first, _) = try await Fleet.start(server) { _ in }
    let (second, _) = try await Fleet.start(server) { _ in }
    let client = try await Peer(server)
    let pings: [Ping] = try await ask(client, "$SRV.PING", of: 2)
    #expect(Set(pings.map(\.id)).count == 2)
    let named: [Ping] = try await ask(client, "$SRV.PING.procedures", of: 2)
    #expect(Set(named.map(\.id)) == Set(pings.map(\.id)))
    let one: [Ping] = try await ask(client, "$SRV.PING.procedures.\(pings[0].id)")
    #expect(one.map(\.id) == [pings[0].id])
    let allowed = /^[a-zA-Z0-9_-]+$/
    for ping in pings {
      #expect(ping.type == "io.nats.micro.v1.ping_response")
      #expect(ping.name == "procedures")
      #expect(ping.id.wholeMatch(of: allowed) != nil)
      #expect(ping.version.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
      #expect(ping.metadata["prefix"] == "procedures")
    }
    // A service of another name is not ours, nor one that has gone.
    first.close()
    second.close()
    let inbox = NATSSubject.inbox("_INBOX")
    try await client.listen(inbox)
    try await eventually("nobody answers") {
      client.send("$SRV.PING", reply: inbox)
      return client.messages.contains { $0.subject == inbox && $0.isNoResponders }
    }
    client.stop()
  }

  @Test func `INFO lists the permitted handlers with their schemas`() async throws {
    let server = try NATSServer()
    let (_, _) = try await Fleet.start(server, permissions: ["orders.*"]) { bridge in
      bridge.handle("orders.find") { (order: Order) in order }
      bridge.stream("orders.all") { (_: CallContext) in Counting(limit: 1) }
      bridge.handle("secret.read") { () in 1 }
    }
    let client = try await Peer(server)
    let info = try await one(client, "$SRV.INFO", as: Info.self)
    #expect(info.type == "io.nats.micro.v1.info_response")
    #expect(info.endpoints.map(\.subject) == ["procedures.orders.all", "procedures.orders.find"])
    #expect(info.endpoints.map(\.name) == ["orders-all", "orders-find"])
    #expect(info.endpoints.map(\.queue_group) == ["workers", "workers"])
    #expect(info.endpoints.map { $0.metadata["kind"] } == ["stream", "method"])
    let method = try value(info.endpoints[1].metadata["openrpc"])
    #expect(member("name", of: method) == "orders.find")
    guard case .array(let params)? = member("params", of: method) else {
      Issue.record("there are no params")
      return
    }
    #expect(member("schema", of: try #require(params.first)) == ["$ref": "#/components/schemas/Order"])
    let order = try #require(member("Order", of: value(info.metadata["schemas"])))
    #expect(member("required", of: order) == ["id", "name"])
    client.stop()
  }

  @Test func `STATS counts the calls, the errors and the time of each method, and no invented names`() async throws {
    let server = try NATSServer()
    let clock = VirtualClock()
    let (_, caller) = try await Fleet.start(server, clock: clock) { bridge in
      bridge.handle("echo") { (value: Int) in value }
      bridge.handle("slow") { () async throws -> Int in
        clock.advance(by: .milliseconds(30))
        throw BridgeError(.notFound, "There is none")
      }
    }
    for value in 1...10 { #expect(try await caller.call("echo", value) == value) }
    for _ in 1...2 { await #expect(throws: BridgeError.self) { try await caller.call("slow") } }
    for name in ["invented.a", "invented.b"] { await #expect(throws: BridgeError.self) { try await caller.call(name) } }
    let client = try await Peer(server)
    let stats = try await one(client, "$SRV.STATS.procedures", as: Stats.self)
    #expect(stats.type == "io.nats.micro.v1.stats_response")
    let started = try Date(stats.started, strategy: .iso8601)
    // Real time: the answer has the date at which the worker started.
    #expect(abs(started.timeIntervalSinceNow) < 120)
    #expect(stats.endpoints.map(\.name) == ["echo", "slow"])
    let (echo, slow) = (stats.endpoints[0], stats.endpoints[1])
    #expect((echo.num_requests, echo.num_errors, echo.last_error) == (10, 0, ""))
    #expect((slow.num_requests, slow.num_errors, slow.last_error) == (2, 2, "NOT_FOUND: There is none"))
    #expect(slow.processing_time >= 60_000_000)
    #expect(abs(slow.average_processing_time - slow.processing_time / 2) <= 1)
    #expect(echo.processing_time < slow.processing_time)
    client.stop()
  }

  @Test func `a version that tools would not take is refused`() async throws {
    let server = try NATSServer()
    let client = try await NATSClient.connect(server.url)
    for version in ["", "1", "1.2", "1.2.3.4", "01.2.3", "1.2.3-", "1.2.3-a..b", "v1.2.3", "1.2.x", "1.2.3\n"] {
      let error = await #expect(throws: BridgeError.self) {
        try await Bridge().serve(on: client, as: "procedures", version: version)
      }
      #expect(error?.code == .invalidArgument, "\(version)")
    }
    for version in ["0.0.0", "10.20.30", "1.2.3-rc.1", "1.2.3+build.7", "1.2.3-a-b+c"] {
      try await Bridge().serve(on: client, as: "procedures", version: version).close()
    }
  }

  @Test func `a handler that is added later appears`() async throws {
    let server = try NATSServer()
    let (worker, _) = try await Fleet.start(server) { $0.handle("echo") { (value: Int) in value } }
    let client = try await Peer(server)
    let before = try await one(client, "$SRV.INFO", as: Info.self)
    #expect(before.endpoints.map(\.name) == ["echo"])
    worker.bridge.handle("sum") { (numbers: [Int]) in numbers.reduce(0, +) }
    let after = try await one(client, "$SRV.INFO", as: Info.self)
    #expect(after.endpoints.map(\.name) == ["echo", "sum"])
    client.stop()
  }
}
#endif
