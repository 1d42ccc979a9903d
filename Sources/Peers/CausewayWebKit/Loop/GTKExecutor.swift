#if WebView
import CWebKitGTK
import Glibc
import Synchronization

/// Runs Swift jobs in GTK's main loop, with one GLib source for each batch.
final class GTKExecutor: SerialExecutor {
  static let shared = GTKExecutor()

  private enum Item {
    case job(UnownedJob)
    case work(@Sendable () -> Void)
  }

  private struct State {
    var queue: [Item] = []
    var isScheduled = false
  }

  private let state = Mutex(State())
  /// The thread that last ran jobs, or started the loop; 0 before.
  private let thread = Atomic<UInt>(0)

  func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

  /// Runs `work` on the loop's thread, after the queued jobs.
  func perform(_ work: @escaping @Sendable () -> Void) { add(.work(work)) }

  func checkIsolated() {
    precondition(
      isCurrent, "A view or a window was used outside of GTK's thread: call it with await from an async function.")
  }

  func isIsolatingCurrentContext() -> Bool? { isCurrent }

  private var isCurrent: Bool {
    thread.load(ordering: .relaxed) == UInt(pthread_self()) || cw_owns_loop() != 0
  }

  /// Records that the current thread runs the loop.
  func bindToCurrentThread() { thread.store(UInt(pthread_self()), ordering: .relaxed) }

  private func add(_ item: Item) {
    let isFirst = state.withLock { state in
      state.queue.append(item)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard isFirst else { return }
    unsafe cw_invoke(
      { _ in
        GTKExecutor.shared.drain()
        return 0
      }, nil)
  }

  private func drain() {
    bindToCurrentThread()
    let batch = state.withLock { state in
      defer { state = State() }
      return state.queue
    }
    for item in batch {
      switch item {
      case .job(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
      case .work(let work): work()
      }
    }
  }
}
#endif
