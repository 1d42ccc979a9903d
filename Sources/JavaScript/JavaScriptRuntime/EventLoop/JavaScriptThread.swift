import CGLib
package import CausewayConcurrency
import Dispatch
import Glibc
import JavaScriptEngine
import Synchronization

/// The thread on which all JavaScript of a virtual machine runs; a Swift serial executor.
///
/// The thread creates a GLib main context and pushes it as its thread default before anything else: the engine attaches
/// its deferred work (finalization callbacks, asynchronous WebAssembly, garbage collection) to that context. Swift jobs
/// wait in a separate queue, which costs far less than one GLib source for each job. The main context is iterated when
/// the queue is empty, and at least once a millisecond while it is not.
package final class JavaScriptThread: SerialExecutor {
  private enum Item {
    case job(UnownedJob)
    case work(@Sendable () -> Void)
  }

  private struct State {
    var queue: [Item] = []
    var isWaiting = false
    var isStopping = false
    /// The number of virtual machines on this thread.
    var machines = 0
    /// The pending termination of each virtual machine made on this thread.
    var terminations: [PendingTermination] = []
    var hasEnded = false
    /// Whether `ended` was left.
    var hasSignalledEnd = false
    /// Whether the thread has ended but for a few instructions.
    var hasExited = false
    var exitHandlers: [@Sendable () -> Void] = []
    /// The thread's kernel id; 0 before the thread runs.
    var kernelID: Int32 = 0
  }

  private let state = Mutex(State())
  private let loop: MainContext
  private let thread = Atomic<UInt>(0)
  /// When the running job began, in nanoseconds of uptime; 0 while the main context is iterated.
  private let turnBegan = Atomic<UInt64>(0)
  private let ended = DispatchGroup()
  private let spin = AdaptiveSpin()
  private let inputs = ThreadConfined(InputSources())
  private let turnObserver = Mutex<(@Sendable () -> Void)?>(nil)
  /// Whether there is an observer: read for each job.
  private let hasTurnObserver = Atomic<Bool>(false)
  /// Counts the queued work as pending if the clock is moved by hand: the clock must not advance before the work has
  /// run.
  private let clock: (any ManualClock)?

  /// Runs jobs that are enqueued after the thread has ended, so that no task stays suspended.
  ///
  /// Such jobs find a closed runtime.
  private static let lateJobQueue = DispatchQueue(label: "causeway.closed-runtime")

  /// Starts the thread.
  ///
  /// - Parameter stackBytes: the size of the stack. The engine uses at most 5 MB; the rest is for native functions that
  ///   are called from deep recursion.
  /// - Throws: `FAILED_PRECONDITION` if the system refuses a thread or a descriptor.
  package init(
    name: String, clock: (any ManualClock)? = nil, stackBytes: Int = 16 << 20
  ) throws(JavaScriptError) {
    loop = try MainContext()
    self.clock = clock
    do throws(POSIXThread.Failure) {
      try POSIXThread.start(stackBytes: stackBytes) {
        unsafe cglib_name_thread(name)
        self.run()
      }
    } catch {
      throw .cannotStart("the system refused a thread for JavaScript (\(error))")
    }
    // Entered before another thread can call `stop`: destroying a group that is left more often than entered traps.
    ended.enter()
  }

  /// Whether the caller is on this thread.
  package var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// The running time of the current job, in nanoseconds.
  ///
  /// Read on this thread, by the job itself.
  ///
  /// GLib gives no notice when it begins an engine callback, so the time of such a callback counts from the first read.
  package var nanosecondsInTurn: UInt64 {
    let now = DispatchTime.now().uptimeNanoseconds
    let began = turnBegan.load(ordering: .relaxed)
    if began == 0 { turnBegan.store(now, ordering: .relaxed) }
    return began == 0 ? 0 : now &- began
  }

  // MARK: Debugger

  /// Runs this thread's main context while the engine is paused on it, until the result is released.
  ///
  /// Any thread may call it.
  ///
  /// - Parameter wait: called on this thread when it has nothing to do; waits a moment for a reason to go on.
  func makePausePump(_ wait: @escaping @Sendable () -> Void) -> PausePump { loop.makePausePump(wait) }

  /// Subtracts the time that a debugger held the running job.
  ///
  /// Any thread may call it while the job is held.
  func extendTurn(by pause: Duration) {
    let began = turnBegan.load(ordering: .relaxed)
    if began != 0 { turnBegan.store(began &+ UInt64(pause.clampedNanoseconds), ordering: .relaxed) }
  }

  /// Runs the sources of the main context that are ready, within a job; returns whether there were any.
  func iterate() -> Bool { loop.iterate(mayBlock: false) }

  // MARK: Executor

  package func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

  /// Runs `work` on the thread, after all work that is already queued.
  package func perform(_ work: @escaping @Sendable () -> Void) { add(.work(work)) }

  package func checkIsolated() {
    precondition(isCurrent, "JavaScript is used off its thread: await the runtime's methods instead.")
  }

  package func isIsolatingCurrentContext() -> Bool? { isCurrent }

  private func add(_ item: Item) {
    enum Next { case nothing, wake, runElsewhere }
    clock?.beginWork()
    let next: Next = state.withLock { state in
      if state.hasEnded { return .runElsewhere }
      state.queue.append(item)
      defer { state.isWaiting = false }
      return state.isWaiting ? .wake : .nothing
    }
    switch next {
    case .nothing: spin.arrive()
    case .wake: loop.wake()
    case .runElsewhere: JavaScriptThread.lateJobQueue.async { self.execute(item) }
    }
  }

  private func execute(_ item: Item) {
    turnBegan.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed)
    switch item {
    case .job(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
    case .work(let work): work()
    }
    if hasTurnObserver.load(ordering: .relaxed) { turnObserver.withLock { $0 }?() }
    clock?.endWork()
  }

  /// Calls `observer` on this thread after each job; nil ends that.
  func observeTurns(_ observer: (@Sendable () -> Void)?) {
    turnObserver.withLock { $0 = observer }
    hasTurnObserver.store(observer != nil, ordering: .relaxed)
  }

  /// Makes the thread read an input between its jobs, until the thread ends.
  ///
  /// Called on this thread.
  package func read(_ input: any ThreadInput) {
    if let inputs = inputs.value { loop.read(input, by: inputs) }
  }

  // MARK: Life

  /// Makes a virtual machine on this thread.
  ///
  /// The thread does not end before the machine is destroyed. A machine destroyed after its thread would leak
  /// its event loop and a descriptor. An ending task may hold the machine for longer than the runtime does.
  func makeMachine() throws(JavaScriptError) -> JSMachine {
    do throws(EngineStartError) {
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

  /// Lets the thread end when its queue is empty and its virtual machines are destroyed.
  ///
  /// Jobs enqueued later run on another thread.
  package func stop() {
    state.withLock { $0.isStopping = true }
    loop.wake()
  }

  /// Resumes all callers of `join`, although the thread still runs a script that does not return.
  ///
  /// A thread cannot be ended from outside. It continues at low priority (nice 10), and ends if the script returns.
  package func abandon() {
    state.withLock { state in
      // The thread cannot end while this lock is held, so its id is still valid.
      guard !state.hasEnded, state.kernelID > 0 else { return }
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(state.kernelID), 10)
    }
    signalEnd()
  }

  private func signalEnd() {
    let isFirst = state.withLock { state in
      defer { state.hasSignalledEnd = true }
      return !state.hasSignalledEnd
    }
    if isFirst { ended.leave() }
  }

  /// Suspends until the thread was stopped and its queue is empty, or until it was abandoned.
  package func join() async {
    await withCheckedContinuation { continuation in
      ended.notify(queue: JavaScriptThread.lateJobQueue) { continuation.resume() }
    }
  }

  /// Calls `handler` once when the thread has ended, even if it was abandoned before; at once if it has.
  ///
  /// The call is on that thread, or on this one.
  func whenExited(_ handler: @escaping @Sendable () -> Void) {
    let hasExited = state.withLock { state in
      if !state.hasExited { state.exitHandlers.append(handler) }
      return state.hasExited
    }
    if hasExited { handler() }
  }

  private func run() {
    thread.store(UInt(pthread_self()), ordering: .relaxed)
    state.withLock { $0.kernelID = cglib_thread_number() }
    loop.push()
    let inputs = inputs.value
    var lastTurn = DispatchTime.now().uptimeNanoseconds
    var sleeps = false
    while true {
      let arrived = spin.arrived
      guard let batch = nextBatch(sleeps: sleeps) else { break }
      if !batch.isEmpty {
        inputs?.input?.work()
        for item in batch { execute(item) }
        sleeps = false
        let now = DispatchTime.now().uptimeNanoseconds
        guard now &- lastTurn > 1_000_000 else { continue }
        iterate(mayBlock: false)
        lastTurn = now
        continue
      }
      let input = inputs?.input
      input?.rest()
      if sleeps {
        iterate(mayBlock: state.withLock { $0.isWaiting })
        lastTurn = DispatchTime.now().uptimeNanoseconds
        sleeps = false
      } else {
        sleeps = !spin.spin { spin.arrived != arrived || input?.take() == true }
      }
    }
    inputs?.end()
    loop.pop()
    thread.store(0, ordering: .relaxed)
    let handlers = state.withLock { state in
      state.hasExited = true
      defer { state.exitHandlers = [] }
      return state.exitHandlers
    }
    for handler in handlers { handler() }
    signalEnd()
  }

  private func iterate(mayBlock: Bool) {
    turnBegan.store(0, ordering: .relaxed)
    loop.iterate(mayBlock: mayBlock)
    // Callbacks of the engine may have run promise jobs and finalization callbacks.
    let terminations = state.withLock { $0.terminations }
    for termination in terminations { termination.clear() }
  }

  /// The queued work; nil if the thread is to end.
  ///
  /// - Parameter sleeps: whether the thread will sleep if no work is queued, and needs a wake-up.
  private func nextBatch(sleeps: Bool) -> [Item]? {
    let (batch, isDone): ([Item]?, Bool) = state.withLock { state in
      let isDone = state.queue.isEmpty && state.isStopping
      state.hasEnded = isDone && state.machines == 0
      if state.hasEnded { return (nil, isDone) }
      state.isWaiting = sleeps && state.queue.isEmpty
      defer { state.queue.removeAll(keepingCapacity: false) }
      return (state.queue, isDone)
    }
    if isDone, batch != nil { signalEnd() }
    return batch
  }
}
