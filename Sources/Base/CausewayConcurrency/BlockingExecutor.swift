import Dispatch
import Synchronization

/// Threads for calls that block, so that they do not occupy the threads of Swift's pool.
///
/// It starts threads of its own, because Dispatch runs concurrent queues on the threads of Swift's pool, which are as few as the
/// processors. Calls begin in their order. A thread that has nothing to do for five seconds ends.
package final class BlockingExecutor: TaskExecutor {
  /// For calls to services of this machine and to servers, which may wait for a person.
  package static let services = BlockingExecutor("causeway.services", threads: 64)

  private struct State {
    var jobs: [UnownedJob] = []
    /// The index of the first job that has not begun.
    var next = 0
    var threads = 0
    /// The threads that wait for a job and have not been woken.
    var idle = 0

    mutating func takeJob() -> UnownedJob? {
      guard next < jobs.count else { return nil }
      defer {
        next += 1
        if next == jobs.count || next >= 1024 {
          jobs.removeFirst(next)
          next = 0
        }
      }
      return jobs[next]
    }
  }

  private let name: String
  private let maximum: Int
  private let state = Mutex(State())
  private let wakes = DispatchSemaphore(value: 0)

  private static let idleTime = 5

  /// - Parameters:
  ///   - name: the name of its threads.
  ///   - threads: the largest number of threads. With one, calls run one after the other.
  package init(_ name: String, threads: Int) {
    precondition(threads > 0, "An executor needs a thread.")
    self.name = name
    maximum = threads
  }

  /// Runs a blocking closure in the current task.
  package static func run<Result: Sendable, Failure: Error>(
    on threads: BlockingExecutor = .services, _ body: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await RealTime.hold { () async throws(Failure) -> Result in
      try await withTaskExecutorPreference(threads) { () async throws(Failure) -> Result in try body() }
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (wakes, starts) = state.withLock { state in
      state.jobs.append(job)
      if state.idle > 0 {
        state.idle -= 1
        return (true, false)
      }
      guard state.threads < maximum else { return (false, false) }
      state.threads += 1
      return (false, true)
    }
    if wakes { self.wakes.signal() }
    if starts { start() }
  }

  private func start() {
    do throws(POSIXThread.Failure) {
      try POSIXThread.start(name: name, stackBytes: 1 << 20, blocksSignals: true) { [self] in work() }
    } catch {
      // The system gives no thread: the jobs that no other thread will take run on one of Dispatch's.
      DispatchQueue.global().async { [self] in
        while let job = state.withLock({ $0.takeJob() }) { run(job) }
        state.withLock { $0.threads -= 1 }
      }
    }
  }

  private func run(_ job: UnownedJob) { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }

  private func work() {
    while let job = nextJob() { run(job) }
  }

  /// Waits for the next job.
  ///
  /// - Returns: nil if the thread is to end.
  private func nextJob() -> UnownedJob? {
    while true {
      let job = state.withLock { state in
        let job = state.takeJob()
        if job == nil { state.idle += 1 }
        return job
      }
      if let job { return job }
      if wakes.wait(timeout: .now() + .seconds(BlockingExecutor.idleTime)) == .success { continue }
      let ends = state.withLock { state in
        // Otherwise this thread is among those that were woken at this moment.
        guard state.idle > 0 else { return false }
        state.idle -= 1
        state.threads -= 1
        return true
      }
      if ends { return nil }
      wakes.wait()
    }
  }
}
