import Foundation
import Glibc
import Synchronization

/// A thread that runs macros one after the other, until it is released or abandoned.
final class MacroThread: Sendable {
  /// The state that the thread shares with its owner; the thread does not retain its owner.
  private final class Work: Sendable {
    struct State {
      var jobs: [@Sendable () -> Void] = []
      var hasEnded = false
      /// The thread's processor time when the current job began; nil while there is none.
      var began: Duration?
      var thread: pthread_t = 0
      /// The kernel's id of the thread; 0 until it runs.
      var number: id_t = 0

      /// The thread's processor time.
      ///
      /// It must exist.
      var processorTime: Duration {
        var clock = clockid_t()
        var time = timespec()
        guard pthread_getcpuclockid(thread, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .zero }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
      }
    }
    let state = Mutex(State())
    /// Counts the pending work: jobs, and the end.
    let count = DispatchSemaphore(value: 0)

    func run() {
      // pid/task/tid: the C library's function for this is not available in Swift.
      var link = [CChar](repeating: 0, count: 64)
      let length = readlink("/proc/thread-self", &link, link.count)
      let path = String(decoding: link.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
      let number = path.split(separator: "/").last.flatMap { id_t($0) } ?? 0
      state.withLock { $0.number = number }
      while true {
        count.wait()
        let job = state.withLock { state -> (@Sendable () -> Void)? in
          guard !state.hasEnded, !state.jobs.isEmpty else { return nil }
          state.thread = pthread_self()
          state.began = state.processorTime
          return state.jobs.removeFirst()
        }
        guard let job else { return }
        job()
        state.withLock { $0.began = nil }
      }
    }
  }

  private let work = Work()

  init() {
    let thread = Thread { [work] in work.run() }
    thread.name = "macros"
    thread.start()
  }

  deinit { end() }

  /// Queues a job.
  ///
  /// It does not run if the thread is abandoned before.
  func enter(_ job: @escaping @Sendable () -> Void) {
    work.state.withLock { $0.jobs.append(job) }
    work.count.signal()
  }

  /// The processor time of the current job.
  ///
  /// A thread with a current job cannot leave it while the lock is held, so the thread exists.
  var busy: Duration {
    work.state.withLock { state in state.began.map { state.processorTime - $0 } ?? .zero }
  }

  /// Abandons the current job, which may continue as long as the process runs, at low priority (nice 10).
  ///
  /// Ending a thread from outside would endanger the process. SCHED_IDLE would starve it: on a loaded machine other
  /// macros then stopped for seconds.
  func abandon() {
    end()
    work.state.withLock { state in
      // The thread cannot leave its job while this lock is held.
      guard state.began != nil, state.number > 0 else { return }
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), state.number, 10)
    }
  }

  private func end() {
    let jobs = work.state.withLock { state in
      defer { state.jobs = [] }
      state.hasEnded = true
      return state.jobs
    }
    withExtendedLifetime(jobs) {}
    work.count.signal()
  }
}
