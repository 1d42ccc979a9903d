import Causeway
import Dispatch
import HeapModule
import Synchronization

/// The state of a virtual clock, and the executor whose jobs it counts.
///
/// Time advances automatically only when the work count is zero. Work is a job of this executor from its enqueueing to
/// its end, an item in the queue of a JavaScript thread, and work that is counted explicitly. Jobs run on one serial
/// queue, so with the same input they run in the same order.
final class VirtualTimeExecutor: TaskExecutor {
  typealias Instant = VirtualClock.Instant

  private struct SleepingTask {
    let name: String
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// The wake time of a sleeper; of two with the same time, the earlier sleeper is first.
  private struct WakeTime: Comparable {
    let time: Instant
    let id: Int
    static func < (left: WakeTime, right: WakeTime) -> Bool {
      left.time == right.time ? left.id < right.id : left.time < right.time
    }
  }

  /// An automatic run of time.
  private struct Run {
    let id: Int
    let limit: Instant
    let stopsWhenIdle: Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleeping: [Int: SleepingTask] = [:]
    /// The wake times of all sleepers, and of some cancelled ones.
    var wakings = Heap<WakeTime>()
    var watchers: [(id: Int, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var cancelled: Set<Int> = []
    var working = 0
    var runs: [Run] = []
    var freeRuns = 0
    var jobs = 0
    var interruption: (job: Int, action: @Sendable () -> Void)?

    mutating func takeReadyWatchers() -> [CheckedContinuation<Void, Never>] {
      let ready = watchers.filter { $0.count <= sleeping.count }
      watchers.removeAll { $0.count <= sleeping.count }
      return ready.map(\.continuation)
    }

    /// The first wake time.
    var nextWaking: WakeTime? {
      mutating get {
        while let first = wakings.min, sleeping[first.id] == nil { wakings.removeMin() }
        return wakings.min
      }
    }

    /// Removes the first sleeper, if its wake time is not after `limit`.
    mutating func takeSleeper(until limit: Instant?) -> (WakeTime, CheckedContinuation<Void, any Error>)? {
      guard let next = nextWaking, limit.map({ next.time <= $0 }) ?? true,
        let sleeper = sleeping.removeValue(forKey: next.id)
      else { return nil }
      wakings.removeMin()
      return (next, sleeper.continuation)
    }

    /// The next event of an automatic run: a sleeper that wakes, or the end of a run.
    ///
    /// Each counts as work until it is delivered.
    mutating func takeNext() -> Next? {
      guard working == 0, !runs.isEmpty || freeRuns > 0 else { return nil }
      let limit = freeRuns > 0 ? nil : runs.map(\.limit).max()
      let next = nextWaking
      // A run that ends before the next wake time ends first.
      if let index = runs.indices.min(by: { runs[$0].limit < runs[$1].limit }) {
        let run = runs[index]
        let isOver = next.map { $0.time > run.limit } ?? true
        if isOver || run.limit < now {
          runs.remove(at: index)
          if !(run.stopsWhenIdle && next == nil) { now = max(now, run.limit) }
          working += 1
          return .end(run.continuation)
        }
      }
      guard let (waking, continuation) = takeSleeper(until: limit) else { return nil }
      now = max(now, waking.time)
      working += 1
      return .wake(continuation)
    }
  }

  private enum Next {
    case wake(CheckedContinuation<Void, any Error>)
    case end(CheckedContinuation<Void, Never>)
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "causeway.virtual-time")

  // MARK: Executor

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    beginWork()
    queue.async { [self] in
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      let interruption: (@Sendable () -> Void)? = state.withLock { state in
        state.jobs += 1
        guard state.interruption?.job == state.jobs else { return nil }
        defer { state.interruption = nil }
        return state.interruption?.action
      }
      interruption?()
      endWork()
    }
  }

  /// Runs an action after this number of jobs: between two jobs, like another thread.
  func interrupt(afterJob job: Int, _ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.interruption = ($0.jobs + job, action) }
  }

  /// The number of executed jobs.
  var jobs: Int { state.withLock { $0.jobs } }

  func beginWork() { state.withLock { $0.working += 1 } }

  func endWork() {
    let next = state.withLock { state in
      state.working -= 1
      return state.takeNext()
    }
    perform(next)
  }

  private func perform(_ next: Next?) {
    var next = next
    while let event = next {
      switch event {
      case .wake(let continuation): continuation.resume()
      case .end(let continuation): continuation.resume()
      }
      next = state.withLock { state in
        state.working -= 1
        return state.takeNext()
      }
    }
  }

  // MARK: Time

  var now: Instant { state.withLock { $0.now } }

  var sleeperCount: Int { state.withLock { $0.sleeping.count } }

  var sleepers: [VirtualClock.Sleeper] {
    state.withLock { state in
      state.wakings.unordered.sorted().compactMap { waking in
        state.sleeping[waking.id].map { VirtualClock.Sleeper(wakes: waking.time, name: $0.name) }
      }
    }
  }

  private func makeID() -> Int {
    state.withLock { state in
      defer { state.nextID += 1 }
      return state.nextID
    }
  }

  func sleep(until deadline: Instant, name: @autoclosure () -> String) async throws {
    let id = makeID()
    let name = name()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enum Answer { case sleep, wake, cancel }
        let (answer, ready, next): (Answer, [CheckedContinuation<Void, Never>], Next?) = state.withLock { state in
          if state.cancelled.remove(id) != nil { return (.cancel, [], nil) }
          if deadline <= state.now { return (.wake, [], nil) }
          state.sleeping[id] = SleepingTask(name: name, continuation: continuation)
          state.wakings.insert(WakeTime(time: deadline, id: id))
          // An uncounted sleeper may arrive while time waits for one.
          return (.sleep, state.takeReadyWatchers(), state.takeNext())
        }
        switch answer {
        case .sleep: break
        case .wake: continuation.resume()
        case .cancel: continuation.resume(throwing: CancellationError())
        }
        for watcher in ready { watcher.resume() }
        perform(next)
      }
    } onCancel: {
      let sleeper: SleepingTask? = state.withLock { state in
        guard let sleeper = state.sleeping.removeValue(forKey: id) else {
          state.cancelled.insert(id)
          return nil
        }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
    _ = state.withLock { $0.cancelled.remove(id) }
  }

  func waitForSleepers(_ count: Int) async {
    let id = makeID()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.sleeping.count >= count || Task.isCancelled { return true }
          state.watchers.append((id, count, continuation))
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      let watcher = state.withLock { state in
        state.watchers.firstIndex { $0.id == id }.map { state.watchers.remove(at: $0) }
      }
      watcher?.continuation.resume()
    }
  }

  func advance(to instant: Instant) {
    let due = state.withLock { state in
      state.now = max(state.now, instant)
      var due: [CheckedContinuation<Void, any Error>] = []
      while let (_, continuation) = state.takeSleeper(until: state.now) { due.append(continuation) }
      return due
    }
    for sleeper in due { sleeper.resume() }
  }

  func run(until limit: Instant, stopsWhenIdle: Bool) async {
    let id = makeID()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isCancelled, next): (Bool, Next?) = state.withLock { state in
          if Task.isCancelled { return (true, nil) }
          state.runs.append(Run(id: id, limit: limit, stopsWhenIdle: stopsWhenIdle, continuation: continuation))
          return (false, state.takeNext())
        }
        if isCancelled { continuation.resume() }
        perform(next)
      }
    } onCancel: {
      let run = state.withLock { state in
        state.runs.firstIndex { $0.id == id }.map { state.runs.remove(at: $0) }
      }
      run?.continuation.resume()
    }
  }

  func setFreeRunning(_ isFree: Bool) {
    let next = state.withLock { state in
      state.freeRuns += isFree ? 1 : -1
      return state.takeNext()
    }
    perform(next)
  }
}

extension VirtualClock.Sleeper {
  /// The name of the current task, as far as it is known.
  static var currentName: String {
    if let name = Task.name { return name }
    if let call = CallContext.current { return "the handler of \(call.method)" }
    return "an unnamed task"
  }
}
