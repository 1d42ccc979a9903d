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

  /// Gives up on what it runs: that may go on while the process lives, when nobody else wants the processor.
  ///
  /// A thread cannot be ended from outside without risk to the rest of the process.
  func abandon() {
    end()
    let idle: CInt = 5  // SCHED_IDLE, sched.h
    work.state.withLock { state in
      // The thread cannot leave its job, nor end, while this lock is held.
      var parameters = sched_param()
      if state.began != nil { pthread_setschedparam(state.thread, idle, &parameters) }
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
