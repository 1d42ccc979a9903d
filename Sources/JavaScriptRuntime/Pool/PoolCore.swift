import Glibc
import Synchronization

/// The part of a pool that its runtimes and the tasks which make them may hold.
final class PoolCore: Sendable {
  typealias Waiter = CheckedContinuation<JavaScriptRuntime, any Error>

  let ledger: Mutex<PoolLedger<JavaScriptRuntime, Waiter>>
  private let configuration: JavaScriptRuntimePool.Configuration
  private let prepare: @Sendable (JavaScriptRuntime) async throws -> Void
  private let made = Atomic<Int>(0)
  /// Those that run `prepare`: a pool that closes ends them as well.
  private let preparing = Mutex<[JavaScriptRuntime]>([])
  /// Those who make one, whatever they wait for: a pool that closes cancels them.
  private let makers = Mutex<[Int: Task<Void, Never>]>([:])
  private let makings = Atomic<Int>(0)
  /// Who waits until nothing is being made any more.
  private let closers = Mutex<[CheckedContinuation<Void, Never>]>([])

  init(
    _ configuration: JavaScriptRuntimePool.Configuration,
    prepare: @escaping @Sendable (JavaScriptRuntime) async throws -> Void
  ) {
    self.configuration = configuration
    self.prepare = prepare
    ledger = Mutex(
      PoolLedger(
        count: configuration.count, spares: configuration.spares, isFresh: configuration.isolation == .fresh))
  }

  // MARK: Using

  nonisolated(nonsending) func use<Result>(
    place: Int?, _ body: nonisolated(nonsending) (JavaScriptRuntime) async throws -> Result
  ) async throws -> Result {
    let runtime = try await enter(place: place)
    defer { perform(ledger.withLock { $0.leave(runtime, isSpent: runtime.isSpent) }) }
    return try await body(runtime)
  }

  nonisolated(nonsending) private func enter(place: Int?) async throws -> JavaScriptRuntime {
    let ticket = ledger.withLock { $0.mintTicket() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        perform(ledger.withLock { $0.enter(continuation, ticket: ticket, place: place) })
        if Task.isCancelled { cancel(ticket) }
      }
    } onCancel: {
      cancel(ticket)
    }
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
      case .make(let used): beginMaking(of: used)
      }
    }
  }

  // MARK: Making

  /// Makes all that a new pool has, at once.
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

  /// Nothing came of the pool.
  private func abandon(_ error: any Error) {
    ledger.withLock { ledger in
      _ = ledger.close(error)
      while ledger.owed > 0 { ledger.discarded() }
    }
  }

  private func start() async throws -> JavaScriptRuntime {
    var own = configuration.runtime
    own.name += "-\(made.add(1, ordering: .relaxed).newValue)"
    let runtime = try await JavaScriptRuntime(own)
    do {
      try await prepareListed(runtime)
    } catch {
      await runtime.close()
      throw error
    }
    return runtime
  }

  private func prepareListed(_ runtime: JavaScriptRuntime) async throws {
    preparing.withLock { $0.append(runtime) }
    defer { preparing.withLock { $0.removeAll { $0 === runtime } } }
    // Listed first: whoever closes the pool between these lines finds it there.
    if let closed = ledger.withLock({ $0.closed }) { throw closed }
    try await prepare(runtime)
  }

  private func beginMaking(of used: JavaScriptRuntime?) {
    let number = makings.add(1, ordering: .relaxed).newValue
    // Held until the task is listed, or one that ends at once would stay listed.
    makers.withLock { makers in
      makers[number] = Task {
        await make(of: used)
        self.makers.withLock { _ = $0.removeValue(forKey: number) }
      }
    }
    // Whoever closes the pool may have looked before it was listed.
    if ledger.withLock({ $0.closed != nil }) { cancelMaking() }
  }

  private func cancelMaking() {
    let makers = makers.withLock { Array($0.values) }
    for maker in makers { maker.cancel() }
  }

  private func make(of used: JavaScriptRuntime?) async {
    do {
      await add(try await renew(used))
    } catch {
      perform(ledger.withLock { $0.failed(error) })
    }
    settle()
  }

  private func add(_ runtime: JavaScriptRuntime) async {
    guard let actions = ledger.withLock({ $0.arrived(runtime) }) else {
      await end(runtime)
      return ledger.withLock { $0.discarded() }
    }
    perform(actions)
    // One that ended before it was known here is not told of again.
    if runtime.isSpent { ended(ObjectIdentifier(runtime)) }
  }

  /// A used runtime with a new context, or a new runtime.
  private func renew(_ used: JavaScriptRuntime?) async throws -> JavaScriptRuntime {
    if let used, await comesBack(used) {
      do {
        try await used.reload()
        try await prepareListed(used)
        return used
      } catch {
        await end(used)
      }
    }
    let runtime = try await start()
    await watch(runtime)
    return runtime
  }

  /// Hears of a runtime's end, whatever brings it about.
  private func watch(_ runtime: JavaScriptRuntime) async {
    let id = ObjectIdentifier(runtime)
    await runtime.whenClosed { self.ended(id) }
  }

  private func ended(_ id: ObjectIdentifier) { perform(ledger.withLock { $0.ended(id) }) }

  /// How long a script is waited for whose use is over, and once more after it was told to stop.
  private static let patience = Duration.seconds(1)

  /// Whether a runtime's thread is free again, after its script was stopped if need be; one that is not is given up.
  ///
  /// The engine cannot stop an endless chain of promise jobs, nor anybody a native function that hangs. Without an
  /// evaluation limit no script can be stopped: then it is waited for.
  private func comesBack(_ runtime: JavaScriptRuntime) async -> Bool {
    guard configuration.runtime.evaluationLimit != nil else { return true }
    let (outcomes, outcome) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingOldest(1))
    let turn = Task {
      await runtime.takeTurn()
      outcome.yield(true)
    }
    let watch = Task {
      try await Task.sleep(for: PoolCore.patience)
      runtime.interrupt()
      try await Task.sleep(for: PoolCore.patience)
      outcome.yield(false)
    }
    // A task of its own, since whoever closes a pool may be cancelled.
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
    cancelMaking()
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
    if await comesBack(runtime) { await runtime.close() }
  }

  /// Lets those who closed the pool go on when nothing is being made any more.
  private func settle() {
    guard ledger.withLock({ $0.closed != nil && $0.owed == 0 }) else { return }
    let ready = closers.withLock { closers in
      defer { closers = [] }
      return closers
    }
    for closer in ready { closer.resume() }
  }
}

/// How many processors there are for threads.
enum ProcessorCount {
  static var online: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }
}
