import Causeway
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct MiddlewareTests {
  struct Refused: Error {}

  @Test func `the chain runs from the first to the handler and back`() async throws {
    struct Note: BridgeMiddleware {
      let name: String
      let log: Shared<[String]>
      func intercept(
        _ call: CallContext, _ params: Payload, next: @Sendable (Payload) async throws -> Payload
      ) async throws -> Payload {
        log.withLock { [name] in $0.append("in \(name)") }
        defer { log.withLock { [name] in $0.append("out \(name)") } }
        return try await next(params)
      }
    }
    let log = Shared<[String]>([])
    let pair = try await Pair { bridge in
      bridge.handle("work") { log.withLock { $0.append("work") } }
      bridge.use(Note(name: "a", log: log))
      bridge.use(Note(name: "b", log: log))
    }
    try await pair.caller.call("work", BridgeValue.undefined)
    #expect(log.value == ["in a", "in b", "work", "out b", "out a"])
  }

  @Test(.timeLimit(.minutes(1))) func `a call that ends is over for the middleware, though its reply is still kept`()
    async throws
  {
    struct Note: BridgeMiddleware {
      let end: AsyncStream<String>.Continuation
      func intercept(
        _ call: CallContext, _ params: Payload, next: @Sendable (Payload) async throws -> Payload
      ) async throws -> Payload {
        defer { end.yield(call.method) }
        return try await next(params)
      }
    }
    let kept = Shared<[Reply<Int>]>([])
    let (ends, end) = AsyncStream.makeStream(of: String.self)
    let pair = try await Pair { bridge in
      bridge.handle("later", replying: Int.self) { (_: BridgeValue, _, reply) in kept.withLock { $0.append(reply) } }
      bridge.use(Note(end: end))
    }
    let call = Task { try await pair.caller.call("later", BridgeValue.undefined) }
    try await eventually("the handler has its reply") { !kept.value.isEmpty }
    call.cancel()
    await #expect { try await call.value } throws: { ($0 as? BridgeError)?.code == .cancelled }
    #expect(await ends.first { _ in true } == "later")
    kept.value[0].succeed(1)
  }

  @Test func `authorizing refuses before the handler runs`() async throws {
    let ran = Shared(false)
    let pair = try await Pair { bridge in
      bridge.handle("work") { ran.withLock { $0 = true } }
      bridge.use(AuthorizingMiddleware { _ in throw BridgeError(.unauthenticated, "who?") })
    }
    #expect(await code { try await pair.caller.call("work", BridgeValue.undefined) } == .unauthenticated)
    #expect(!ran.value)
  }

  @Test func `retrying runs the handler again while it fails for a passing reason`() async throws {
    let attempts = Shared(0)
    let pair = try await Pair { bridge in
      bridge.handle("flaky") { () throws -> Int in
        let attempt = attempts.withLock { count in
          count += 1
          return count
        }
        if attempt < 3 { throw BridgeError(.unavailable, "not yet") }
        return attempt
      }
      bridge.use(RetryingMiddleware(methods: ["flaky"], attempts: 3))
    }
    let answer: Int = try await pair.caller.call("flaky", BridgeValue.undefined)
    #expect(answer == 3)
  }
}
