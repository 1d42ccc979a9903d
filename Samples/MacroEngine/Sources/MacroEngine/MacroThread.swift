import Foundation
import Glibc
import Synchronization

/// The thread that macros run on: jobs one after the other, until it is let go or abandoned.
final class MacroThread: Sendable {
  /// What the thread and its owner share; the thread does not keep its owner.
  private final class Work: Sendable {
    struct State {
      var jobs: [@Sendable () -> Void] = []
      var hasEnded = false
      /// The thread's processor time when the job that runs began; nil while none does.
      var began: Duration?
      var thread: pthread_t = 0
      /// The kernel's number of the thread; 0 until it runs.
      var number: id_t = 0

      /// The thread's processor time; asked while it lives.
      var processorTime: Duration {
        var clock = clockid_t()
        var time = timespec()
        guard pthread_getcpuclockid(thread, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .zero }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
      }
    }
    let state = Mutex(State())
    /// Counts what there is to do: a job, or the end.
    let count = DispatchSemaphore(value: 0)

    func run() {
      // pid/task/tid: the C library's function that tells it is not there for Swift.
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

  /// Runs something in its turn; never, if the thread is abandoned before.
  func enter(_ job: @escaping @Sendable () -> Void) {
    work.state.withLock { $0.jobs.append(job) }
    work.count.signal()
  }

  /// How much processor time the job that runs has taken.
  ///
  /// A thread that has begun a job stays in it while the lock is held, so it lives.
  var busy: Duration {
    work.state.withLock { state in state.began.map { state.processorTime - $0 } ?? .zero }
  }

  /// Gives up on what it runs: that may go on while the process lives, at a low priority (nice 10).
  ///
  /// A thread cannot be ended from outside without risk to the rest of the process. Nor should it starve: with SCHED_IDLE
  /// on a loaded machine other macros stood still for seconds.
  func abandon() {
    end()
    work.state.withLock { state in
      // The thread cannot leave its job, nor end, while this lock is held.
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
