import CGLib
package import CausewayConcurrency
import Dispatch
import Glibc
import JavaScriptEngine
import Synchronization

/// The one thread on which a virtual machine's JavaScript runs, as a Swift executor.
///
/// The thread makes a GLib main context of its own and pushes it as thread default before anything else happens: the
/// engine binds its deferred work (finalization callbacks, asynchronous WebAssembly, collection) to it. Swift jobs wait
/// in our own queue, which costs far less than a GLib source each; GLib takes its turn when the queue is empty, and at
/// least once a millisecond when it never is.
package final class JavaScriptThread: SerialExecutor {
  private enum Item {
    case job(UnownedJob)
    case work(@Sendable () -> Void)
  }

  private struct State {
    var queue: [Item] = []
    var isWaiting = false
    var isStopping = false
    /// Virtual machines that live here.
    var machines = 0
    /// What a script leaves behind that was stopped there, for each machine made here.
    var terminations: [PendingTermination] = []
    var hasEnded = false
    /// Whether those who wait for the end have been told.
    var isTold = false
    /// The kernel's number of the thread; 0 before it runs.
    var number: Int32 = 0
  }

  private let state = Mutex(State())
  private let loop: MainContext
  private let thread = Atomic<UInt>(0)
  /// When the job that now runs began; 0 while the main context has its turn.
  private let turnBegan = Atomic<UInt64>(0)
  private let ended = DispatchGroup()
  private let spin = AdaptiveSpin()
  /// Counts what is queued here, if time is moved by hand: it must not move before that has run.
  private let clock: (any ManualClock)?

  /// Where jobs run that arrive when the thread is gone, so that no task is left hanging.
  ///
  /// They find a closed runtime.
  private static let afterlife = DispatchQueue(label: "causeway.closed-runtime")

  /// Starts the thread.
  ///
  /// - Parameter stackBytes: the engine takes at most 5 MB of it; the rest is for native functions called at depth.
  /// - Throws: when the system gives no thread or no descriptor for it.
  package init(
    name: String, clock: (any ManualClock)? = nil, stackBytes: Int = 16 << 20
  ) throws(JavaScriptError) {
    loop = try MainContext()
    self.clock = clock
    let body = POSIXThread(name: name) { self.run() }
    try body.start(stackBytes: stackBytes)
    // Before anybody can stop the thread; a group that is left out of balance must not go.
    ended.enter()
  }

  /// Whether the caller is on this thread.
  package var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// How long the job that now runs has been running; read while it does, on this thread.
  ///
  /// Nobody tells when the main context begins with work of the engine's, so that counts from the first question.
  package var nanosecondsInTurn: UInt64 {
    let now = DispatchTime.now().uptimeNanoseconds
    let began = turnBegan.load(ordering: .relaxed)
    if began == 0 { turnBegan.store(now, ordering: .relaxed) }
    return began == 0 ? 0 : now &- began
  }

  // MARK: Executor

  package func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

  /// Runs `work` on the thread, after what is queued already.
  package func perform(_ work: @escaping @Sendable () -> Void) { add(.work(work)) }

  package func checkIsolated() {
    precondition(isCurrent, "JavaScript is used off its thread: await the runtime's methods instead.")
  }

  package func isIsolatingCurrentContext() -> Bool? { isCurrent }

  private func add(_ item: Item) {
    enum Next { case nothing, wake, bury }
    clock?.beginWork()
    let next: Next = state.withLock { state in
      if state.hasEnded { return .bury }
      state.queue.append(item)
      defer { state.isWaiting = false }
      return state.isWaiting ? .wake : .nothing
    }
    switch next {
    case .nothing: spin.arrive()
    case .wake: loop.wake()
    case .bury: JavaScriptThread.afterlife.async { self.execute(item) }
    }
  }

  private func execute(_ item: Item) {
    turnBegan.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed)
    switch item {
    case .job(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
    case .work(let work): work()
    }
    clock?.endWork()
  }

  // MARK: Life

  /// Makes a virtual machine here, which the thread does not end before.
  ///
  /// A machine that went after its thread would leave the event loop behind, with a descriptor. A task that is ending may
  /// hold one for longer than the runtime does.
  func makeMachine() throws(JavaScriptError) -> JSMachine {
    do throws(EngineRefusal) {
      let machine = try JSMachine { [self] in
        state.withLock { $0.machines -= 1 }
        loop.wake()
      }
      state.withLock { state in
        state.machines += 1
        state.terminations.append(machine.group.termination)
      }
      return machine
    } catch {
      throw .cannotStart(error.message)
    }
  }

  /// Lets the thread end when its queue is empty and its virtual machine gone.
  ///
  /// Jobs that come later run elsewhere.
  package func stop() {
    state.withLock { $0.isStopping = true }
    loop.wake()
  }

  /// Has nobody wait for the thread any longer: what it runs does not come back.
  ///
  /// A thread cannot be ended from outside. It goes on at a low priority (nice 10), and ends if it comes back after all.
  package func abandon() {
    state.withLock { state in
      // The thread cannot end while this lock is held, so the number is still its own.
      guard !state.hasEnded, state.number > 0 else { return }
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(state.number), 10)
    }
    tellEnd()
  }

  private func tellEnd() {
    let isFirst = state.withLock { state in
      defer { state.isTold = true }
      return !state.isTold
    }
    if isFirst { ended.leave() }
  }

  /// Suspends until the thread was stopped and its queue is empty, or it was abandoned.
  package func join() async {
    await withCheckedContinuation { continuation in
      ended.notify(queue: JavaScriptThread.afterlife) { continuation.resume() }
    }
  }

  private func run() {
    thread.store(UInt(pthread_self()), ordering: .relaxed)
    state.withLock { $0.number = cglib_thread_number() }
    loop.push()
    var lastTurn = DispatchTime.now().uptimeNanoseconds
    var sleeps = false
    while true {
      let arrived = spin.arrived
      guard let batch = nextBatch(sleeps: sleeps) else { break }
      for item in batch { execute(item) }
      let now = DispatchTime.now().uptimeNanoseconds
      if !batch.isEmpty {
        sleeps = false
        guard now &- lastTurn > 1_000_000 else { continue }
        iterate(mayBlock: false)
        lastTurn = now
      } else if sleeps {
        iterate(mayBlock: state.withLock { $0.isWaiting })
        lastTurn = DispatchTime.now().uptimeNanoseconds
        sleeps = false
      } else {
        sleeps = !spin.spin(beyond: arrived)
      }
    }
    loop.pop()
    thread.store(0, ordering: .relaxed)
    tellEnd()
  }

  private func iterate(mayBlock: Bool) {
    turnBegan.store(0, ordering: .relaxed)
    loop.iterate(mayBlock: mayBlock)
    // Work of the engine's own may have run promise jobs and finalization callbacks.
    let terminations = state.withLock { $0.terminations }
    for termination in terminations { termination.clear() }
  }

  /// What is queued; nil when the thread is to end.
  ///
  /// - Parameter sleeps: whether the thread sleeps if that is nothing, and is to be woken.
  private func nextBatch(sleeps: Bool) -> [Item]? {
    let (batch, isDone): ([Item]?, Bool) = state.withLock { state in
      let isDone = state.queue.isEmpty && state.isStopping
      state.hasEnded = isDone && state.machines == 0
      if state.hasEnded { return (nil, isDone) }
      state.isWaiting = sleeps && state.queue.isEmpty
      defer { state.queue.removeAll(keepingCapacity: false) }
      return (state.queue, isDone)
    }
    if isDone, batch != nil { tellEnd() }
    return batch
  }
}
