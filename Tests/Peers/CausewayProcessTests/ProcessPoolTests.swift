import Causeway
import CausewayConcurrency
import CausewayTesting
import Synchronization
import TestSupport
import Testing

@testable import CausewayProcess

/// A pool of fake children, on a clock that the tests control.
@Suite(.timeLimit(.minutes(5))) struct ProcessPoolTests {
  typealias Configuration = JavaScriptProcessPool.Configuration
  static let crash = BridgeError(.unavailable, "The JavaScript process was terminated by signal 9 (Killed).")

  // MARK: Leases

  @Test func `spares are started before the first use`() async throws {
    let stage = PoolStage { $0.spares = 3 }
    try await stage.eventually { $0.ready == 3 && $0.starting == 0 }
    #expect(try await stage.pool.use(within: .zero) { $0.number } <= 3)
    await stage.pool.close()
  }

  @Test func `without spares a child is started for each waiter`() async throws {
    let stage = PoolStage {
      $0.count = 2
      $0.spares = 0
    }
    #expect(stage.pool.statistics == .init(leased: 0, ready: 0, starting: 0, ending: 0, waiting: 0))
    for number in 1...3 { #expect(try await stage.pool.use(within: nil) { $0.number } == number) }
    await stage.pool.close()
    #expect(stage.children.value.count == 3)
  }

  @Test func `a child of one use is killed after it, also when the use throws`() async throws {
    let stage = PoolStage { $0.count = 1 }
    let first = try await stage.pool.use(within: nil) { child in
      #expect(child.isServing)
      return child
    }
    #expect(!first.isServing)
    await #expect(throws: CancellationError.self) {
      try await stage.pool.use(within: nil) { child in
        #expect(child !== first)
        throw CancellationError()
      }
    }
    try await stage.eventually { $0.ready == 1 && $0.ending == 0 }
    #expect(stage.alive == 1)
    await stage.pool.close()
  }

  @Test func `a child of three uses serves three, and is replaced`() async throws {
    let stage = PoolStage {
      $0.count = 1
      $0.spares = 0
      $0.reuse = .many(maximum: 3)
    }
    var seen: [Int] = []
    for _ in 0..<7 { seen.append(try await stage.pool.use(within: nil) { $0.number }) }
    #expect(seen == [1, 1, 1, 2, 2, 2, 3])
    await stage.pool.close()
  }

  @Test func `callers are served in their order`() async throws {
    let stage = PoolStage {
      $0.count = 1
      $0.reuse = .many()
    }
    let (mayEnd, order) = (Signal(), Shared<[Int]>([]))
    let first = Task { try await stage.pool.use(within: nil) { _ in await mayEnd.wait() } }
    try await stage.eventually { $0.leased == 1 }
    var tasks: [Task<Void, any Error>] = []
    for number in 1...20 {
      tasks.append(
        Task { try await stage.pool.use(within: nil) { _ in order.withLock { $0.append(number) } } })
      try await stage.eventually { $0.waiting == number }
    }
    mayEnd.fire()
    try await first.value
    for task in tasks { try await task.value }
    #expect(order.value == Array(1...20))
    await stage.pool.close()
  }

  @Test(arguments: [Configuration.once(4, 2), .once(1, 0), .once(3, 1), .many(4, 1), .many(2, 0)])
  func `there are never more children than the maximum, and each has one use at a time`(configuration: Configuration)
    async throws
  {
    let stage = PoolStage { $0 = configuration }
    let used = Shared<[Int: Int]>([:])
    var random = SeededRandom()
    try await withThrowingTaskGroup { group in
      for _ in 0..<200 {
        let (yields, crashes) = (Int.random(in: 0...5, using: &random), Int.random(in: 0...9, using: &random) == 0)
        group.addTask {
          try await stage.pool.use(within: nil) { child in
            let (others, own) = used.withLock { used in
              used[child.number, default: 0] += 1
              return (used.values.count { $0 > 0 } - 1, used[child.number])
            }
            #expect(others < configuration.count && own == 1)
            for _ in 0..<yields { await Task.yield() }
            used.withLock { $0[child.number]! -= 1 }
            if crashes { child.crash(Self.crash) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(stage.most.value <= configuration.count + configuration.spares)
    await stage.pool.close()
    #expect(stage.alive == 0)
  }

  @Test func `further callers than the maximum are refused at once`() async throws {
    let stage = PoolStage {
      $0.count = 1
      $0.spares = 0
      $0.waiters = 2
    }
    let mayEnd = Signal()
    let first = Task { try await stage.pool.use(within: nil) { _ in await mayEnd.wait() } }
    try await stage.eventually { $0.leased == 1 }
    let waiting = (0..<2).map { _ in Task { try await stage.pool.use(within: nil) { _ in } } }
    try await stage.eventually { $0.waiting == 2 }
    let refused = await failure { try await stage.pool.use(within: nil) { _ in } }
    #expect(refused?.code == .resourceExhausted)
    #expect(refused?.data?["limit"] == "waiters")
    mayEnd.fire()
    for task in [first] + waiting { try await task.value }
    await stage.pool.close()
  }

  @Test func `a caller waits no longer than its timeout`() async throws {
    let stage = PoolStage { $0.count = 1 }
    let mayEnd = Signal()
    let first = Task { try await stage.pool.use(within: nil) { _ in await mayEnd.wait() } }
    try await stage.eventually { $0.leased == 1 }
    let patient = Task { try await stage.pool.use(within: .seconds(9)) { $0.number } }
    let late = Task { await failure { try await stage.pool.use(within: .seconds(5)) { _ in } } }
    try await stage.eventually { $0.waiting == 2 }
    await stage.clock.waitForSleepers(1)
    stage.clock.advance(by: .seconds(5))
    let error = await late.value
    #expect(error?.code == .deadlineExceeded)
    #expect(error?.message == "No JavaScript process was free within 5.0 seconds.")
    mayEnd.fire()
    try await first.value
    #expect(try await patient.value > 0)
    await stage.pool.close()
    try await TestSupport.eventually("no task sleeps") { stage.clock.sleeperCount == 0 }
  }

  @Test func `a cancelled caller leaves the queue, and the others keep their order`() async throws {
    let stage = PoolStage { $0.count = 1 }
    let mayEnd = Signal()
    let first = Task { try await stage.pool.use(within: nil) { _ in await mayEnd.wait() } }
    try await stage.eventually { $0.leased == 1 }
    let given = Task { await failure { try await stage.pool.use(within: nil) { _ in } } }
    try await stage.eventually { $0.waiting == 1 }
    let next = Task { try await stage.pool.use(within: nil) { _ in } }
    try await stage.eventually { $0.waiting == 2 }
    given.cancel()
    #expect(await given.value?.code == .cancelled)
    let never = Task {
      await failure { try await stage.pool.use(within: nil) { _ in _ = Issue.record("It was leased.") } }
    }
    never.cancel()
    mayEnd.fire()
    try await first.value
    try await next.value
    _ = await never.value
    try await stage.eventually { $0.waiting == 0 && $0.leased == 0 }
    await stage.pool.close()
  }

  @Test func `a child that does not return to its event loop is not leased again`() async throws {
    let stage = PoolStage {
      $0.count = 1
      $0.spares = 0
      $0.reuse = .many()
    }
    let first = try await stage.pool.use(within: nil) { child in
      child.hangs()
      return child
    }
    let next = Task { try await stage.pool.use(within: nil) { $0.number } }
    try await stage.eventually { $0.leased == 1 && $0.waiting == 1 }
    first.answers(false)
    #expect(try await next.value == 2)
    #expect(!first.isServing)
    await stage.pool.close()
  }

  // MARK: Children that end

  @Test func `a child that ends during its use is replaced at once, however often`() async throws {
    let stage = PoolStage { $0.restart.maximumFailures = 3 }
    for _ in 0..<50 { try await stage.pool.use(within: nil) { $0.crash(Self.crash) } }
    #expect(stage.clock.now.offset == .zero)
    #expect(try await stage.pool.use(within: nil) { $0.isServing })
    await stage.pool.close()
  }

  @Test func `a spare that ends is replaced after a delay, which doubles, until the pool gives up`() async throws {
    let stage = PoolStage { $0.restart.maximumFailures = 5 }
    for (number, rest) in [(1, 100), (2, 200), (3, 400), (4, 800)] {
      try await stage.eventually { $0.ready == 1 }
      #expect(stage.children.value.count == number)
      stage.children.value.last?.crash(Self.crash)
      await stage.clock.waitForSleepers(1)
      stage.clock.advance(by: .milliseconds(rest - 1))
      #expect(stage.children.value.count == number)
      stage.clock.advance(by: .milliseconds(1))
    }
    try await stage.eventually { $0.ready == 1 }
    stage.children.value.last?.crash(Self.crash)
    try await stage.eventually { $0.ready == 0 }
    let error = await failure { try await stage.pool.use(within: nil) { _ in } }
    #expect(error?.code == .failedPrecondition)
    #expect(error?.causes == [Self.crash])
    #expect(stage.children.value.count == 5)
    await stage.pool.close()
  }

  @Test func `a spare that ends after it was stable, or after a use that succeeded, is a first failure`() async throws {
    let stage = PoolStage { $0.restart.maximumFailures = 2 }
    for round in 0..<6 {
      try await stage.eventually { $0.ready == 1 }
      if round % 2 == 0 {
        stage.clock.advance(by: .seconds(10))
      } else {
        try await stage.pool.use(within: nil) { _ in }
        try await stage.eventually { $0.ready == 1 && $0.ending == 0 }
      }
      stage.children.value.last?.crash(Self.crash)
      await stage.clock.waitForSleepers(1)
      stage.clock.advance(by: .milliseconds(100))
    }
    try await stage.eventually { $0.ready == 1 }
    await stage.pool.close()
  }

  @Test func `children that cannot be started are started one at a time with delays, and given up`() async throws {
    let stage = PoolStage(failsToStart: true) {
      $0.spares = 4
      $0.restart.maximumFailures = 4
    }
    try await stage.eventually { $0.starting == 0 }
    // Four starts that fail together are one failure.
    #expect(stage.attempts.value == 4)
    let waiting = Task { await failure { try await stage.pool.use(within: nil) { _ in } } }
    for (attempts, rest) in [(5, 100), (6, 200), (7, 400)] {
      await stage.clock.waitForSleepers(1)
      stage.clock.advance(by: .milliseconds(rest))
      try await stage.eventually { $0.starting == 0 && stage.attempts.value == attempts }
    }
    let error = await waiting.value
    #expect(error?.code == .failedPrecondition)
    #expect(error?.message.hasPrefix("The JavaScript process failed 4 times in a row") == true)
    #expect(error?.message.hasSuffix("no such program") == true)
    #expect(await failure { try await stage.pool.use(within: nil) { _ in } }?.code == .failedPrecondition)
    await stage.pool.close()
    #expect(stage.attempts.value == 7)
  }

  @Test func `a caller whose timeout passes in a backoff learns of the last failure`() async throws {
    let stage = PoolStage(failsToStart: true) { $0.restart.initialDelay = .seconds(20) }
    try await stage.eventually { $0.starting == 0 }
    await stage.clock.waitForSleepers(1)
    let late = Task { await failure { try await stage.pool.use(within: .seconds(5)) { _ in } } }
    try await stage.eventually { $0.waiting == 1 }
    // The timer is set again, to the earlier deadline.
    try await TestSupport.eventually("the deadline is the next event") {
      stage.clock.sleepers.first?.wakes.offset == .seconds(5)
    }
    stage.clock.advance(by: .seconds(5))
    let error = await late.value
    #expect(error?.code == .deadlineExceeded)
    #expect(error?.message.hasSuffix("no such program") == true)
    #expect(error?.causes.count == 1)
    await stage.pool.close()
  }

  @Test func `calls in a backoff can fail with the reason`() async throws {
    let stage = PoolStage(failsToStart: true) {
      $0.restart.callsWhileDown = .fail
      $0.spares = 2
    }
    await stage.clock.waitForSleepers(1)
    let error = await failure { try await stage.pool.use(within: nil) { _ in } }
    #expect(error?.code == .unavailable)
    #expect(error?.causes.first?.message == "no such program")
    await stage.pool.close()
  }

  // MARK: End

  @Test func `closing fails waiters, kills children in use, and waits until all have ended`() async throws {
    let stage = PoolStage {
      $0.count = 1
      $0.spares = 1
    }
    stage.endsWhenKilled.withLock { $0 = false }
    let (mayEnd, hasClosed) = (Signal(), Shared(false))
    let leased = Task { try await stage.pool.use(within: nil) { _ in await mayEnd.wait() } }
    try await stage.eventually { $0.leased == 1 && $0.ready == 1 }
    let waiting = Task { await failure { try await stage.pool.use(within: nil) { _ in } } }
    try await stage.eventually { $0.waiting == 1 }
    let closing = Task {
      await stage.pool.close()
      hasClosed.withLock { $0 = true }
    }
    #expect(await waiting.value?.code == .unavailable)
    try await stage.eventually { $0.ending == 2 }
    #expect(!hasClosed.value)
    for child in stage.children.value { child.end(Self.crash) }
    await closing.value
    mayEnd.fire()
    try await leased.value
    #expect(await failure { try await stage.pool.use(within: nil) { _ in } }?.message.contains("is closed") == true)
    await stage.pool.close()
    #expect(stage.children.value.count == 2)
  }

  @Test func `a child that has started in spite of the end is killed`() async throws {
    let stage = PoolStage { $0.spares = 0 }
    let (isStarting, mayStart) = (Signal(), Signal())
    stage.onLaunch.withLock {
      $0 = {
        isStarting.fire()
        // The start takes no notice of its cancellation.
        await Task { await mayStart.wait() }.value
      }
    }
    let waiting = Task { await failure { try await stage.pool.use(within: nil) { _ in } } }
    await isStarting.wait()
    let closing = Task { await stage.pool.close() }
    #expect(await waiting.value?.code == .unavailable)
    mayStart.fire()
    await closing.value
    #expect(stage.children.value.count == 1 && stage.alive == 0)
  }
}

extension JavaScriptProcessPool.Configuration {
  fileprivate static func once(_ count: Int, _ spares: Int) -> Self {
    var configuration = Self()
    (configuration.count, configuration.spares) = (count, spares)
    return configuration
  }

  fileprivate static func many(_ count: Int, _ spares: Int) -> Self {
    var configuration = once(count, spares)
    configuration.reuse = .many(maximum: 5)
    return configuration
  }
}
