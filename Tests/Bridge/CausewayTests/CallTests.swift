import Causeway
import CausewayTesting
import Logging
import Synchronization
import TestSupport
import Testing

struct Point: Codable, Equatable, Sendable {
  var x: Double
  var label: String
  var list: [Double]
}

struct Waiting: Sendable { let continuation: CheckedContinuation<Void, Never> }

@Suite(.timeLimit(.minutes(5))) struct CallTests {
  @Test(arguments: Link.allCases) func `a call is answered with the handler's result`(link: Link) async throws {
    let pair = try await Pair(link) { $0.handle("double") { (x: Double) in x * 2 } }
    let answer: Double = try await pair.caller.call("double", 21.0)
    #expect(answer == 42)
    #expect(pair.isQuiet)
  }

  @Test(arguments: Link.allCases) func `a struct crosses both ways`(link: Link) async throws {
    let pair = try await Pair(link) { $0.handle("echo") { (point: Point) in point } }
    let point = Point(x: 1.5, label: "a\u{2028}\"\\b", list: [1, -0.5, 1e300])
    let answer: Point = try await pair.caller.call("echo", point)
    #expect(answer == point)
  }

  @Test(arguments: Link.allCases) func `an unknown method says what was meant`(link: Link) async throws {
    let pair = try await Pair(link) { $0.handle("wifi.ssid") { "x" } }
    await #expect {
      try await pair.caller.call("wifi.sid", BridgeValue.undefined)
    } throws: { error in
      let error = error as? BridgeError
      return error?.code == .unimplemented && error?.message.contains("did you mean wifi.ssid?") == true
    }
    #expect(pair.isQuiet)
  }

  @Test(arguments: Link.allCases) func `a thrown error keeps its code, message and data`(link: Link) async throws {
    let thrown = BridgeError("NO_SUCH_ROW", "Row 7 is gone.", data: ["row": 7])
    let pair = try await Pair(link) { $0.handle("fail") { () throws -> Void in throw thrown } }
    await #expect {
      try await pair.caller.call("fail", BridgeValue.undefined)
    } throws: { error in
      let error = error as? BridgeError
      return error?.code == "NO_SUCH_ROW" && error?.message == thrown.message && error?.data == thrown.data
        && error?.method == "fail"
    }
  }

  @Test(arguments: Link.allCases) func `wrong parameters are refused with their path`(link: Link) async throws {
    let pair = try await Pair(link) { $0.handle("echo") { (point: [Point]) in point } }
    await #expect {
      try await pair.caller.call(
        "echo", BridgeValue.array([["x": 1, "label": "a", "list": []], ["x": 1, "label": 5, "list": []]]))
    } throws: { error in
      let error = error as? BridgeError
      return error?.code == .invalidArgument
        && error?.message == "params[1].label: expected a string, got the number 5"
    }
  }

  @Test(arguments: Link.allCases) func `a missing parameter is named`(link: Link) async throws {
    let pair = try await Pair(link) { $0.handle("echo") { (point: Point) in point } }
    await #expect {
      try await pair.caller.call("echo", ["x": 1] as BridgeValue)
    } throws: { ($0 as? BridgeError)?.message == "params.label: is missing" }
  }

  @Test(arguments: Link.allCases) func `the deadline rejects the call and cancels the handler`(link: Link) async throws
  {
    let cancelled = Signal()
    let pair = try await Pair(link) { bridge in
      bridge.handle("slow") { () async throws -> Void in
        defer { cancelled.fire() }
        try await untilCancelled()
      }
    }
    let answer = Task { try await pair.caller.call("slow", BridgeValue.undefined, timeout: .seconds(5)) }
    await pair.clock.waitForSleepers(2)
    pair.clock.advance(by: .seconds(5))
    #expect(await code { try await answer.value } == .deadlineExceeded)
    await cancelled.wait()
    #expect(pair.isQuiet)
  }

  @Test(arguments: Link.allCases) func `the default deadline is thirty seconds`(link: Link) async throws {
    let pair = try await Pair(link) { $0.handle("slow") { () async throws -> Void in try await untilCancelled() } }
    let answer = Task { try await pair.caller.call("slow", BridgeValue.undefined) }
    await pair.clock.waitForSleepers(2)
    pair.clock.advance(by: .milliseconds(29_999))
    #expect(pair.caller.statistics.pending == 1)
    pair.clock.advance(by: .milliseconds(1))
    #expect(await code { try await answer.value } == .deadlineExceeded)
  }

  @Test(arguments: Link.allCases) func `cancelling the caller's task cancels the handler`(link: Link) async throws {
    let started = Signal()
    let ended = Signal()
    let pair = try await Pair(link) { bridge in
      bridge.handle("slow") { () async throws -> Void in
        started.fire()
        defer { ended.fire() }
        try await untilCancelled()
      }
    }
    let answer = Task { try await pair.caller.call("slow", BridgeValue.undefined) }
    await started.wait()
    answer.cancel()
    #expect(await code { try await answer.value } == .cancelled)
    await ended.wait()
    #expect(pair.isQuiet)
  }

  @Test(arguments: Link.allCases) func `a reply that is dropped rejects the call`(link: Link) async throws {
    let pair = try await Pair(link) { $0.handle("drop", replying: Int.self) { (_: BridgeValue, _, _) in } }
    #expect(await code { try await pair.caller.call("drop", BridgeValue.null) } == .internal)
    #expect(pair.isQuiet)
  }

  @Test(arguments: Link.allCases) func `a second reply is dropped`(link: Link) async throws {
    let pair = try await Pair(link) { bridge in
      bridge.handle("twice", replying: Int.self) { (_: BridgeValue, _, reply) in
        reply.succeed(1)
        reply.succeed(2)
        reply.fail(BridgeError(.internal, "three"))
      }
    }
    let answer: Int = try await pair.caller.call("twice", BridgeValue.null)
    #expect(answer == 1)
  }

  @Test(arguments: Link.allCases) func `what is not permitted is refused with the permission's name`(link: Link)
    async throws
  {
    let pair = try await Pair(link, permissions: ["wifi.*"]) { $0.handle("files.read") { "secret" } }
    await #expect {
      try await pair.caller.call("files.read", BridgeValue.undefined)
    } throws: { error in
      let error = error as? BridgeError
      return error?.code == .permissionDenied && error?.message.contains("\"files.*\"") == true
    }
  }

  @Test(.slowWhenSanitized, arguments: Link.allCases)
  func `ten thousand calls in flight are each answered with their own answer`(
    link: Link
  ) async throws {
    let waiting = Shared<[Waiting]>([])
    let pair = try await Pair(link) { bridge in
      bridge.handle("late") { (x: Int) async -> Int in
        await withCheckedContinuation { continuation in
          waiting.withLock { $0.append(Waiting(continuation: continuation)) }
        }
        return x
      }
    }
    try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for x in 0..<10_000 { group.addTask { (x, try await pair.caller.call("late", x)) } }
      group.addTask {
        try await eventually("all calls are with their handler") { waiting.value.count == 10_000 }
        var random = SeededRandom()
        for waiting in waiting.value.shuffled(using: &random) { waiting.continuation.resume() }
        return (0, 0)
      }
      for try await (x, answer) in group { #expect(x == answer) }
    }
    #expect(pair.isQuiet)
  }

  @Test(arguments: Link.allCases) func `one call more than the limit is refused and the connection lives on`(link: Link)
    async throws
  {
    var limits = Limits()
    limits.callsInFlight = 2
    let gate = Signal()
    let pair = try await Pair(link, limits: limits) { bridge in
      bridge.handle("wait") { () async -> Void in await gate.wait() }
      bridge.handle("now") { 1 }
    }
    let first = Task { try await pair.caller.call("wait", BridgeValue.undefined) }
    let second = Task { try await pair.caller.call("wait", BridgeValue.undefined) }
    try await eventually("both calls run") { pair.callee.statistics.running == 2 }
    await #expect {
      try await pair.caller.call("now", BridgeValue.undefined)
    } throws: { error in
      let error = error as? BridgeError
      return error?.code == .resourceExhausted && error?.data?["limit"] == "callsInFlight"
    }
    gate.fire()
    try await first.value
    try await second.value
    let answer: Int = try await pair.caller.call("now", BridgeValue.undefined)
    #expect(answer == 1)
  }

  @Test(arguments: Link.allCases) func `a handler that goes on after its call has ended counts as a call`(
    link: Link
  ) async throws {
    var limits = Limits()
    limits.callsInFlight = 4
    let (gate, begun) = (Signal(), Shared(0))
    let pair = try await Pair(link, limits: limits) { bridge in
      bridge.handle("deaf") { () async -> Void in
        begun.withLock { $0 += 1 }
        // Takes no notice of the cancellation.
        await Task { await gate.wait() }.value
      }
      bridge.handle("now") { 1 }
    }
    for _ in 0..<4 {
      let call = Task { try await pair.caller.call("deaf", BridgeValue.undefined) }
      try await eventually("the handler runs") { pair.callee.statistics.running == 1 }
      call.cancel()
      #expect(await code { try await call.value } == .cancelled)
      try await eventually("the call has ended") { pair.callee.statistics.running == 0 }
    }
    #expect(await code { try await pair.caller.call("deaf", BridgeValue.undefined) } == .resourceExhausted)
    #expect(begun.value == 4)
    gate.fire()
    try await eventually("the handlers have returned") {
      await code { try await pair.caller.call("now", BridgeValue.undefined) } == nil
    }
  }

  @Test(arguments: Link.allCases) func `closing the connection ends calls on both sides`(link: Link) async throws {
    let pair = try await Pair(link) { bridge in
      bridge.handle("wait") { () async throws -> Void in try await untilCancelled() }
    }
    let answer = Task { try await pair.caller.call("wait", BridgeValue.undefined) }
    try await eventually("the call runs") { pair.callee.statistics.running == 1 }
    pair.callee.close()
    #expect(await code { try await answer.value } == .unavailable)
    #expect(await code { try await pair.caller.call("wait", BridgeValue.undefined) } == .unavailable)
    #expect(await pair.becomesQuiet())
  }

  @Test(arguments: Link.complete) func `a call that is just being begun when the page reloads is given up`(
    link: Link
  ) async throws {
    let stopped = Signal()
    let pair = try await Pair(link) { bridge in
      bridge.handle("wait") { (call: CallContext) async throws in
        call.connection.reload()
        defer { stopped.fire() }
        try await untilCancelled()
      }
    }
    let answer = Task { try await pair.caller.call("wait", BridgeValue.undefined) }
    await stopped.wait()
    pair.caller.reload()
    #expect(await code { try await answer.value } == .aborted)
    #expect(await pair.becomesQuiet())
  }

  @Test(arguments: Link.allCases) func `an answer from before a reload is dropped and counted`(link: Link) async throws
  {
    let gate = Signal()
    let pair = try await Pair(link) { bridge in
      bridge.handle("wait") { () async -> Int in
        await gate.wait()
        return 1
      }
    }
    let answer = Task { () -> Int in try await pair.caller.call("wait", BridgeValue.undefined) }
    try await eventually("the call runs") { pair.callee.statistics.running == 1 }
    pair.callee.reload()
    pair.caller.reload()
    #expect(await code { _ = try await answer.value } == .aborted)
    gate.fire()
    try await eventually("the answer comes late") { pair.callee.statistics.late > 0 }
    #expect(pair.isQuiet)
  }

  @Test(arguments: Link.complete) func `a call inherits the deadline of the call that it is made for`(link: Link)
    async throws
  {
    let left = Shared<Duration?>(nil)
    let pair = try await Pair(link) { bridge in
      bridge.handle("outer") { (_: BridgeValue, call: CallContext) async throws -> Void in
        try await call.connection.call("inner", BridgeValue.undefined)
      }
    }
    pair.client.handle("inner") { (call: CallContext) in left.withLock { $0 = call.timeRemaining } }
    try await pair.caller.call("outer", BridgeValue.null, timeout: .seconds(3))
    #expect(left.value == .seconds(3))
  }

  @Test(arguments: Link.allCases) func `progress reaches the caller`(link: Link) async throws {
    let seen = Shared<[BridgeValue]>([])
    let pair = try await Pair(link) { bridge in
      bridge.handle("work") { (_: BridgeValue, call: CallContext) -> Int in
        call.report(progress: 0.5)
        call.report(progress: ["step": "two"] as BridgeValue)
        return 1
      }
    }
    let answer: Int = try await pair.caller.call(
      "work", BridgeValue.null, onProgress: { value in seen.withLock { $0.append(value) } })
    #expect(answer == 1)
    #expect(seen.value == [0.5, ["step": "two"]])
  }

  @Test func `progress that cannot cross is logged, and its call goes on`() async throws {
    let lines = Shared<[String]>([])
    var configuration = Bridge.Configuration()
    configuration.logger = Logger(label: "test") { _ in LoggedLines(lines: lines) }
    let pair = try await Pair(configuration: configuration) { bridge in
      bridge.handle("work") { (_: BridgeValue, call: CallContext) -> Int in
        call.report(progress: (0..<300).reduce(BridgeValue.null) { value, _ in [value] })
        return 1
      }
    }
    #expect(try await pair.caller.call("work", BridgeValue.null, returning: Int.self) == 1)
    #expect(lines.value == ["warning work RESOURCE_EXHAUSTED"])
  }

  /// Progress that takes time to encode, and the call ends meanwhile.
  private struct EndedMeanwhile: Encodable, Sendable {
    let reply: Reply<Int>
    func encode(to encoder: any Encoder) throws {
      reply.succeed(7)
      var container = encoder.singleValueContainer()
      try container.encode(0.5)
    }
  }

  @Test(arguments: Link.complete) func `a call that ends while its first progress is reported is answered`(
    link: Link
  ) async throws {
    let pair = try await Pair(link) { bridge in
      bridge.handle("race", replying: Int.self) { (_: BridgeValue, call, reply) in
        call.report(progress: EndedMeanwhile(reply: reply))
      }
    }
    let answer: Int = try await pair.clock.runFreely { try await pair.caller.call("race", 1) }
    #expect(answer == 7)
    #expect(pair.isQuiet)
  }

  @Test(arguments: Link.complete) func `a stream that is called says that it is one, and is not waited for`(
    link: Link
  ) async throws {
    let pair = try await Pair(link) { $0.stream("count") { (_: CallContext) in Counting(limit: .max) } }
    await #expect {
      try await pair.clock.runFreely { try await pair.caller.call("count", BridgeValue.undefined) }
    } throws: { error in
      let error = error as? BridgeError
      return error?.code == .failedPrecondition && error?.message.contains("count is a stream") == true
    }
    #expect(pair.isQuiet)
  }

  @Test(arguments: Link.allCases) func `serial handlers run one after the other`(link: Link) async throws {
    let log = Shared<[String]>([])
    let pair = try await Pair(link) { bridge in
      bridge.handle("one", execution: .serial) { (x: Int) async in
        log.withLock { $0.append("begin \(x)") }
        await Task.yield()
        log.withLock { $0.append("end \(x)") }
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for x in 0..<20 { group.addTask { try? await pair.caller.call("one", x) } }
    }
    let lines = log.value
    for pair in stride(from: 0, to: lines.count, by: 2) {
      #expect(lines[pair].replacing("begin", with: "end") == lines[pair + 1])
    }
    #expect(lines.count == 40)
  }

  @Test func `an error and its code are printed as they are written`() {
    let error = BridgeError(.notFound, "There is no row 7.", method: "rows.query")
    #expect("\(error)" == "NOT_FOUND: There is no row 7. (rows.query)")
    #expect("\(error.code)" == "NOT_FOUND")
  }
}
