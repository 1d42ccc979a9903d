import Causeway
import CausewayTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct SimulatedTransportTests {
  /// Two bridges; the caller's end is simulated.
  private final class Pair: Sendable {
    let clock = VirtualClock()
    let caller: Connection
    let callee: Connection
    let link: SimulatedTransport
    let handled = Log()

    init(
      _ plan: String, limits: Limits = Limits(), handlers: (Bridge, VirtualClock) -> Void = { _, _ in }
    ) throws {
      var configuration = Bridge.Configuration()
      configuration.clock = clock
      let (server, client) = (Bridge(configuration), Bridge(configuration))
      handlers(server, clock)
      server.handle("echo") { [handled, clock] (value: Int) -> Int in
        handled.add("\(value)", clock)
        return value
      }
      let (left, right) = LoopbackTransport.pair()
      link = SimulatedTransport(right, plan: try FaultPlan(parsing: plan, seed: 1), clock: clock, limits: limits)
      callee = server.connect(left, permissions: .all, name: "callee")
      caller = client.connect(link, permissions: .all, name: "caller")
    }

    deinit { caller.close() }

    /// Starts a call that logs its result.
    func call(_ method: String, _ value: Int, timeout: Timeout = .seconds(30), _ log: Log) {
      Task.immediate(executorPreference: clock.executor) {
        do {
          let answer: Int = try await caller.call(method, value, timeout: timeout)
          log.add("\(answer)", clock)
        } catch {
          log.add((error as? BridgeError)?.code.rawValue ?? "\(error)", clock)
        }
      }
    }

    var isQuiet: Bool { caller.statistics.pending == 0 && callee.statistics.running == 0 }
  }

  final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String, _ clock: VirtualClock) {
      lines.withLock { $0.append("\(line) @\(clock.now.offset / .milliseconds(1))") }
    }
  }

  @Test func `a message without faults passes at once`() async throws {
    let pair = try Pair("other: drop=100%")
    let answer: Int = try await pair.caller.call("echo", 5)
    #expect(answer == 5)
    #expect(pair.clock.now.offset == .zero)
    #expect(pair.link.statistics == with { $0.messages = 2 })
  }

  @Test func `a delay takes virtual time, in each direction`() async throws {
    let (pair, log) = (try Pair("echo: delay=200ms"), Log())
    pair.call("echo", 1, log)
    try await pair.clock.runUntilIdle()
    #expect(pair.handled.all == ["1 @200.0"])
    #expect(log.all == ["1 @400.0"])
    #expect(pair.link.statistics == with { ($0.messages, $0.delayed) = (2, 2) })
  }

  @Test(arguments: ["callsInFlight", "bytesInFlight"], ["sent", "received"])
  func `calls beyond the limit in transit fail at once, and later calls succeed`(
    limit: String, direction: String
  ) async throws {
    var limits = Limits()
    if limit == "callsInFlight" { limits.callsInFlight = 3 } else { limits.bytesInFlight = 30 }
    let server = Bridge()
    server.handle("length") { (text: String) in text.utf8.count }
    let clock = VirtualClock()
    let (left, right) = LoopbackTransport.pair()
    let link = SimulatedTransport(
      direction == "sent" ? right : left,
      plan: try FaultPlan(parsing: "length: delay=1s only=calls direction=\(direction)", seed: 1), clock: clock,
      limits: limits)
    let callee = server.connect(direction == "sent" ? left : link, permissions: .all)
    var configuration = Bridge.Configuration()
    configuration.clock = clock
    let caller = Bridge(configuration).connect(direction == "sent" ? link : right, permissions: .all)
    let (log, text) = (Log(), "0123456789")
    for _ in 0..<2 {
      for _ in 0..<20 {
        Task.immediate(executorPreference: clock.executor) {
          do {
            let count: Int = try await caller.call("length", text)
            log.add("\(count)", clock)
          } catch { log.add("\((error as? BridgeError)?.data?["limit"]?.string ?? "\(error)")", clock) }
        }
      }
      #expect(link.inTransit == 3)
      try await clock.runUntilIdle()
    }
    let refused = { (time: String) in Array(repeating: "\(limit) @\(time)", count: 17) }
    #expect(
      log.all == refused("0.0") + Array(repeating: "10 @1000.0", count: 3) + refused("1000.0")
        + Array(repeating: "10 @2000.0", count: 3))
    caller.close()
    callee.close()
  }

  @Test func `one direction can be delayed alone`() async throws {
    let (pair, log) = (try Pair("*: delay=1s direction=received; *: delay=10ms only=calls"), Log())
    pair.call("echo", 1, log)
    try await pair.clock.runUntilIdle()
    #expect(log.all == ["1 @1010.0"])
  }

  @Test func `a lost call ends at its deadline`() async throws {
    let (pair, log) = (try Pair("echo: drop=100% only=calls"), Log())
    pair.call("echo", 1, timeout: .seconds(5), log)
    try await pair.clock.runUntilIdle()
    #expect(log.all == ["DEADLINE_EXCEEDED @5000.0"])
    #expect(pair.handled.all == [])
    #expect(pair.isQuiet)
  }

  @Test func `a rule affects only the numbered calls of a method`() async throws {
    let (pair, log) = (try Pair("echo: drop=100% calls=2..3"), Log())
    for value in 1...4 { pair.call("echo", value, timeout: .seconds(1), log) }
    try await pair.clock.runUntilIdle()
    #expect(log.all == ["1 @0.0", "4 @0.0", "DEADLINE_EXCEEDED @1000.0", "DEADLINE_EXCEEDED @1000.0"])
  }

  @Test func `a late answer arrives after the deadline, and is counted`() async throws {
    let (pair, log) = (try Pair("echo: late=100%"), Log())
    pair.call("echo", 1, timeout: .seconds(2), log)
    try await pair.clock.runUntilIdle()
    #expect(log.all == ["DEADLINE_EXCEEDED @2000.0"])
    #expect(pair.clock.now.offset > .seconds(2))
    #expect(pair.caller.statistics.late == 1)
    #expect(pair.link.statistics.late == 1)
  }

  @Test func `a duplicated answer settles its call once`() async throws {
    let (pair, log) = (try Pair("echo: duplicate=100% only=answers"), Log())
    pair.call("echo", 1, log)
    try await pair.clock.runUntilIdle()
    #expect(log.all == ["1 @0.0"])
    #expect(pair.caller.statistics.late == 1)
  }

  @Test(arguments: ["", " delay=100ms..300ms", " delay=2s reorder=50%"])
  func `a duplicated call is handled once, also after the first copy has ended`(rest: String) async throws {
    let (pair, log) = (try Pair("echo: duplicate=100% only=calls\(rest)"), Log())
    for value in 1...20 { pair.call("echo", value, log) }
    try await pair.clock.runUntilIdle()
    #expect(pair.link.statistics.duplicated == 20)
    #expect(pair.handled.all.count == 20 && log.all.count == 20)
    #expect(pair.callee.statistics.repeated == 20)
    #expect(pair.isQuiet && pair.caller.statistics.late == 0)
  }

  @Test func `a message that is held back is overtaken`() async throws {
    let (pair, log) = (try Pair("echo: reorder=100% calls=1 only=answers"), Log())
    pair.call("echo", 1, log)
    pair.call("echo", 2, log)
    try await pair.clock.runUntilIdle()
    #expect(log.all.count == 2)
    #expect(log.all[0] == "2 @0.0")
    #expect(log.all[1].hasPrefix("1 @1"))
  }

  @Test func `the items of a stream keep their order with any plan`() async throws {
    let pair = try Pair("count: delay=0ms..900ms reorder=100% duplicate=100%") { bridge, _ in
      bridge.stream("count") { (_: CallContext) in
        AsyncStream<Int> { feed in
          for item in 1...50 { feed.yield(item) }
          feed.finish()
        }
      }
    }
    let task = Task(executorPreference: pair.clock.executor) {
      var items: [Int] = []
      for try await item in pair.caller.stream("count", BridgeValue.undefined, of: Int.self) { items.append(item) }
      return items
    }
    try await pair.clock.runUntilIdle()
    #expect(try await task.value == Array(1...50))
  }

  @Test func `bandwidth makes messages queue`() async throws {
    let (pair, log) = (try Pair("*: bandwidth=1kB/s direction=sent"), Log())
    for value in 1...3 { pair.call("echo", value, log) }
    try await pair.clock.runUntilIdle()
    // 52 bytes each: the name, the number, and 40 bytes around them.
    #expect(pair.handled.all == ["1 @52.0", "2 @104.0", "3 @156.0"])
  }

  @Test func `a message never arrives on a line that is too slow`() async throws {
    let (pair, log) = (try Pair("*: bandwidth=0.0000000000000000000001B/s direction=sent"), Log())
    for value in 1...2 { pair.call("echo", value, timeout: .seconds(1), log) }
    try await pair.clock.runUntilIdle()
    #expect(pair.handled.all.isEmpty)
    #expect(log.all == ["DEADLINE_EXCEEDED @1000.0", "DEADLINE_EXCEEDED @1000.0"])
  }

  @Test func `a freeze holds messages back, and loses none`() async throws {
    let (pair, log) = (try Pair("*: freeze during=1s..3s"), Log())
    pair.call("echo", 1, log)
    await pair.clock.run(for: .seconds(2))
    pair.call("echo", 2, log)
    await pair.clock.run(for: .milliseconds(500))
    #expect(log.all == ["1 @0.0"])
    try await pair.clock.runUntilIdle()
    #expect(log.all == ["1 @0.0", "2 @3000.0"])
  }

  @Test func `a link can be frozen and thawed manually`() async throws {
    let (pair, log) = (try Pair("*: delay=10ms"), Log())
    pair.link.freeze()
    pair.call("echo", 1, log)
    await pair.clock.run(for: .seconds(1))
    #expect(pair.handled.all == [])
    #expect(pair.link.inTransit == 1)
    pair.link.thaw()
    try await pair.clock.runUntilIdle()
    #expect(log.all == ["1 @1010.0"])
  }

  @Test func `a freeze without an end thaws only manually`() async throws {
    let (pair, log) = (try Pair("*: freeze only=answers"), Log())
    pair.call("echo", 1, timeout: .never, log)
    await pair.clock.run(for: .seconds(10_000))
    #expect(log.all == [])
    pair.link.thaw()
    try await pair.clock.runUntilIdle()
    #expect(log.all == ["1 @10000000.0"])
  }

  @Test func `a cut ends calls on both sides`() async throws {
    let (pair, log) = (
      try Pair("*: cutAfter=5s") { bridge, clock in
        bridge.handle("slow") { (value: Int) async throws -> Int in
          try await clock.sleep(for: .seconds(10))
          return value
        }
      }, Log()
    )
    pair.call("slow", 1, log)
    try await pair.clock.runUntilIdle()
    #expect(log.all == ["UNAVAILABLE @5000.0"])
    #expect(pair.caller.isClosed && pair.callee.isClosed && pair.isQuiet)
    #expect(pair.link.statistics.isCut)
    pair.call("slow", 1, log)
    try await pair.clock.runUntilIdle()
    #expect(log.all.last == "UNAVAILABLE @5000.0")
  }

  @Test func `a seed has the same effect on each call, regardless of other messages`() async throws {
    func fates(_ plan: String, others: Bool) async throws -> [String] {
      let (pair, log, rest) = (try Pair(plan), Log(), Log())
      for value in 1...40 {
        if others { pair.call("other", value, timeout: .seconds(90), rest) }
        pair.call("echo", value, timeout: .seconds(60), log)
      }
      try await pair.clock.runUntilIdle()
      return log.all.sorted()
    }
    let plan = "echo: delay=normal(1s,300ms) jitter=100ms drop=20% duplicate=20% reorder=20%"
    let once = try await fates(plan + " seed=1", others: false)
    #expect(try await fates(plan + " seed=1", others: true) == once)
    #expect(try await fates(plan + " seed=2", others: false) != once)
    #expect(once.contains("DEADLINE_EXCEEDED @60000.0"))
  }

  private func with(
    _ change: (inout SimulatedTransport.Statistics) -> Void
  ) -> SimulatedTransport.Statistics {
    var statistics = SimulatedTransport.Statistics()
    change(&statistics)
    return statistics
  }
}
