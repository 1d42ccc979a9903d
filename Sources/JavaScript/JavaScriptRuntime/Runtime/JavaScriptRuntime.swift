import CausewayConcurrency
import JavaScriptEngine
import StandardStreams
import Synchronization

/// A JavaScript context with its own thread and event loop.
///
/// The runtime is an actor whose executor is that thread, so Swift code isolated to the runtime runs on the JavaScript
/// thread. A script has the web-standard globals that need no access to the system: timers, `console`,
/// `AbortController`, events, `URL`, `structuredClone`, `performance`, text encoding, random values. docs/runtime.md
/// lists them. It has no bridge: `CausewayJavaScript` attaches one.
///
/// Call ``close()`` when the runtime is not needed any more. A runtime that is released without it is closed
/// asynchronously.
public actor JavaScriptRuntime {
  /// The configuration that the runtime was made with.
  public nonisolated let configuration: RuntimeConfiguration
  package nonisolated let thread: JavaScriptThread
  private nonisolated let watchdog: Watchdog?
  private nonisolated let programExit = ProgramExit()
  /// The connection that another module attached to this runtime.
  package nonisolated let connections = ConnectionSlot()
  nonisolated let lifecycle: RuntimeLifecycle
  /// The workers that its scripts have started.
  package nonisolated let workers = WorkerGroup()
  /// The contexts that `BroadcastChannel` reaches; nil for each context alone.
  private nonisolated let broadcasts: BroadcastGroup?
  /// Reads standard input; nil without one.
  private nonisolated let input: InputReader?

  /// The JavaScript thread, as this actor's executor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  /// Starts a thread with a virtual machine and a context.
  ///
  /// - Throws: `FAILED_PRECONDITION` if the system refuses a thread, a descriptor, or the 6 GB of address space that
  ///   the engine reserves.
  public init(_ configuration: RuntimeConfiguration = RuntimeConfiguration()) async throws(JavaScriptError) {
    self.configuration = configuration
    input = configuration.standardInput.makeReader()
    broadcasts = configuration.broadcasts ?? (configuration.hasWorkers ? BroadcastGroup() : nil)
    let thread = try JavaScriptThread(name: configuration.name, clock: configuration.clock as? any ManualClock)
    self.thread = thread
    let inspection = configuration.inspection
    // A debugger can stop an endless loop only with a limit.
    watchdog = (configuration.evaluationLimit ?? inspection.map { _ in Duration.seconds(1_000_000_000) })
      .map {
        Watchdog(
          limit: $0, thread: thread,
          heapBytes: configuration.workerScope == nil ? nil : configuration.workers?.heapBytes)
      }
    lifecycle = RuntimeLifecycle(thread: thread)
    try start()
    if let tracker = lifecycle.tracker {
      lifecycle.location = tracker.location()
      try measureHeap()
      tracker.recordThread(configuration.name)
      tracker.add(self)
    }
  }

  private func start() throws(JavaScriptError) {
    do throws(JavaScriptError) {
      lifecycle.host = try makeHost(on: try thread.makeMachine())
    } catch {
      lifecycle.closeReason = error
      thread.stop()
      throw error
    }
  }

  private func makeHost(on machine: JSMachine) throws(JavaScriptError) -> RuntimeHost {
    var configuration = configuration
    configuration.broadcasts = broadcasts
    configuration.inputReader = input
    let host = try RuntimeHost(
      machine: machine, thread: thread, configuration: configuration, workers: workers, watchdog: watchdog,
      programExit: programExit
    ) { [weak self] in
      if let self { Task { await self.close() } }
    }
    host.attachedResources = { [weak lifecycle] in lifecycle?.attachments.flatMap(\.openResources) ?? [] }
    return host
  }

  deinit {
    // The engine's objects are destroyed on their thread, which runs until that is done.
    thread.perform { [lifecycle] in lifecycle.shutDown() }
  }

  /// The host of the current context; throws if the runtime is closed.
  package func host() throws(JavaScriptError) -> RuntimeHost {
    guard let host = lifecycle.host else { throw lifecycle.closeReason ?? .closed }
    return host
  }

  /// Suspends until no timer is set, no call or stream is open and no worker is alive, the runtime closes, or the task is cancelled.
  public func waitUntilIdle() async {
    while let host = lifecycle.host, !host.isIdle, !Task.isCancelled { await host.waitForPossibleIdle(isolation: self) }
  }

  // MARK: Life

  /// Closes the runtime: pending operations fail with `UNAVAILABLE`, and its workers, its context and its thread end.
  ///
  /// It waits for a running script; see ``interrupt()``. Any task may call it, and more than once.
  public func close() async {
    lifecycle.shutDown()
    await thread.join()
    await workers.waitUntilEnded()
    workers.forgetPreparation()
  }

  /// Closes the runtime without waiting for its thread, for a script that does not return.
  ///
  /// The thread continues at low priority until the script returns, and then closes the runtime. Tasks that wait for
  /// this actor stay suspended until then.
  package nonisolated func abandon() {
    lifecycle.hasEnded.store(true, ordering: .releasing)
    thread.perform { [lifecycle] in lifecycle.shutDown() }
    thread.abandon()
  }

  /// Replaces the context with a new one, as reloading a page does.
  ///
  /// The thread and the virtual machine stay, and the compiled form of the runtime's scripts with them, so that a
  /// reload takes a fraction of the time of a new runtime. Pending programs and calls fail with `ABORTED`, timers are
  /// cancelled, and a bridge has to be attached again.
  ///
  /// - Throws: if the runtime is closed, or a script exceeded its time limit.
  public func reload() throws(JavaScriptError) {
    let old = try host()
    if isUnusable { throw old.closeReason }
    let new: RuntimeHost
    do throws(JavaScriptError) {
      // Made before the old host is closed, so that a time limit is in force at every moment.
      new = try makeHost(on: old.realm.machine)
    } catch {
      lifecycle.shutDown()
      throw error
    }
    connections.empty()
    workers.forgetPreparation()
    lifecycle.replaceHost(with: new)
    try measureHeap()
  }

  /// Whether the runtime is closed, or about to close because a script exceeded the limit.
  ///
  /// Any thread may read it.
  package nonisolated var isUnusable: Bool {
    lifecycle.hasEnded.load(ordering: .acquiring) || watchdog?.hasFired == true || programExit.status != nil
  }

  /// Calls `body` on the JavaScript thread when the runtime closes; immediately if it is closed.
  package func whenClosed(_ body: @escaping @Sendable () -> Void) {
    if lifecycle.host == nil { body() } else { lifecycle.onEnd.append(body) }
  }

  /// Stops the running script and closes the runtime.
  ///
  /// Any thread may call it.
  ///
  /// Without an evaluation limit it only ends a script's wait for standard input, which fails with `EINTR`.
  public nonisolated func interrupt() {
    watchdog?.stop()
    input?.interrupt()
  }

  /// Runs a garbage collection now.
  ///
  /// It takes milliseconds, so it is for tests and idle periods.
  public func collectGarbage() throws(JavaScriptError) { try host().realm.collectGarbage() }

  /// Returns when all work that the thread had queued before has run.
  ///
  /// The optimizer removes a call to an empty method of this actor, so this queues work on the thread.
  package nonisolated func waitForQueuedWork() async {
    await withCheckedContinuation { continuation in thread.perform { continuation.resume() } }
  }

  /// The number of programs that have started and not settled.
  var programCount: Int { lifecycle.host?.programs.count ?? 0 }

  /// Keeps an attachment until the runtime closes.
  package func attach(_ attachment: any RuntimeAttachment) { lifecycle.attachments.append(attachment) }

  /// The attachment of this type; nil if there is none or the runtime is closed.
  package func attachment<Attachment: RuntimeAttachment>(_ type: Attachment.Type) -> Attachment? {
    lifecycle.attachments.lazy.compactMap { $0 as? Attachment }.first
  }
}
