import TestSupport
import Causeway
import Testing

@Suite(.timeLimit(.minutes(5))) struct EventSourceTests {
  /// A sequence that says when it begins and when it is cancelled.
  private struct Source {
    let stream = AsyncStream<Int>.makeStream()
    let begun = Signal()
    let cancelled = Signal()
    let begins = Shared(0)

    func register(_ name: String, on bridge: Bridge) {
      bridge.event(name) { [stream, begun, cancelled, begins] _ in
        begins.withLock { $0 += 1 }
        begun.fire()
        stream.continuation.onTermination = { _ in cancelled.fire() }
        return stream.stream
      }
    }
  }

  private func subscribe(_ pair: Pair, _ verb: String = "subscribe") async throws {
    try await pair.caller.call("$/\(verb)", ["event": "counter.changed"] as BridgeValue)
  }

  @Test(.timeLimit(.minutes(1))) func `a source runs only while somebody listens`() async throws {
    let pair = try await Pair()
    let source = Source()
    source.register("counter.changed", on: pair.server)
    #expect(source.begins.value == 0)
    try await subscribe(pair)
    await source.begun.wait()
    try await subscribe(pair)
    #expect(source.begins.value == 1)
    try await subscribe(pair, "unsubscribe")
    await source.cancelled.wait()
  }

  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func `the end of a connection ends its sources`(_ isReload: Bool) async throws {
    let pair = try await Pair()
    let source = Source()
    source.register("counter.changed", on: pair.server)
    try await subscribe(pair)
    await source.begun.wait()
    if isReload { pair.callee.reload() } else { pair.callee.close() }
    await source.cancelled.wait()
    #expect(source.begins.value == 1)
  }

  @Test(.timeLimit(.minutes(1))) func `a source does not run on behalf of the call whose handler began to listen`()
    async throws
  {
    let pair = try await Pair()
    let seen = AsyncStream<String?>.makeStream()
    pair.server.event("counter.changed") { _ in
      seen.continuation.yield(CallContext.current?.method)
      return AsyncStream<Int>.makeStream().stream
    }
    let other = try await Pair { bridge in bridge.handle("listen") { () async throws in try await subscribe(pair) } }
    try await other.caller.call("listen", BridgeValue.undefined)
    #expect(await seen.stream.first { _ in true } == .some(nil))
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [(["name.*"], "public"), (["name.*", "secret"], "secret")] as [(Permissions, String)]
  )
  func `each connection gets the items that were made for it`(_ permissions: Permissions, _ text: String) async throws {
    let (near, far) = LoopbackTransport.pair()
    let told = Told()
    let bridge = Bridge()
    bridge.event("name.changed") { connection in
      let text = connection.permissions.allows("secret") ? "secret" : "public"
      return AsyncStream { continuation in
        continuation.yield(text)
        continuation.finish()
      }
    }
    let connection = bridge.connect(near, permissions: permissions)
    far.start(told)
    let params = try Payload(encoding: ["event": "name.changed"])
    try far.send(.call(CallRequest(id: CallID(rawValue: 1), method: "$/subscribe", params: params)))
    #expect(await told.first == text)
    connection.close()
  }

  /// A sequence of one item that comes when it comes, whatever becomes of the task that waits for it.
  private struct Stubborn: AsyncSequence, Sendable {
    let text: String
    let gate: Signal

    struct AsyncIterator: AsyncIteratorProtocol {
      var text: String?
      let gate: Signal

      mutating func next() async -> String? {
        // In a task of its own, which nobody cancels.
        await Task { [gate] in await gate.wait() }.value
        return text.take()
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(text: text, gate: gate) }
  }

  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func `an item of a source that was left does not reach who listens anew`(_ isReload: Bool) async throws {
    let (near, far) = LoopbackTransport.pair()
    let told = Told()
    let bridge = Bridge()
    let gates = [Signal(), Signal()]
    let begun = [Signal(), Signal()]
    let begins = Shared(0)
    bridge.event("name.changed") { _ in
      let number = begins.withLock { begins in
        defer { begins += 1 }
        return begins
      }
      begun[number].fire()
      return Stubborn(text: number == 0 ? "old" : "new", gate: gates[number])
    }
    let connection = bridge.connect(near, permissions: .all)
    far.start(told)
    let params = try Payload(encoding: ["event": "name.changed"])
    func ask(_ id: UInt64, _ verb: String) throws {
      try far.send(.call(CallRequest(id: CallID(rawValue: id), method: "$/\(verb)", params: params)))
    }
    try ask(1, "subscribe")
    await begun[0].wait()
    if isReload { connection.reload() } else { try ask(2, "unsubscribe") }
    try ask(3, "subscribe")
    await begun[1].wait()
    gates[0].fire()
    for _ in 0..<100 { await Task.yield() }
    gates[1].fire()
    #expect(await told.first == "new")
    connection.close()
  }

  /// The other side of a connection: keeps the events that it is told.
  private final class Told: TransportReceiver {
    private let stream = AsyncStream<String>.makeStream()

    var first: String? {
      get async { await stream.stream.first { _ in true } }
    }

    func receive(_ message: Message) {
      if case .event(_, let payload) = message { stream.continuation.yield((try? payload.decode(String.self)) ?? "") }
    }

    func disconnected(_ reason: BridgeError) {}
  }
}
