import Causeway
import Glibc
import Synchronization
import TestSupport
import Testing

/// Counters with a limit.
@Suite(.timeLimit(.minutes(5))) struct QuotaTests {
  @Test func `a share over the limit is refused, and a released share can be taken again`() throws {
    let allowance = Quota("things") { 3 }
    var shares = [try allowance.take(2, for: "Two"), try allowance.take(for: "One")]
    let error = #expect(throws: BridgeError.self) { _ = try allowance.take(for: "One more thing") }
    #expect(error?.code == .resourceExhausted)
    #expect(error?.message == "One more thing is over the limit things (3).")
    #expect(error?.data == ["limit": "things", "maximum": 3])
    #expect(allowance.held == 3)
    shares.removeFirst()
    #expect(allowance.held == 1)
    #expect(throws: BridgeError.self) { _ = try allowance.take(3, for: "Three") }
    #expect(allowance.held == 1)
    withExtendedLifetime(shares) {}
  }

  @Test(.timeLimit(.minutes(1))) func `waiting tasks are served in order, and their number is limited`() async throws {
    let allowance = Quota("things") { 1 }
    var first: Quota.Reservation? = try await allowance.wait(for: "The first")
    #expect(first != nil)
    let tally = Tally()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<5 {
        group.addTask {
          let share = try await allowance.wait(most: 5, for: "The \(number)")
          tally.served.withLock { $0.append(number) }
          withExtendedLifetime(share) {}
        }
        // Queued before the next one.
        try await waiting(number + 1, for: allowance)
      }
      await #expect(throws: BridgeError.self) { _ = try await allowance.wait(most: 5, for: "The sixth") }
      withExtendedLifetime(first) {}
      first = nil
      try await group.waitForAll()
    }
    #expect(tally.served.withLock { $0 } == [0, 1, 2, 3, 4])
    #expect(allowance.held == 0 && allowance.waiting == 0)
  }

  @Test(.timeLimit(.minutes(1))) func `a cancelled task leaves the queue`() async throws {
    let allowance = Quota("things") { 1 }
    var held: Quota.Reservation? = try allowance.take(for: "It")
    let task = Task { try await allowance.wait(for: "Another") }
    try await waiting(1, for: allowance)
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(allowance.waiting == 0)
    withExtendedLifetime(held) {}
    held = nil
    #expect(allowance.held == 0)
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await allowance.wait(for: "One that is cancelled already")
    }
    late.cancel()
    await #expect(throws: CancellationError.self) { _ = try await late.value }
    #expect(allowance.held == 0)
  }

  @Test(.timeLimit(.minutes(1))) func `ten thousand tasks never hold more than the limit`() async throws {
    let allowance = Quota("things") { 7 }
    let tally = Tally()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<10_000 {
        group.addTask {
          let task = Task {
            let share = try await allowance.wait(for: "One")
            let count = tally.now.add(1, ordering: .relaxed).newValue
            tally.most.withLock { $0 = max($0, count) }
            await Task.yield()
            tally.now.subtract(1, ordering: .relaxed)
            withExtendedLifetime(share) {}
          }
          if number % 3 == 0 { task.cancel() }
          _ = await task.result
        }
      }
      try await group.waitForAll()
    }
    #expect(tally.most.withLock { $0 } <= 7)
    #expect(allowance.held == 0 && allowance.waiting == 0)
  }

  /// What the tasks of a test do.
  private final class Tally: Sendable {
    let served = Mutex<[Int]>([])
    let now = Atomic<Int>(0)
    let most = Mutex(0)
  }

  /// Waits until this number of tasks waits for a share.
  private func waiting(_ count: Int, for allowance: Quota) async throws {
    try await eventually("\(count) wait for a share") { allowance.waiting >= count }
  }
}

/// The division of a process's descriptors.
@Suite(.timeLimit(.minutes(5))) struct DescriptorBudgetTests {
  @Test(arguments: [16, 64, 256, 1_024, 4_096, 1_048_576, Int(Int32.max)])
  func `every purpose has descriptors, and some are left to the program`(limit: Int) {
    let budget = DescriptorBudget(limit: limit)
    #expect(budget.heldCeiling > 0 && budget.heldCeiling < budget.ceiling)
    #expect(budget.ceiling + budget.sockets < limit)
    #expect(budget.share >= 1 && budget.share <= budget.heldCeiling && budget.requests >= 1)
    // Two connections at their limits of requests leave room for a third.
    #expect(budget.requests * 4 <= max(4, budget.sockets))
  }

  @Test func `the limit of the process is read each time`() async {
    await #expect(processExitsWith: .success) {
      for count in [200, 100] as [rlim_t] {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = count
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #expect(DescriptorBudget.current == DescriptorBudget(limit: Int(count)))
      }
    }
  }
}
