import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Causeway

/// The threads of handlers.
@Suite(.timeLimit(.minutes(5))) struct HandlerExecutorTests {
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
      #expect(executor.jobs.counts[2] >= number)
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

  @Test func `who blocks its thread holds up nobody while there is another`() async {
    let executor = HandlerExecutor(width: 2)
    let jobs = Jobs()
    for round in 1...100 {
      let told = DispatchSemaphore(value: 0)
      let waiter = Task(executorPreference: executor) {
        told.wait(for: "the other thread does the work")
        jobs.begin()
      }
      // Once on the thread that is left, and once more when that one has slept.
      for _ in 0..<2 { await Task(executorPreference: executor) { await Task.yield() }.value }
      #expect(jobs.counts[2] == round - 1)
      told.signal()
      await waiter.value
    }
  }

  @Test func `no more run at once than there are threads, and all of them run`() async {
    let executor = HandlerExecutor(width: 3)
    let jobs = Jobs()
    await withTaskGroup { group in
      for _ in 0..<200 {
        group.addTask(executorPreference: executor) {
          jobs.begin()
          usleep(500)
          jobs.end()
        }
      }
    }
    #expect(jobs.counts == [0, 3, 200])
  }

  @Test func `what is queued from many threads runs, each once, whoever sleeps meanwhile`() async {
    let executor = HandlerExecutor(width: 2)
    let jobs = Jobs()
    for pause: UInt32 in [0, 1, 30, 300] {
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<250 {
              await Task(executorPreference: executor) { jobs.begin() }.value
              if pause > 0 { usleep(pause) }
            }
          }
        }
      }
    }
    #expect(jobs.counts[2] == 4_000)
  }

  @Test func `where no more threads can be made, those that are there do the work`() async {
    await #expect(processExitsWith: .success) {
      let executor = HandlerExecutor(width: 4)
      let isThere = DispatchSemaphore(value: 0)
      let told = DispatchSemaphore(value: 0)
      let waiter = Task(executorPreference: executor) {
        isThere.signal()
        told.wait(for: "the other jobs are queued")
      }
      isThere.wait(for: "the first job runs")
      // Room for what tasks need, and for no thread's stack.
      let pages = try! String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
      var room = rlimit(rlim_cur: rlim_t(pages[0])! * 4096 + (4 << 20), rlim_max: .max)
      precondition(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &room) == 0)
      let others = (0..<10).map { _ in Task(executorPreference: executor) {} }
      told.signal()
      await waiter.value
      for other in others { await other.value }
      for _ in 0..<100 { await Task(executorPreference: executor) { await Task.yield() }.value }
    }
  }

  @Test func `with nothing to do no processor is kept busy`() async throws {
    let executor = HandlerExecutor(width: 2)
    for _ in 0..<10_000 { await Task(executorPreference: executor) {}.value }
    // Other tests' threads may be ending: one quiet moment is enough, which a thread that looks out for ever never leaves.
    var isQuiet = false
    for _ in 0..<100 where !isQuiet {
      let before = clock()
      try await Task.sleep(for: .milliseconds(50))
      isQuiet = (clock() - before) * 1_000 / Int(CLOCKS_PER_SEC) < 20
    }
    #expect(isQuiet)
  }
}

private final class CountingExecutor: TaskExecutor {
  let jobs = Jobs()

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.begin()
    HandlerExecutor.shared.enqueue(job)
  }
}

private final class Jobs: Sendable {
  private let state = Mutex((running: 0, most: 0, all: 0))

  /// How many run, how many ran at most at the same time, and how many began.
  var counts: [Int] { state.withLock { [$0.running, $0.most, $0.all] } }

  func begin() { state.withLock { $0 = ($0.running + 1, max($0.most, $0.running + 1), $0.all + 1) } }
  func end() { state.withLock { $0.running -= 1 } }
}
