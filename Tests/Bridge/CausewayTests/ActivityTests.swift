@testable import Causeway
import CausewayConcurrency
import CausewayTesting
import Metrics
import MetricsTestKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ActivityTests {
  private static var recording: Bridge.Configuration {
    var configuration = Bridge.Configuration()
    configuration.recordsActivity = true
    return configuration
  }

  @Test(arguments: Link.complete) func `an open call has its age, the time left and the caller's direction`(
    _ link: Link
  ) async throws {
    let pair = try await Pair(link, configuration: ActivityTests.recording) { bridge in
      bridge.handle("wait") { () async throws in try await Task.sleep(for: .seconds(3600)) }
    }
    let call = Task { try await pair.caller.call("wait", timeout: .seconds(10)) }
    try await eventually("the call is open") { pair.server.activity().calls.count == 1 }
    pair.clock.advance(by: .seconds(4))
    let incoming = try #require(pair.server.activity().calls.first)
    #expect(incoming.method == "wait" && !incoming.isOutgoing && incoming.stream == nil)
    #expect(incoming.age == 4 && incoming.timeRemaining == 6)
    let outgoing = try #require(pair.client.activity().calls.first)
    #expect(outgoing.isOutgoing && outgoing.age == 4 && outgoing.timeRemaining == 6)
    #expect(pair.server.activity().connections.map(\.name) == ["callee"])
    call.cancel()
    await #expect(throws: BridgeError.self) { try await call.value }
    try await eventually("nothing is open") { pair.server.activity().calls.isEmpty }
  }

  @Test(arguments: Link.complete)
  func `a call that is cancelled by an operator fails with CANCELLED and its handler stops`(
    _ link: Link
  ) async throws {
    let begun = Shared(false)
    let stopped = Shared(false)
    let pair = try await Pair(link, configuration: ActivityTests.recording) { bridge in
      bridge.handle("wait") { () async throws in
        begun.withLock { $0 = true }
        do { try await Task.sleep(for: .seconds(3600)) } catch {
          stopped.withLock { $0 = true }
          throw error
        }
      }
    }
    for side in [pair.server, pair.client] {
      for state in [begun, stopped] { state.withLock { $0 = false } }
      let call = Task { try await pair.caller.call("wait") }
      // A handler that has not begun is not called any more.
      try await eventually("the handler has begun") { begun.value }
      let open = try await found("the open call") { side.activity().calls.first }
      #expect(side.cancelCall(open.id))
      #expect(await code { try await call.value } == .cancelled)
      #expect(!side.cancelCall(open.id))
      try await eventually("the handler stops") { stopped.value && pair.isQuiet }
    }
  }

  @Test(arguments: ["", "1", "1.in", "1.in.x", "1.sideways.1", "x.in.1", "1.in.1.1", "99.in.1", "1.in.-1", "1..1"])
  func `an id that names no call cancels none`(_ id: String) async throws {
    let pair = try await Pair()
    #expect(!pair.server.cancelCall(id))
  }

  @Test func `methods are counted with their latencies and the codes of their failures`() async throws {
    let pair = try await Pair(configuration: ActivityTests.recording) { bridge in
      bridge.handle("direct") { (fails: Bool) throws -> Int in
        if fails { throw BridgeError(.notFound, "no") }
        return 1
      }
      bridge.handle("wait") { () async throws in try await Task.sleep(for: .seconds(3600)) }
    }
    for fails in [false, false, true] { _ = try? await pair.caller.call("direct", fails, returning: Int.self) }
    let call = Task { try await pair.caller.call("wait", timeout: .seconds(2)) }
    try await eventually("the call is open") { !pair.server.activity().calls.isEmpty }
    pair.clock.advance(by: .seconds(2))
    #expect(await code { try await call.value } == .deadlineExceeded)
    for (bridge, isOutgoing) in [(pair.server, false), (pair.client, true)] {
      try await eventually("both methods are counted") { bridge.activity().methods.count == 2 }
      let methods = bridge.activity().methods
      #expect(methods.map(\.name) == ["direct", "wait"] && methods.allSatisfy { $0.isOutgoing == isOutgoing })
      #expect(methods[0].calls == 3 && methods[0].failures == ["NOT_FOUND": 1] && methods[0].longest == 0)
      #expect(methods[1].calls == 1 && methods[1].failures == ["DEADLINE_EXCEEDED": 1])
      #expect(abs(methods[1].p50 - 2) <= 0.08 && methods[1].longest == 2)
    }
  }

  @Test func `a stream shows its credit and the items that wait`() async throws {
    let pair = try await Pair(configuration: ActivityTests.recording) { bridge in
      bridge.stream("numbers") { (_: CallContext) in AsyncStream(Int.self) { for number in 0..<10 { $0.yield(number) } }
      }
    }
    var numbers = pair.caller.stream("numbers", of: Int.self, buffer: 4).makeAsyncIterator()
    #expect(try await numbers.next() == 0)
    try await eventually("the producer has used its credit") {
      pair.server.activity().calls.first?.stream == .init(credit: 0, waiting: 1)
    }
    try await eventually("the items have arrived") {
      pair.client.activity().calls.first?.stream == .init(credit: 0, waiting: 3)
    }
  }

  @Test func `a bridge that records nothing still shows its open calls`() async throws {
    let pair = try await Pair { bridge in
      bridge.handle("wait") { () async throws in try await Task.sleep(for: .seconds(3600)) }
    }
    let call = Task { try await pair.caller.call("wait", timeout: .seconds(10)) }
    let open = try await found("the open call") { pair.server.activity().calls.first }
    #expect(open.age == nil && open.location == nil && open.timeRemaining == 10)
    #expect(pair.server.activity().methods.isEmpty)
    #expect(pair.server.cancelCall(open.id))
    #expect(await code { try await call.value } == .cancelled)
  }

  @Test func `the oldest calls are listed when there are too many`() async throws {
    let pair = try await Pair(configuration: ActivityTests.recording) { bridge in
      bridge.handle("wait") { (_: Int) async throws in try await Task.sleep(for: .seconds(3600)) }
    }
    let calls = (0..<20).map { number in
      Task { try await pair.caller.call("wait", number) }
    }
    try await eventually("all are open") { pair.server.activity().calls.count == 20 }
    let activity = pair.server.activity(calls: 5)
    #expect(activity.calls.count == 5 && activity.connections[0].statistics.running == 20)
    #expect(pair.server.activity(calls: -1).calls.isEmpty)
    for call in calls { call.cancel() }
    for call in calls { _ = try? await call.value }
  }

  @Test func `names and codes that the other side makes up take no more memory`() throws {
    let recorder = try #require(Bridge(ActivityTests.recording).recorder)
    func call(_ method: String, isOutgoing: Bool) -> ObservedCall {
      let request = CallRequest(id: CallID(rawValue: 1), method: method)
      return ObservedCall(request, isOutgoing: isOutgoing, connection: "a", number: 1, start: .origin)
    }
    for number in 0..<3_000 {
      recorder.ended(call("m\(number)", isOutgoing: true), .success(.null), after: .zero)
      let error = BridgeError(.init(rawValue: "C\(number)"), "no")
      recorder.ended(call("codes", isOutgoing: false), .failure(error), after: .zero)
    }
    let methods = recorder.snapshot
    #expect(methods.count <= 1_001)
    #expect(methods.reduce(0) { $0 + $1.calls } == 6_000)
    #expect(methods.allSatisfy { $0.failures.count <= 33 })
    let clock = AnyClock(VirtualClock())
    let long = CallObservation(call("long", isOutgoing: false), by: [recorder], clock: clock, at: nil)
    long.locate(at: String(repeating: "x", count: 100_000) + ":1:2")
    #expect(long.location?.count == 256 && long.location?.hasSuffix(":1:2") == true)
  }

  @Test func `percentiles are within 4 per cent`() {
    for scale in [1, 20, 1_000, 1_000_000, 3_000_000_000] as [Int64] {
      var histogram = LatencyHistogram()
      for value in 1...1_000 as ClosedRange<Int64> { histogram.add(value * scale) }
      for (share, exact) in [(0.5, 500 * scale), (0.99, 990 * scale)] {
        let error = abs(Double(histogram.percentile(share)) / Double(exact) - 1)
        #expect(error <= 0.04, "\(share) of \(scale): \(error)")
      }
      #expect(histogram.longest == 1_000 * scale && histogram.count == 1_000)
    }
    var extremes = LatencyHistogram()
    #expect(extremes.percentile(0.99) == 0)
    for value in [.min, -1, 0, .max] as [Int64] { extremes.add(value) }
    #expect(extremes.percentile(0) == 0 && extremes.percentile(1) > Int64.max / 100 * 96)
  }

  @Test func `the gauges of swift-metrics have the same numbers`() throws {
    var activity = BridgeActivity()
    let statistics = Connection.Statistics(
      calls: 9, running: 3, pending: 2, late: 0, repeated: 0, dropped: 4, subscriptions: 5, bytesInFlight: 6)
    activity.connections = [1, 2].map { .init(number: $0, name: "a", statistics: statistics, subscriptions: []) }
    let metrics = TestMetrics()
    activity.recordMetrics(to: metrics)
    func gauge(_ label: String, _ dimensions: [(String, String)] = []) throws -> Double? {
      try metrics.expectRecorder(label, dimensions).lastValue
    }
    #expect(try gauge("causeway_connections") == 2)
    #expect(try gauge("causeway_calls_in_flight", [("direction", "in")]) == 6)
    #expect(try gauge("causeway_calls_in_flight", [("direction", "out")]) == 4)
    #expect(try gauge("causeway_subscriptions") == 10 && gauge("causeway_bytes_in_flight") == 12)
    #expect(try gauge("causeway_events_dropped") == 8)
  }
}
