#if NATS
import Causeway
@testable import CausewayNATS
import TestSupport
import Testing

@Suite(.enabled(if: NATSServer.path != nil, "nats-server is not installed"), .timeLimit(.minutes(2)))
struct EventTests {
  @Test func `an event of a worker reaches every listener, in order`() async throws {
    let server = try NATSServer()
    let (worker, _) = try await Fleet.start(
      server, permissions: ["orders.*"], events: ["orders.changed"]
    ) { _ in }
    let bridge = worker.bridge
    let listeners = try await [NATSClient.connect(server.url), NATSClient.connect(server.url)]
    let streams = try listeners.map { try $0.events("orders.changed", of: "procedures") }
    for listener in listeners { try await listener.flush() }
    for number in 1...100 { try bridge.emit("orders.changed", ["id": number]) }
    for stream in streams {
      var number = 0.0
      for await event in stream {
        number += 1
        #expect(event == ["id": .number(number)])
        if number == 100 { break }
      }
    }
  }

  @Test func `a gateway's JavaScript listens to events of the workers, and the last to leave ends the subscription`()
    async throws
  {
    let server = try NATSServer()
    let (worker, _) = try await Fleet.start(
      server, permissions: ["orders.*"], events: ["orders.changed"]
    ) { _ in }
    let bridge = worker.bridge
    let nats = try await NATSClient.connect(server.url)
    let gateway = Bridge()
    gateway.event("orders.changed") { _ in try nats.events("orders.changed", of: "procedures") }
    let (near, far) = LoopbackTransport.pair()
    let callee = gateway.connect(near, permissions: ["orders.changed"])
    let receiver = EventReceiver()
    far.start(receiver)
    try far.send(.call(CallRequest(id: CallID(rawValue: 1), method: "$/subscribe", params: subscription)))
    try await eventually("an event arrives") {
      try bridge.emit("orders.changed", 7)
      return !receiver.events.value.isEmpty
    }
    #expect(receiver.events.value.first == 7)
    try far.send(.call(CallRequest(id: CallID(rawValue: 2), method: "$/unsubscribe", params: subscription)))
    try await eventually("nobody listens") { callee.statistics.subscriptions == 0 }
    callee.close()
  }

  private var subscription: Payload {
    get throws { try Payload(encoding: ["event": "orders.changed"]) }
  }

  @Test func `a listener that is busy keeps the newest events`() async throws {
    let server = try NATSServer()
    let (worker, _) = try await Fleet.start(server, permissions: ["*"], events: ["state"]) { _ in }
    let bridge = worker.bridge
    let nats = try await NATSClient.connect(server.url)
    let states = try nats.events("state", of: "procedures", newest: 1)
    let all = try nats.events("state", of: "procedures")
    try await nats.flush()
    for number in 1...1_000 { try bridge.emit("state", number) }
    for await number in all where number == 1_000 { break }
    // They arrive on another thread than those of `all`.
    var kept: [BridgeValue] = []
    for await number in states {
      kept.append(number)
      if number == 1_000 { break }
    }
    #expect(kept.last == 1_000)
    #expect(kept.count < 1_000)
  }

  @Test func `an event that is not permitted, or no subject, is not served`() async throws {
    let server = try NATSServer()
    for (event, code) in [("secret.changed", BridgeError.Code.permissionDenied), ("a.*", .invalidArgument)] {
      let error = await #expect(throws: BridgeError.self) {
        _ = try await Fleet.start(server, permissions: ["orders.*"], events: [event]) { _ in }
      }
      #expect(error?.code == code)
    }
    let nats = try await NATSClient.connect(server.url)
    #expect(throws: BridgeError.self) { _ = try nats.events("a.>", of: "procedures") }
  }

  @Test func `an event that is no JSON is left out`() async throws {
    let server = try NATSServer()
    let nats = try await NATSClient.connect(server.url)
    let events = try nats.events("changed", of: "procedures")
    try await nats.flush()
    let liar = try await Peer(server)
    for text in ["{", "\u{1}", String(repeating: "[", count: 100_000), "8"] {
      liar.send("_EVENT.procedures.changed", text)
    }
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == 8)
  }
}

private final class EventReceiver: TransportReceiver {
  let events = Shared<[BridgeValue]>([])

  func receive(_ message: Message) {
    guard case .event(_, let payload) = message, let value = try? payload.value(limits: Limits()) else { return }
    events.withLock { $0.append(value) }
  }

  func disconnected(_ reason: BridgeError) {}
}
#endif
