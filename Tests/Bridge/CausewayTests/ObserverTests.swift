import Causeway
import CausewayTesting
import Logging
import MetricsTestKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ObserverTests {
  /// Records the reports, such as `out work began`, `out work NOT_FOUND after 0`.
  private struct Notes: CallObserver {
    let lines = Shared<[String]>([])
    var onBegin: @Sendable (ObservedCall) -> Void = { _ in }
    var onEnd: @Sendable (ObservedCall) -> Void = { _ in }

    func began(_ call: ObservedCall, _ params: Payload) {
      lines.withLock { $0.append("\(call.isOutgoing ? "out" : "in") \(call.method)\(call.isStream ? "()" : "") began") }
      onBegin(call)
    }

    func ended(_ call: ObservedCall, _ outcome: Result<Payload, BridgeError>, after duration: Duration) {
      let code = if case .failure(let error) = outcome { error.code.rawValue } else { "OK" }
      lines.withLock {
        $0.append("\(call.isOutgoing ? "out" : "in") \(call.method) \(code) after \(Int(duration / .seconds(1)))")
      }
      onEnd(call)
    }
  }

  private static func register(_ bridge: Bridge) {
    bridge.handle("direct") { 1 }
    bridge.handle("context") { (_: CallContext) in 1 }
    bridge.handle("fail") { () throws -> Void in throw BridgeError(.notFound, "no") }
    bridge.handle("task") { () async throws -> Int in
      await Task.yield()
      return 1
    }
    bridge.handle("reply", replying: Int.self) { (_: BridgeValue, _, reply) in reply.succeed(1) }
    bridge.handle("wait") { () async throws in try await Task.sleep(for: .seconds(3600)) }
    bridge.stream("numbers") { (_: CallContext) in AsyncStream(Int.self) { for number in 0..<3 { $0.yield(number) } } }
  }

  @Test(arguments: Link.complete) func `each call is reported when it begins and when it ends, on both sides`(
    _ link: Link
  ) async throws {
    let notes = Notes()
    let pair = try await Pair(link) { ObserverTests.register($0) }
    pair.server.observe(notes)
    pair.client.observe(notes)
    for method in ["direct", "context", "task", "reply", "fail"] {
      notes.lines.withLock { $0 = [] }
      let failure = await code { try await pair.caller.call(method, BridgeValue.undefined) }
      #expect(failure == (method == "fail" ? .notFound : nil))
      let end = failure?.rawValue ?? "OK"
      #expect(
        notes.lines.value == [
          "out \(method) began", "in \(method) began", "in \(method) \(end) after 0", "out \(method) \(end) after 0",
        ])
    }
    notes.lines.withLock { $0 = [] }
    let task = Task { try await pair.caller.call("wait", timeout: .seconds(7)) }
    try await eventually("the handler runs") { pair.callee.statistics.running == 1 }
    await pair.clock.waitForSleepers(1)
    pair.clock.advance(by: .seconds(7))
    #expect(await code { try await task.value } == .deadlineExceeded)
    try await eventually("both sides have ended") { notes.lines.value.count == 4 }
    #expect(notes.lines.value[..<2] == ["out wait began", "in wait began"])
    // The handler's side may receive the cancellation before its own deadline; on the wire that has no code.
    let ends = notes.lines.value[2...].sorted()
    #expect(["in wait CANCELLED after 7", "in wait DEADLINE_EXCEEDED after 7"].contains(ends[0]))
    #expect(ends[1] == "out wait DEADLINE_EXCEEDED after 7")
  }

  @Test func `streams are reported as calls`() async throws {
    let notes = Notes()
    let pair = try await Pair { ObserverTests.register($0) }
    pair.server.observe(notes)
    pair.client.observe(notes)
    var iterator = pair.caller.stream("numbers", of: Int.self).makeAsyncIterator()
    #expect(try await iterator.next() == 0)
    #expect(notes.lines.value == ["out numbers() began", "in numbers() began"])
    pair.caller.close()
    try await eventually("both sides have ended") { notes.lines.value.count == 4 }
    #expect(notes.lines.value[2...].contains("out numbers UNAVAILABLE after 0"))
    #expect(notes.lines.value[2...].contains { $0.hasPrefix("in numbers ") })
  }

  @Test func `a call that does not begin is not reported`() async throws {
    let notes = Notes()
    let pair = try await Pair(permissions: ["direct"]) { ObserverTests.register($0) }
    pair.server.observe(notes)
    #expect(await code { try await pair.caller.call("fail", BridgeValue.undefined) } == .permissionDenied)
    #expect(await code { try await pair.caller.call("direct", BridgeValue.undefined) } == nil)
    #expect(notes.lines.value == ["in direct began", "in direct OK after 0"])
  }

  @Test(arguments: ["direct", "task"]) func `an observer may call the bridge, cancel the call and close the connection`(
    _ method: String
  ) async throws {
    let pair = try await Pair { ObserverTests.register($0) }
    let (server, callee) = (pair.server, pair.callee)
    server.observe(
      Notes(onBegin: { call in
        for open in server.activity().calls { server.cancelCall(open.id) }
        if call.id.rawValue == 1 { _ = callee.answer(CallRequest(id: CallID(rawValue: 1 << 40), method: method)) }
      }))
    #expect(await code { try await pair.caller.call(method, BridgeValue.undefined) } == nil)
    server.observe(Notes(onEnd: { _ in callee.close() }))
    #expect(await code { try await pair.caller.call(method, BridgeValue.undefined) } == .unavailable)
  }

  @Test func `the log names the method and the code of a failed call`() async throws {
    let lines = Shared<[String]>([])
    let pair = try await Pair { ObserverTests.register($0) }
    pair.server.observe(LoggingObserver(Logger(label: "test") { _ in LoggedLines(lines: lines) }))
    #expect(await code { try await pair.caller.call("fail", BridgeValue.undefined) } == .notFound)
    #expect(lines.value == ["warning fail NOT_FOUND"])
  }

  /// Keeps the metadata of each line.
  private struct LoggedMetadata: LogHandler {
    let lines: Shared<[Logger.Metadata]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    init(lines: Shared<[Logger.Metadata]>) { self.lines = lines }
    func log(event: LogEvent) { lines.withLock { $0.append(event.metadata ?? [:]) } }
  }

  @Test func `keys that a caller makes up replace none of the log's`() async throws {
    let lines = Shared<[Logger.Metadata]>([])
    let pair = try await Pair { ObserverTests.register($0) }
    pair.server.observe(LoggingObserver(Logger(label: "test") { _ in LoggedMetadata(lines: lines) }))
    let keys = ["method", "call", "connection", "direction", "milliseconds", "code", "error", "metadata"]
    let forged = Dictionary(uniqueKeysWithValues: keys.map { ($0, "forged") })
    for (number, method) in [(UInt64(1), "direct"), (2, "fail")] {
      _ = pair.callee.answer(CallRequest(id: CallID(rawValue: number), method: method, metadata: forged))
    }
    try #require(lines.value.count == 2)
    for (line, method) in zip(lines.value, ["direct", "fail"]) {
      #expect(line["method"] == .string(method) && line["connection"] == "callee" && line["direction"] == "in")
      #expect(line["metadata"] == .dictionary(forged.mapValues { .string($0) }))
      #expect(line.filter { $0.value == "forged" }.isEmpty)
    }
    #expect(lines.value.map { $0["call"] } == ["1", "2"] && lines.value[1]["code"] == "NOT_FOUND")
  }

  @Test func `metrics count calls by method, direction and code and time them`() async throws {
    let metrics = TestMetrics()
    let pair = try await Pair { ObserverTests.register($0) }
    pair.server.observe(MetricsObserver(to: metrics))
    pair.client.observe(MetricsObserver(to: metrics))
    for _ in 0..<3 { _ = try await pair.caller.call("direct", BridgeValue.undefined, returning: Int.self) }
    #expect(await code { try await pair.caller.call("fail", BridgeValue.undefined) } == .notFound)
    for direction in ["in", "out"] {
      let dimensions = [("method", "direct"), ("direction", direction)]
      #expect(try metrics.expectCounter("causeway_calls_total", dimensions + [("code", "OK")]).totalValue == 3)
      #expect(try metrics.expectTimer("causeway_call_duration_seconds", dimensions).values.count == 3)
      let failed = [("method", "fail"), ("direction", direction), ("code", "NOT_FOUND")]
      #expect(try metrics.expectCounter("causeway_calls_total", failed).totalValue == 1)
    }
  }

  @Test func `methods and codes that a peer makes up get a limited number of meters`() async throws {
    let metrics = TestMetrics()
    let far = try await Pair { bridge in
      bridge.handle("code") { (code: String) throws -> Void in throw BridgeError(BridgeError.Code(rawValue: code), "no")
      }
    }
    let near = try await Pair { bridge in
      bridge.forward("x.*", to: far.caller)
      bridge.forward("code", to: far.caller)
    }
    near.server.observe(MetricsObserver(to: metrics))
    for number in 0..<1_200 { _ = await code { try await near.caller.call("x.\(number)", BridgeValue.undefined) } }
    for number in 0..<40 {
      _ = await code { try await near.caller.call("code", "CODE_\(number)" + String(repeating: "x", count: 1_000)) }
    }
    let labels = metrics.counters.map(\.dimensions)
    #expect(labels.count { $0.contains { $0.0 == "method" && $0.1.hasPrefix("x.") } } == 1_000)
    #expect(labels.contains { $0.contains { $0.0 == "method" && $0.1 == "(others)" } })
    #expect(labels.allSatisfy { $0.allSatisfy { $0.1.utf8.count < 100 } })
  }
}
