import CausewayConcurrency
import DequeModule
import Dispatch
import Glibc
import Synchronization

/// Threads for the tasks of handlers, which answer sooner than Swift's own pool (``Bridge/Configuration/handlerExecutor``).
///
/// There are at most as many as processors, started when they are needed and kept. A thread of Swift's pool sleeps as soon
/// as it has nothing to do, and to be woken costs it and whoever wakes it more than most handlers: a thread here looks out
/// for work for 20 µs first, unless that was in vain before. One that looks out is enough; finding more than one job, it
/// calls another. Whoever blocks a thread here holds up other handlers, as in Swift's pool.
public final class HandlerExecutor: TaskExecutor {
  /// The threads of this process.
  public static let shared = HandlerExecutor()

  private struct State {
    var jobs: Deque<UnownedJob> = []
    /// Threads there are, and of these the ones that sleep, and the ones that are awake, or called, and have no job.
    var threads = 0
    var sleeping = 0
    var looking = 0
  }

  /// Who is to come for a job that waits.
  private enum Call { case nobody, sleeper, newThread }

  /// What a thread does next.
  private enum Step {
    case run(UnownedJob)
    case lookOut, sleep
  }

  private let state = Mutex(State())
  /// How many jobs wait, for those who look out: they would keep others from the lock.
  private let waiting = Atomic<Int>(0)
  private let wakeUps = DispatchSemaphore(value: 0)
  private let width: Int

  init(width: Int = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) { self.width = width }

  /// Queues a job, which any of the threads takes.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let call = state.withLock { state in
      state.jobs.append(job)
      return nextCall(&state)
    }
    make(call)
  }

  // MARK: Threads

  private func run() {
    var lull = Lull()
    var isLooking = true
    while true {
      switch nextStep(&isLooking, &lull) {
      case .run(let job):
        lull.end()
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      case .lookOut: break
      case .sleep:
        wakeUps.wait()
        lull.slept()
        isLooking = true
      }
    }
  }

  private func nextStep(_ isLooking: inout Bool, _ lull: inout Lull) -> Step {
    var isOver = false
    if waiting.load(ordering: .relaxed) == 0 {
      isOver = lull.isOver(at: DispatchTime.now().uptimeNanoseconds)
      if isLooking, !isOver { return .lookOut }
    }
    let (step, call): (Step, Call) = state.withLock { state in
      if isLooking { state.looking -= 1 }
      isLooking = false
      if let job = state.jobs.popFirst() { return (.run(job), nextCall(&state)) }
      if !isOver, state.looking == 0 {
        state.looking += 1
        isLooking = true
        return (.lookOut, .nobody)
      }
      state.sleeping += 1
      return (.sleep, .nobody)
    }
    make(call)
    return step
  }

  /// Looks after the jobs that are left, with the lock held; the call is to be made without it.
  private func nextCall(_ state: inout State) -> Call {
    waiting.store(state.jobs.count, ordering: .relaxed)
    guard !state.jobs.isEmpty, state.looking == 0 else { return .nobody }
    if state.sleeping > 0 {
      state.sleeping -= 1
      state.looking += 1
      return .sleeper
    }
    guard state.threads < width else { return .nobody }
    state.threads += 1
    state.looking += 1
    return .newThread
  }

  private func make(_ call: Call) {
    switch call {
    case .nobody: break
    case .sleeper: wakeUps.signal()
    case .newThread: startThread()
    }
  }

  private func startThread() {
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { argument in
        unsafe Unmanaged<HandlerExecutor>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    if status != 0 { goOnWithout(status) }
  }

  /// The system has no thread for us at the moment: those that are there take the jobs.
  private func goOnWithout(_ status: Int32) {
    unsafe Unmanaged.passUnretained(self).release()
    let call: Call = state.withLock { state in
      state.threads -= 1
      state.looking -= 1
      precondition(state.threads > 0, "No thread for handlers: pthread_create answered \(status).")
      // Whoever is at work looks for the next job; whoever sleeps was not called, because of the thread that did not come.
      return state.sleeping > 0 ? nextCall(&state) : .nobody
    }
    make(call)
  }
}
