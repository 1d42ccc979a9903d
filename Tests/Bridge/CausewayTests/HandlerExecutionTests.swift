import Synchronization
import Testing

@testable import Causeway

/// Where handlers run, and in which order.
@Suite(.timeLimit(.minutes(5))) struct HandlerExecutionTests {
  @Test(arguments: [HandlerExecution.immediate, .concurrent, .serial])
  func `handlers run where the bridge says once they have left the connection's thread`(
    execution: HandlerExecution
  ) async throws {
    let executor = CountingExecutor()
    var configuration = Bridge.Configuration()
    configuration.handlerExecutor = executor
    let bridge = Bridge(configuration)
    bridge.handle("later", execution: execution) { (x: Int) async -> Int in
      await Task.yield()
      return x
    }
    let (near, far) = LoopbackTransport.pair()
    _ = bridge.connect(near, permissions: .all)
    let caller = Bridge().connect(far, permissions: .none)
    for number in 1...10 {
      let answer: Int = try await caller.call("later", number)
      #expect(answer == number)
      #expect(executor.count >= number)
    }
    caller.close()
  }

  @Test(.timeLimit(.minutes(1))) func `a call that is given up leaves the queue of its handler`() async {
    let gate = AsyncMutex()
    #expect(await gate.enter())
    let waiting = (0..<3).map { _ in
      Task {
        defer { if !Task.isCancelled { gate.leave() } }
        return await gate.enter()
      }
    }
    for _ in 0..<100 { await Task.yield() }
    waiting[1].cancel()
    #expect(await !waiting[1].value)
    gate.leave()
    for task in [waiting[0], waiting[2]] { #expect(await task.value) }
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await gate.enter()
    }
    #expect(await !cancelled.value)
    #expect(await gate.enter())
  }
}

private final class CountingExecutor: TaskExecutor {
  private let jobs = Atomic(0)

  /// The number of jobs so far.
  var count: Int { jobs.load(ordering: .relaxed) }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(1, ordering: .relaxed)
    let job = UnownedJob(job)
    Task.detached { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
