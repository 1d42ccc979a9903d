#if Plugins
import DequeModule
import Dispatch
import Synchronization

/// Threads for system calls that may block, so that they do not block Swift's cooperative threads.
///
/// The number of threads limits the open descriptors: an operation that waits for a thread has none.
final class BlockingExecutor: TaskExecutor {
  /// For file operations.
  static let files = BlockingExecutor("causeway.files", threads: 8)
  /// For recursive removal, which may take long and opens a descriptor for each level.
  static let trees = BlockingExecutor("causeway.trees", threads: 1)
  /// For calls to desktop services, which may wait for the user.
  static let desktop = BlockingExecutor("causeway.desktop", threads: 64)

  private struct State {
    var waiting: Deque<UnownedJob> = []
    var threads = 0
  }

  private let queue: DispatchQueue
  private let threads: Int
  private let state = Mutex(State())

  private init(_ name: String, threads: Int) {
    queue = DispatchQueue(label: name, attributes: .concurrent)
    self.threads = threads
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isThreadNeeded = state.withLock { state in
      state.waiting.append(job)
      guard state.threads < threads else { return false }
      state.threads += 1
      return true
    }
    if isThreadNeeded { queue.async { self.work() } }
  }

  /// Runs the jobs in order, until the queue is empty.
  private func work() {
    while let job = next() { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    state.withLock { state in
      if let job = state.waiting.popFirst() { return job }
      state.threads -= 1
      return nil
    }
  }

  /// Runs a blocking closure in the current task.
  static func run<Result: Sendable>(
    on threads: BlockingExecutor = .files, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withTaskExecutorPreference(threads) { try body() }
  }
}
#endif
