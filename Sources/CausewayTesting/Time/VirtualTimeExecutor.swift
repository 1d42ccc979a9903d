import Causeway
import Dispatch
import HeapModule
import Synchronization

/// The state of a virtual clock, and the executor whose jobs it counts.
///
/// Time moves by itself only when the count of work is zero. Work is a job of this executor from the moment it is queued
/// to its end, an item of a JavaScript thread's queue, and whatever is put in by hand. Jobs run on one serial queue, so
/// with the same input they run in the same order.
final class VirtualTimeExecutor: TaskExecutor {
  typealias Instant = VirtualClock.Instant

  private struct Sleeping {
    let name: String
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// When a sleeper wakes; of two that wake at once the one that slept first comes first.
  private struct Waking: Comparable {
    let time: Instant
    let id: Int
    static func < (left: Waking, right: Waking) -> Bool {
      left.time == right.time ? left.id < right.id : left.time < right.time
    }
  }

  /// A stretch of time that passes by itself.
  private struct Run {
    let id: Int
    let limit: Instant
    let stopsWhenIdle: Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleeping: [Int: Sleeping] = [:]
    /// All who sleep, and some who were cancelled.
    var wakings = Heap<Waking>()
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

    /// The sleeper who wakes first.
    var nextWaking: Waking? {
      mutating get {
        while let first = wakings.min, sleeping[first.id] == nil { wakings.removeMin() }
        return wakings.min
      }
    }

    /// Takes the sleeper who wakes first, if that is no later than `limit`.
    mutating func takeSleeper(until limit: Instant?) -> (Waking, CheckedContinuation<Void, any Error>)? {
      guard let next = nextWaking, limit.map({ next.time <= $0 }) ?? true,
        let sleeper = sleeping.removeValue(forKey: next.id)
      else { return nil }
      wakings.removeMin()
      return (next, sleeper.continuation)
    }

    /// What comes next if time passes by itself: a sleeper that wakes, or the end of a run.
    ///
    /// Each counts as work until it has been told.
    mutating func takeNext() -> Next? {
      guard working == 0, !runs.isEmpty || freeRuns > 0 else { return nil }
      let limit = freeRuns > 0 ? nil : runs.map(\.limit).max()
      let next = nextWaking
      // A run that ends before the next sleeper wakes ends first.
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

  /// Has something done when so many jobs have run: between two of them, as another thread could.
  func interrupt(afterJob job: Int, _ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.interruption = ($0.jobs + job, action) }
  }

  /// How many jobs have run.
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

  private func mintID() -> Int {
    state.withLock { state in
      defer { state.nextID += 1 }
      return state.nextID
    }
  }

  func sleep(until deadline: Instant, name: @autoclosure () -> String) async throws {
    let id = mintID()
    let name = name()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enum Answer { case sleep, wake, cancel }
        let (answer, ready, next): (Answer, [CheckedContinuation<Void, Never>], Next?) = state.withLock { state in
          if state.cancelled.remove(id) != nil { return (.cancel, [], nil) }
          if deadline <= state.now { return (.wake, [], nil) }
          state.sleeping[id] = Sleeping(name: name, continuation: continuation)
          state.wakings.insert(Waking(time: deadline, id: id))
          // A sleeper whose work nobody counts may come while time waits for somebody to sleep.
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
      let sleeper: Sleeping? = state.withLock { state in
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
    let id = mintID()
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
    let id = mintID()
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

  func setFree(_ isFree: Bool) {
    let next = state.withLock { state in
      state.freeRuns += isFree ? 1 : -1
      return state.takeNext()
    }
    perform(next)
  }
}

extension VirtualClock.Sleeper {
  /// Who the current task is, as far as it can be told.
  static var currentName: String {
    if let name = Task.name { return name }
    if let call = CallContext.current { return "the handler of \(call.method)" }
    return "a task without a name"
  }
}
