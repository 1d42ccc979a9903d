import Causeway
import CausewayConcurrency
import Synchronization

/// A child of a pool.
protocol PooledChild: SupervisedChild, AnyObject {
  /// Kills it, without waiting for its end.
  func kill()
  /// Whether its JavaScript thread returns to its event loop; false after the child has ended.
  func returnsToItsEventLoop() async -> Bool
}

extension JavaScriptProcess: PooledChild {
  func returnsToItsEventLoop() async -> Bool {
    // The limit `turn` kills a child that does not answer, which ends the wait.
    (try? await connection.ask(ChildMessage.turn, timeout: .never)) != nil
  }
}

/// Performs the decisions of a ``ProcessPoolLedger``: starts, leases, checks and kills children.
final class ProcessPool<Child: PooledChild>: Sendable {
  typealias Waiter = CheckedContinuation<Child, any Error>
  typealias Ledger = ProcessPoolLedger<Child, Waiter>

  private let ledger: Mutex<Ledger>
  private let clock: AnyClock
  private let chance: @Sendable () -> Double
  private let launch: @Sendable (_ number: Int) async throws -> Child
  private let tracker = ResourceTracker.current
  private let numbers = Atomic<Int>(0)
  /// The tasks that start children; closing the pool cancels them.
  private let starts = Mutex<[Int: Task<Void, Never>]>([:])
  /// The callers of `close`, which wait until the last child has ended.
  private let closers = Mutex<[CheckedContinuation<Void, Never>]>([])
  private let timer = Mutex<DeadlineTimer?>(nil)

  /// - Parameter launch: starts and prepares a child; its argument counts the children.
  init(
    _ configuration: JavaScriptProcessPool.Configuration, clock: AnyClock,
    chance: @escaping @Sendable () -> Double = { .random(in: 0...1) },
    launch: @escaping @Sendable (_ number: Int) async throws -> Child
  ) {
    ledger = Mutex(Ledger(configuration))
    self.clock = clock
    self.chance = chance
    self.launch = launch
    let timer = DeadlineTimer(clock: clock, name: "a pool of processes") { [weak self] in
      self?.decide { ledger, now in ledger.advance(to: now) }
    }
    self.timer.withLock { $0 = timer }
  }

  var statistics: JavaScriptProcessPool.Statistics { ledger.withLock { $0.statistics } }

  /// Starts the spares.
  func begin() { decide { ledger, _ in ledger.begin() } }

  // MARK: Leases

  nonisolated(nonsending) func use<Result>(
    within timeout: Duration?, _ body: nonisolated(nonsending) (Child) async throws -> Result
  ) async throws -> Result {
    let child = try await acquire(within: timeout)
    defer { decide { ledger, _ in ledger.released(child) } }
    return try await body(child)
  }

  nonisolated(nonsending) private func acquire(within timeout: Duration?) async throws -> Child {
    if Task.isCancelled { throw Self.cancelled }
    let ticket = ledger.withLock { $0.makeTicket() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        decide { ledger, now in ledger.acquire(continuation, ticket: ticket, timeout: timeout, at: now) }
        // The handler may have run before the request was in the ledger.
        if Task.isCancelled { cancel(ticket) }
      }
    } onCancel: {
      cancel(ticket)
    }
  }

  private func cancel(_ ticket: Int) {
    let waiter = ledger.withLock { $0.withdraw(ticket) }
    waiter?.resume(throwing: Self.cancelled)
  }

  private static var cancelled: BridgeError {
    BridgeError(.cancelled, "The task that waited for a JavaScript process was cancelled.")
  }

  // MARK: Deciding

  /// Has the ledger decide, and performs its actions without the lock.
  private func decide(_ decision: (inout Ledger, Instant) -> [Ledger.Action]) {
    let now = clock.now
    let actions = ledger.withLock { decision(&$0, now) }
    for action in actions {
      switch action {
      case .grant(let waiter, let child): waiter.resume(returning: child)
      case .fail(let waiter, let error): waiter.resume(throwing: error)
      case .start(let generation): beginStart(generation)
      case .check(let child):
        task("the check of a process") { pool in
          let isIdle = await child.returnsToItsEventLoop()
          pool.decide { ledger, _ in ledger.checked(child, isIdle: isIdle) }
        }
      case .kill(let child): child.kill()
      }
    }
    setTimer()
    settle()
  }

  /// Sets the timer to the ledger's next deadline.
  private func setTimer() {
    guard let timer = timer.withLock({ $0 }) else { return }
    var next = ledger.withLock { $0.nextDue }
    while true {
      timer.set(next)
      // Another thread may have read an earlier deadline, and set it before this one did.
      let earliest = ledger.withLock { $0.nextDue }
      if earliest >= next { return }
      next = earliest
    }
  }

  // MARK: Children

  private func beginStart(_ generation: Int) {
    let number = numbers.add(1, ordering: .relaxed).newValue
    // The lock is held until the task is stored: a task that ends at once would otherwise never be removed.
    starts.withLock { starts in
      starts[number] = task("the start of a process") { pool in
        await pool.start(number, generation)
        pool.starts.withLock { _ = $0.removeValue(forKey: number) }
      }
    }
    // A concurrent `close` may have cancelled the starts before this one was stored.
    if ledger.withLock({ $0.isClosed }) { cancelStarts() }
  }

  private func start(_ number: Int, _ generation: Int) async {
    do {
      let child = try await launch(number)
      decide { ledger, now in ledger.started(child, at: now) }
      task("the end of a process") { pool in
        let reason = await child.waitForEnd()
        pool.decide { ledger, now in ledger.ended(child, reason, at: now, chance: pool.chance()) }
      }
    } catch {
      let reason = BridgeError(error)
      decide { ledger, now in ledger.startFailed(reason, of: generation, at: now, chance: chance()) }
    }
  }

  private func cancelStarts() {
    let starts = starts.withLock { Array($0.values) }
    for start in starts { start.cancel() }
  }

  /// Runs work that does not belong to a caller's task: children continue after the end of a caller's call.
  @discardableResult
  private func task(_ name: String, _ body: @escaping @Sendable (ProcessPool) async -> Void) -> Task<Void, Never> {
    Task.detached(name: name, executorPreference: clock.manualClock?.executor) { [tracker] in
      await ResourceTracker.$current.withValue(tracker) { await body(self) }
    }
  }

  // MARK: End

  func close() async {
    decide { ledger, _ in
      ledger.close(BridgeError(.unavailable, "The pool of JavaScript processes is closed."))
    }
    cancelStarts()
    await withCheckedContinuation { continuation in
      closers.withLock { $0.append(continuation) }
      settle()
    }
  }

  /// Resumes the callers of `close` when the last child has ended.
  private func settle() {
    guard ledger.withLock({ $0.isFinished }) else { return }
    let ready = closers.withLock { closers in
      defer { closers = [] }
      return closers
    }
    for closer in ready { closer.resume() }
  }
}
