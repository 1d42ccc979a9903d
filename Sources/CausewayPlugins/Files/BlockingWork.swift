import Dispatch

/// Threads for system calls that may wait for a disk, so that those of Swift's own pool do not.
final class BlockingWork: TaskExecutor {
  private static let shared = BlockingWork()

  private let queue = DispatchQueue(label: "causeway.files", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs what may block, in the same task.
  static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withTaskExecutorPreference(shared) { try body() }
  }
}
