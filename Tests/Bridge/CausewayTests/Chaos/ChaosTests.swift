import TestSupport
import Causeway
import CausewayTesting
import Foundation
import Testing

/// How long to go on; nil where nobody asked for it.
private let soakSeconds = ProcessInfo.processInfo.environment["SOAK_SECONDS"].flatMap { Double($0) }

@Suite(.timeLimit(.minutes(10 + Int(soakSeconds ?? 0) / 60))) struct ChaosTests {
  /// Plays seeds on two cores; returns the failing ones, made short, for a person.
  private static func play(_ seeds: Range<UInt64>, until end: ContinuousClock.Instant? = nil) async -> (
    count: Int, failures: [String]
  ) {
    let next = Shared(seeds.lowerBound)
    return await withTaskGroup(of: (Int, [String]).self) { group in
      for _ in 0..<2 {
        group.addTask {
          var (count, failures): (Int, [String]) = (0, [])
          while end.map({ ContinuousClock.now < $0 }) ?? true, failures.count < 3 {
            let seed = next.withLock { seed in
              defer { seed += 1 }
              return seed
            }
            guard seed < seeds.upperBound else { break }
            count += 1
            let schedule = ChaosSchedule(seed: seed)
            let complaints = await ChaosRun.play(schedule).complaints
            if !complaints.isEmpty { failures.append(await report(schedule, complaints)) }
          }
          return (count, failures)
        }
      }
      return await group.reduce(into: (0, [])) { ($0.0, $0.1) = ($0.0 + $1.0, $0.1 + $1.1) }
    }
  }

  private static func report(_ schedule: ChaosSchedule, _ complaints: [String]) async -> String {
    var short = schedule
    short.steps = await shrink(schedule.steps) { steps in
      var part = schedule
      part.steps = steps
      return await !ChaosRun.play(part).complaints.isEmpty
    }
    let last = await ChaosRun.play(short).complaints
    return (last.isEmpty ? complaints : last).joined(separator: "\n") + "\n" + short.description
  }

  @Test(.unsanitized) func `a thousand random days settle every call once, as the model says`() async {
    if let text = ProcessInfo.processInfo.environment["CHAOS_SEED"], let seed = UInt64(text) {
      for failure in await ChaosTests.play(seed..<seed + 1).failures { Issue.record("\(failure)") }
      return
    }
    for failure in await ChaosTests.play(1..<1001).failures { Issue.record("\(failure)") }
  }

  @Test(.enabled(if: soakSeconds != nil, "only when asked for by make soak"))
  func `random days for as long as asked`() async throws {
    let environment = ProcessInfo.processInfo.environment
    let seconds = try #require(soakSeconds)
    let first = environment["CHAOS_SEED"].flatMap { UInt64($0) } ?? UInt64(Date().timeIntervalSince1970) * 1_000_000
    let start = ContinuousClock.now
    var count = 0
    while ContinuousClock.now - start < .seconds(seconds) {
      let from = first + UInt64(count)
      let end = min(start + .seconds(seconds), ContinuousClock.now + .seconds(10))
      let (played, failures) = await ChaosTests.play(from..<UInt64.max, until: end)
      count += played
      let rate = Double(count) / ((ContinuousClock.now - start) / .seconds(1))
      print("soak: \(count) seeds from \(first) on, \(Int(rate)) a second")
      for failure in failures { Issue.record("\(failure)") }
      if !failures.isEmpty { return }
    }
  }

  @Test func `a schedule plays the same each time`() async {
    let (first, second) = (await ChaosRun.play(ChaosSchedule(seed: 5)), await ChaosRun.play(ChaosSchedule(seed: 5)))
    #expect(first.ends == second.ends)
    #expect(first.jobs == second.jobs)
    #expect(first.link == second.link)
    #expect(await ChaosRun.play(ChaosSchedule(seed: 6)).ends != first.ends)
  }

  @Test func `random days hold everything that can become of a call`() async {
    var outcomes: [String: Int] = [:]
    var link = SimulatedTransport.Statistics()
    for seed in UInt64(1)...40 {
      let report = await ChaosRun.play(ChaosSchedule(seed: seed))
      outcomes.merge(report.outcomes, uniquingKeysWith: +)
      link.dropped += report.link.dropped
      link.duplicated += report.link.duplicated
      link.reordered += report.link.reordered
      link.late += report.link.late
    }
    let kinds = ["result", "CHAOS", "INTERNAL", "DEADLINE_EXCEEDED", "CANCELLED", "ABORTED", "UNAVAILABLE"]
    for kind in ["finished", "left"] { #expect(outcomes["stream \(kind)", default: 0] >= 20, "\(kind)") }
    #expect(Set(outcomes.keys.filter { !$0.hasPrefix("stream") }) == Set(kinds))
    for kind in kinds { #expect(outcomes[kind, default: 0] >= 20, "\(kind)") }
    #expect(outcomes["result", default: 0] > 1000)
    for count in [link.dropped, link.duplicated, link.reordered, link.late] { #expect(count >= 20) }
  }

  // MARK: The harness finds what is broken

  @Test func `an answer that is lost between link and connection is found, and the schedule shrinks to one call`() async
  {
    var schedule = ChaosSchedule(seed: 1, calls: 30)
    schedule.plan = FaultPlan(seed: 1)
    let lose: Tap.Sabotage = { message in
      if case .answer(_, .success(.number(let value))) = message, value == 3 { [] } else { [message] }
    }
    schedule.steps.append(
      .call(
        ChaosCall(index: 0, caller: .client, start: 1, timeout: 500, abort: nil, handler: .answersAtOnce)))
    schedule.steps.removeFirst()
    #expect(
      await ChaosRun.play(schedule, sabotage: lose).complaints.contains {
        $0.contains("c0 ended with DEADLINE_EXCEEDED")
      })
    let short = await shrink(schedule.steps) { steps in
      var part = schedule
      part.steps = steps
      return await !ChaosRun.play(part, sabotage: lose).complaints.isEmpty
    }
    #expect(short.count == 1)
    #expect(short.first?.description.hasPrefix("at 1 ms the client calls c0") == true)
  }

  @Test func `an answer that is routed to another call is found`() async {
    var schedule = ChaosSchedule(seed: 1, calls: 0)
    schedule.plan = FaultPlan(seed: 1)
    schedule.steps = (0..<2).map {
      .call(ChaosCall(index: $0, caller: .client, start: 1, timeout: 500, abort: nil, handler: .answersAfter(5)))
    }
    let misroute: Tap.Sabotage = { message in
      guard case .answer(let id, let answer) = message else { return [message] }
      return [.answer(CallID(rawValue: 3 - id.rawValue), answer)]
    }
    let complaints = await ChaosRun.play(schedule, sabotage: misroute).complaints
    #expect(complaints.contains("c0 was answered with 10"))
  }

  @Test func `an item that is lost is found`() async {
    var schedule = ChaosSchedule(seed: 1, calls: 0)
    schedule.plan = FaultPlan(seed: 1)
    var random = StableRandom(seed: 1)
    var stream = ChaosStream(index: 0, &random)
    (stream.caller, stream.items, stream.buffer, stream.takes, stream.timeout) = (.client, 5, 16, nil, 30_000)
    schedule.steps = [.stream(stream)]
    #expect(await ChaosRun.play(schedule).complaints == [])
    let lose: Tap.Sabotage = { message in
      if case .item(_, .number(2)) = message { [] } else { [message] }
    }
    let complaints = await ChaosRun.play(schedule, sabotage: lose).complaints
    #expect(complaints.contains("stream.0 yielded [1, 3, 4, 5]"))
  }

  @Test func `shrinking leaves only what a failure needs`() async {
    let short = await shrink(Array(0..<100)) { $0.contains(17) && $0.contains(63) }
    #expect(short == [17, 63])
  }

  // MARK: Teardown

  static let teardowns: [ChaosStep] = [
    .close(.client, at: 0), .close(.server, at: 0), .cut(at: 0), .reload(.client, at: 0), .reload(.server, at: 0),
  ]

  @Test(.slowWhenSanitized, arguments: teardowns) func `a teardown at any suspension point settles every call`(
    step: ChaosStep
  ) async throws {
    var schedule = ChaosSchedule(seed: 11, calls: 0)
    let handlers: [ChaosCall.Handler] = [
      .answersAtOnce, .answersInTask, .answersAfter(5), .throwsAfter(3), .answersTwiceAfter(2), .dropsItsReply, .waits,
      .ignoresItsEnd,
    ]
    schedule.steps = handlers.enumerated().map { index, handler in
      .call(
        ChaosCall(
          index: index, caller: index % 2 == 0 ? .client : .server, start: index % 3, timeout: 20,
          abort: index == 6 ? 4 : nil, handler: handler))
    }
    var random = StableRandom(seed: 11)
    for index in 0..<4 {
      var stream = ChaosStream(index: index, &random)
      (stream.start, stream.items, stream.takes) = (index, 6, index == 3 ? 2 : nil)
      (stream.rhythm, stream.pause, stream.timeout) = (index % 2, index / 2, index == 2 ? 8 : 100)
      schedule.steps.append(.stream(stream))
    }
    var rule = FaultRule()
    rule.delay = .uniform(.zero ... .milliseconds(4))
    schedule.plan = FaultPlan(seed: 11, [rule])
    let jobs = await ChaosRun.play(schedule).jobs
    #expect(jobs > 50)
    for job in 1...jobs {
      let report = await ChaosRun.play(schedule, interruption: ChaosRun.Interruption(job: job, step: step))
      #expect(report.complaints == [], "after job \(job)")
    }
  }
}
