import CausewayConcurrency
import CausewayTesting
import JavaScriptRuntime
import StandardStreams
import Synchronization

/// The option `--chaos`.
struct ChaosSettings: Sendable {
  /// The number of plans for each file.
  let count: Int
  let seed: UInt64
}

/// Runs a file again under seeded plans, and shrinks those under which a test fails.
final class ChaosRun: Sendable {
  private let settings: TestSettings
  private let chaos: ChaosSettings
  private let state = Mutex(State())

  private struct State {
    var isStopped = false
    var next = 0
    var running: [Int: TestFileRun] = [:]
  }

  /// What a test's plans have in common.
  private struct Found {
    let test: FailedTest
    let plan: FaultPlan
    var count = 1
  }

  /// The most runs for the plan of one failure.
  private static let mostAttempts = 40

  init(_ settings: TestSettings, _ chaos: ChaosSettings) {
    var settings = settings
    // Only the ordinary run writes snapshots.
    settings.snapshots = .none
    settings.countsCalls = false
    self.settings = settings
    self.chaos = chaos
  }

  /// Runs a file under all plans.
  func perform(_ file: TestFileLabel, _ plans: ChaosPlans) async -> [ChaosFailure] {
    let results = await runAll(file, plans)
    var titles: [String] = []
    var found: [String: Found] = [:]
    for number in 0..<chaos.count {
      for test in results[number] ?? [] {
        let plan = plans.plan(number)
        if found[test.title] == nil {
          titles.append(test.title)
          found[test.title] = Found(test: test, plan: plan)
        } else {
          found[test.title]?.count += 1
        }
      }
    }
    var failures: [ChaosFailure] = []
    for title in titles {
      guard let first = found[title], !isStopped else { continue }
      let smallest = await shrink(first.plan, title, file)
      let plan = smallest?.plan ?? first.plan
      failures.append(
        ChaosFailure(
          test: smallest?.test ?? first.test, plan: plan.description, failedPlans: first.count, plans: chaos.count,
          isReproducible: smallest != nil, command: TestRepeatCommand(plan, file.path).text))
    }
    return failures
  }

  /// Stops the runs, and begins no other.
  func stop() {
    let running = state.withLock { state in
      state.isStopped = true
      return Array(state.running.values)
    }
    for file in running { file.stop.resolve(()) }
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func runAll(_ file: TestFileLabel, _ plans: ChaosPlans) async -> [Int: [FailedTest]] {
    await withTaskGroup(of: (Int, [FailedTest]).self) { group in
      var results: [Int: [FailedTest]] = [:]
      var next = 0
      func begin() {
        let number = next
        next += 1
        group.addTask { (number, await self.failures(file, plans.plan(number))) }
      }
      while next < chaos.count, next < settings.jobs { begin() }
      while let (number, failures) = await group.next() {
        results[number] = failures
        if next < chaos.count, !isStopped { begin() }
      }
      return results
    }
  }

  /// The tests that fail under a plan.
  private func failures(_ label: TestFileLabel, _ plan: FaultPlan) async -> [FailedTest] {
    let file = TestFileRun(label: label, settings: settings, plan: plan)
    let number: Int? = state.withLock { state in
      guard !state.isStopped else { return nil }
      state.next += 1
      state.running[state.next] = file
      return state.next
    }
    guard let number else { return [] }
    async let outcome = file.perform()
    var nesting = TestNesting()
    nesting.begin(label)
    for await entry in file.log.entries { if case .event(let event) = entry { nesting.follow(event) } }
    _ = await outcome
    state.withLock { _ = $0.running.removeValue(forKey: number) }
    return nesting.failed
  }

  // MARK: Shrinking

  /// The smallest plan under which a test fails; nil if it does not fail again.
  private func shrink(
    _ plan: FaultPlan, _ title: String, _ file: TestFileLabel
  ) async -> (plan: FaultPlan, test: FailedTest)? {
    var attempts = 0
    func failure(_ plan: FaultPlan) async -> FailedTest? {
      attempts += 1
      guard attempts <= ChaosRun.mostAttempts else { return nil }
      return await failures(file, plan).first { $0.title == title }
    }
    guard var test = await failure(plan) else { return nil }
    var smallest = plan
    var index = 0
    while smallest.rules.count > 1, index < smallest.rules.count {
      var candidate = smallest
      candidate.rules.remove(at: index)
      if let failed = await failure(candidate) { (smallest, test) = (candidate, failed) } else { index += 1 }
    }
    for index in smallest.rules.indices {
      guard case .fixed(let delay) = smallest.rules[index].delay else { continue }
      for shorter in ChaosPlans.delays where shorter < delay {
        var candidate = smallest
        candidate.rules[index].delay = .fixed(shorter)
        guard let failed = await failure(candidate) else { continue }
        (smallest, test) = (candidate, failed)
        break
      }
    }
    return (smallest, test)
  }
}
