import Glibc
import Synchronization

/// The part of a pool that its runtimes, and the tasks that create them, may retain.
final class PoolCore: Sendable {
  typealias Waiter = CheckedContinuation<JavaScriptRuntime, any Error>

  let ledger: Mutex<PoolLedger<JavaScriptRuntime, Waiter>>
  private let configuration: JavaScriptRuntimePool.Configuration
  private let prepare: @Sendable (JavaScriptRuntime) async throws -> Void
  private let made = Atomic<Int>(0)
  /// The runtimes that run `prepare`; closing the pool closes them as well.
  private let preparing = Mutex<[JavaScriptRuntime]>([])
  /// The tasks that create runtimes; closing the pool cancels them.
  private let creationTasks = Mutex<[Int: Task<Void, Never>]>([:])
  private let creationCount = Atomic<Int>(0)
  /// The callers of `close`, which wait until no runtime is being created.
  private let closers = Mutex<[CheckedContinuation<Void, Never>]>([])

  init(
    _ configuration: JavaScriptRuntimePool.Configuration,
    prepare: @escaping @Sendable (JavaScriptRuntime) async throws -> Void
  ) {
    var configuration = configuration
    configuration.runtime.makeBroadcastGroup()
    self.configuration = configuration
    self.prepare = prepare
    ledger = Mutex(
      PoolLedger(
        count: configuration.count, spares: configuration.spares, isFresh: configuration.isolation == .fresh,
        maximumQueue: configuration.waiters))
  }

  // MARK: Using

  nonisolated(nonsending) func use<Result>(
    slot: Int?, _ body: nonisolated(nonsending) (JavaScriptRuntime) async throws -> Result
  ) async throws -> Result {
    let runtime = try await acquire(slot: slot)
    defer { perform(ledger.withLock { $0.release(runtime, isUnusable: runtime.isUnusable) }) }
    return try await body(runtime)
  }

  nonisolated(nonsending) private func acquire(slot: Int?) async throws -> JavaScriptRuntime {
    let ticket = ledger.withLock { $0.makeTicket() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        perform(ledger.withLock { $0.acquire(continuation, ticket: ticket, slot: slot, refusal: queueIsFull) })
        if Task.isCancelled { cancel(ticket) }
      }
    } onCancel: {
      cancel(ticket)
    }
  }

  private var queueIsFull: JavaScriptError {
    JavaScriptError(
      code: .queueLimit, operation: "wait",
      message:
        "Too many uses are waiting for a JavaScript runtime of the pool: the limit is \(configuration.waiters) (waiters)."
    )
  }

  private func cancel(_ ticket: Int) {
    let waiter = ledger.withLock { $0.cancel(ticket) }
    waiter?.resume(
      throwing: JavaScriptError(
        code: .cancelled, operation: "wait", message: "The task that waited for a JavaScript runtime was cancelled."))
  }

  private func perform(_ actions: [PoolLedger<JavaScriptRuntime, Waiter>.Action]) {
    for action in actions {
      switch action {
      case .grant(let waiter, let runtime): waiter.resume(returning: runtime)
      case .fail(let waiter, let error): waiter.resume(throwing: error)
      case .create(let used): beginCreation(of: used)
      }
    }
  }

  // MARK: Making

  /// Creates all runtimes of a new pool concurrently.
  func fill() async throws {
    try await withThrowingTaskGroup(of: JavaScriptRuntime.self) { group in
      for _ in 0..<configuration.count + configuration.spares {
        group.addTask { try await self.start() }
      }
      var runtimes: [JavaScriptRuntime] = []
      var failure: (any Error)?
      while let result = await group.nextResult() {
        switch result {
        case .success(let runtime): runtimes.append(runtime)
        case .failure(let error): failure = failure ?? error
        }
      }
      if let failure {
        for runtime in runtimes { await runtime.close() }
        abandon(failure)
        throw failure
      }
      for runtime in runtimes {
        await watch(runtime)
        await add(runtime)
      }
    }
  }

  /// Closes the ledger of a pool that could not be filled.
  private func abandon(_ error: any Error) {
    ledger.withLock { ledger in
      _ = ledger.close(error)
      while ledger.creating > 0 { ledger.discarded() }
    }
  }

  private func start() async throws -> JavaScriptRuntime {
    var own = configuration.runtime
    own.name += "-\(made.add(1, ordering: .relaxed).newValue)"
    let runtime = try await JavaScriptRuntime(own)
    do {
      try await prepareTracked(runtime)
    } catch {
      await runtime.close()
      throw error
    }
    return runtime
  }

  private func prepareTracked(_ runtime: JavaScriptRuntime) async throws {
    preparing.withLock { $0.append(runtime) }
    defer { preparing.withLock { $0.removeAll { $0 === runtime } } }
    // Checked after the runtime is listed, so that a concurrent `close` either finds it in the list or is found here.
    if let closed = ledger.withLock({ $0.closed }) { throw closed }
    try await prepare(runtime)
  }

  private func beginCreation(of used: JavaScriptRuntime?) {
    let number = creationCount.add(1, ordering: .relaxed).newValue
    // The lock is held until the task is stored: a task that ends at once would otherwise never be removed.
    creationTasks.withLock { creationTasks in
      creationTasks[number] = Task {
        await create(of: used)
        self.creationTasks.withLock { _ = $0.removeValue(forKey: number) }
      }
    }
    // A concurrent `close` may have cancelled the tasks before this one was stored.
    if ledger.withLock({ $0.closed != nil }) { cancelCreation() }
  }

  private func cancelCreation() {
    let creationTasks = creationTasks.withLock { Array($0.values) }
    for task in creationTasks { task.cancel() }
  }

  private func create(of used: JavaScriptRuntime?) async {
    do {
      await add(try await recycle(used))
    } catch {
      perform(ledger.withLock { $0.failed(error) })
    }
    settle()
  }

  private func add(_ runtime: JavaScriptRuntime) async {
    guard let actions = ledger.withLock({ $0.created(runtime) }) else {
      await end(runtime)
      return ledger.withLock { $0.discarded() }
    }
    perform(actions)
    // A runtime that ended before it was added is reported here: its close handler found no member in the ledger.
    if runtime.isUnusable { ended(ObjectIdentifier(runtime)) }
  }

  /// Reloads a used runtime; creates a new one if there is none or the reload fails.
  private func recycle(_ used: JavaScriptRuntime?) async throws -> JavaScriptRuntime {
    if let used, await becomesFree(used) {
      do {
        try await used.reload()
        try await prepareTracked(used)
        return used
      } catch {
        await end(used)
      }
    }
    let runtime = try await start()
    await watch(runtime)
    return runtime
  }

  /// Removes the runtime from the ledger when it closes, for whatever reason.
  private func watch(_ runtime: JavaScriptRuntime) async {
    let id = ObjectIdentifier(runtime)
    await runtime.whenClosed { self.ended(id) }
  }

  private func ended(_ id: ObjectIdentifier) { perform(ledger.withLock { $0.ended(id) }) }

  /// The time to wait for a script after its use is over, and again after the stop request.
  private static let stopTimeout = Duration.seconds(1)

  /// Waits for the runtime's thread to become free, stopping its script if necessary.
  ///
  /// The engine cannot stop an endless chain of promise jobs or a native function that blocks; such a runtime is
  /// abandoned, and the result is false. Without an evaluation limit no script can be stopped, so the result is true at
  /// once and the reload or close waits for the script.
  private func becomesFree(_ runtime: JavaScriptRuntime) async -> Bool {
    guard configuration.runtime.evaluationLimit != nil else { return true }
    let (outcomes, outcome) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingOldest(1))
    let turn = Task {
      await runtime.waitForQueuedWork()
      outcome.yield(true)
    }
    // A script that a debugger holds is not given up.
    let clock: any Clock<Duration> = configuration.runtime.inspection?.clock ?? ContinuousClock() as any Clock<Duration>
    let watch = Task {
      try await clock.sleep(for: PoolCore.stopTimeout)
      runtime.interrupt()
      try await clock.sleep(for: PoolCore.stopTimeout)
      outcome.yield(false)
    }
    // An unstructured task, because the caller of `close` may be cancelled.
    let isFree = await Task { await outcomes.first { _ in true } ?? false }.value
    turn.cancel()
    watch.cancel()
    if !isFree { runtime.abandon() }
    return isFree
  }

  // MARK: End

  func close() async {
    let closed = JavaScriptError(
      code: .closed, operation: "wait", message: "The pool of JavaScript runtimes is closed.")
    let (members, actions) = ledger.withLock { $0.close(closed) }
    perform(actions)
    cancelCreation()
    let others = preparing.withLock { $0 }
    await withTaskGroup { group in
      for member in members + others { group.addTask { await self.end(member) } }
    }
    await withCheckedContinuation { continuation in
      closers.withLock { $0.append(continuation) }
      settle()
    }
  }

  private func end(_ runtime: JavaScriptRuntime) async {
    runtime.interrupt()
    if await becomesFree(runtime) { await runtime.close() }
  }

  /// Resumes the callers of `close` when no runtime is being created any more.
  private func settle() {
    guard ledger.withLock({ $0.closed != nil && $0.creating == 0 }) else { return }
    let ready = closers.withLock { closers in
      defer { closers = [] }
      return closers
    }
    for closer in ready { closer.resume() }
  }
}

/// The number of processors on which threads can run.
enum ProcessorCount {
  static var online: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }
}
