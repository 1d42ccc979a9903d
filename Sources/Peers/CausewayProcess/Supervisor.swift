import Causeway
import CausewayConcurrency
import Synchronization

/// A child of a supervisor.
protocol SupervisedChild: Sendable {
  /// Waits for its end, and returns the reason.
  func waitForEnd() async -> BridgeError
  /// Ends it.
  func close() async
  /// Whether it accepts calls; false slightly before its end is known.
  var isServing: Bool { get }
}

extension JavaScriptProcess: SupervisedChild {
  var isServing: Bool { !connection.isClosed }
}

/// Keeps one child running: starts it, follows it to its end, waits, and starts another one.
final class Supervisor<Child: SupervisedChild>: Sendable {
  private typealias Waiter = Deferred<Result<Child, BridgeError>>

  private enum Phase {
    case starting
    case running(Child)
    case backingOff(BridgeError)
    case stopped(BridgeError)
  }

  private struct State {
    var phase = Phase.starting
    var waiters: [Waiter] = []
    var loop: Task<Void, Never>?
    /// The changes to report, in order.
    var changes: [JavaScriptSupervisor.State] = []
    var isReporting = false
  }

  /// The number of callers that wait for a child at most: as many as calls of one connection.
  static var maximumWaiters: Int { 10_000 }

  let policy: RestartPolicy
  private let clock: AnyClock
  private let launch: @Sendable () async throws -> Child
  private let chance: @Sendable () -> Double
  private let onChange: @Sendable (JavaScriptSupervisor.State) -> Void
  private let state = Mutex(State())

  init(
    policy: RestartPolicy, clock: AnyClock, chance: @escaping @Sendable () -> Double = { .random(in: 0...1) },
    onChange: @escaping @Sendable (JavaScriptSupervisor.State) -> Void = { _ in },
    launch: @escaping @Sendable () async throws -> Child
  ) {
    self.policy = policy
    self.clock = clock
    self.chance = chance
    self.onChange = onChange
    self.launch = launch
  }

  /// Starts the loop, which retains this object until it is stopped.
  func start() {
    // Not within the call whose handler created the supervisor: after that call's deadline no child would start.
    let loop = CallContext.$current.withValue(nil) {
      Task(name: "supervisor", executorPreference: clock.manualClock?.executor) { await self.run() }
    }
    state.withLock { $0.loop = loop }
  }

  private func run() async {
    var restarts = RestartState(policy: policy)
    while enter(.starting, { $0.phase = .starting }) {
      let reason: BridgeError
      do {
        let child = try await launch()
        restarts.started(at: clock.now)
        guard serve(child) else { return await child.close() }
        reason = await child.waitForEnd()
      } catch {
        reason = BridgeError(error)
      }
      switch restarts.ended(reason, at: clock.now, chance: chance()) {
      case .giveUp(let error): return stop(error)
      case .restart(let duration):
        backOff(reason, duration)
        guard (try? await clock.sleep(until: clock.now.advanced(by: duration))) != nil else { return }
      }
    }
  }

  /// Passes a ready child to the waiters.
  ///
  /// Returns false after the end.
  private func serve(_ child: Child) -> Bool {
    var waiters: [Waiter] = []
    let isRunning = enter(.running) { state in
      state.phase = .running(child)
      swap(&waiters, &state.waiters)
    }
    for waiter in waiters { waiter.resolve(.success(child)) }
    return isRunning
  }

  private func backOff(_ reason: BridgeError, _ duration: Duration) {
    var failed: [Waiter] = []
    _ = enter(.backingOff(for: duration, because: reason)) { state in
      state.phase = .backingOff(reason)
      guard policy.callsWhileDown == .fail else { return }
      swap(&failed, &state.waiters)
    }
    for waiter in failed { waiter.resolve(.failure(Self.down(reason))) }
  }

  /// Enters a new state and reports it; false without an effect after the end.
  private func enter(_ change: JavaScriptSupervisor.State, _ body: (inout State) -> Void) -> Bool {
    let hasEntered = state.withLock { state in
      if case .stopped = state.phase { return false }
      body(&state)
      state.changes.append(change)
      return true
    }
    reportChanges()
    return hasEntered
  }

  /// Reports the changes one after the other, unless another thread is reporting.
  private func reportChanges() {
    while true {
      let change: JavaScriptSupervisor.State? = state.withLock { state in
        if state.isReporting || state.changes.isEmpty { return nil }
        state.isReporting = true
        return state.changes.removeFirst()
      }
      guard let change else { return }
      onChange(change)
      state.withLock { $0.isReporting = false }
    }
  }

  /// Ends everything; calls fail with this reason.
  ///
  /// Later reasons are ignored.
  func stop(_ reason: BridgeError) {
    let stopped: (waiters: [Waiter], loop: Task<Void, Never>?, child: Child?)? = state.withLock { state in
      var child: Child?
      switch state.phase {
      case .stopped: return nil
      case .running(let running): child = running
      default: break
      }
      state.phase = .stopped(reason)
      state.changes.append(.stopped(because: reason))
      defer { state.waiters = [] }
      return (state.waiters, state.loop, child)
    }
    guard let stopped else { return }
    reportChanges()
    for waiter in stopped.waiters { waiter.resolve(.failure(reason)) }
    stopped.loop?.cancel()
    if let child = stopped.child { Task { await child.close() } }
  }

  func close() async {
    let (loop, child): (Task<Void, Never>?, Child?) = state.withLock { state in
      if case .running(let child) = state.phase { return (state.loop, child) }
      return (state.loop, nil)
    }
    stop(BridgeError(.unavailable, "The supervisor of the JavaScript process was closed."))
    await child?.close()
    await loop?.value
  }

  // MARK: Children

  /// The running child; waits for the next one, or fails, if there is none.
  func child() async throws -> Child {
    let waiter = Waiter()
    let ready: Result<Child, BridgeError>? = state.withLock { state in
      switch state.phase {
      case .running(let child) where child.isServing: return .success(child)
      case .stopped(let reason): return .failure(reason)
      case .backingOff(let reason) where policy.callsWhileDown == .fail: return .failure(Self.down(reason))
      case .starting, .running, .backingOff:
        guard state.waiters.count < Supervisor.maximumWaiters else { return .failure(Self.queueIsFull) }
        state.waiters.append(waiter)
        return nil
      }
    }
    if let ready { return try ready.get() }
    defer { state.withLock { $0.waiters.removeAll { $0 === waiter } } }
    return try await waiter.value(cancelled: .failure(Self.cancelled)).get()
  }

  /// The running child, or the next one within a time limit.
  func child(within time: Duration?) async throws -> Child {
    let running: Child? = state.withLock { state in
      guard case .running(let child) = state.phase, child.isServing else { return nil }
      return child
    }
    if let running { return running }
    guard let time else { return try await child() }
    return try await withThrowingTaskGroup(of: Child?.self) { [clock] group in
      defer { group.cancelAll() }
      group.addTask(executorPreference: clock.manualClock?.executor) { try await self.child() }
      group.addTask(executorPreference: clock.manualClock?.executor) {
        do { try await clock.sleep(until: clock.now.advanced(by: time)) } catch { throw Self.cancelled }
        return nil
      }
      guard let first = try await group.next(), let child = first else {
        throw BridgeError(.deadlineExceeded, "No JavaScript process was ready within \(time).")
      }
      return child
    }
  }

  private static var cancelled: BridgeError {
    BridgeError(.cancelled, "The task that waited for a JavaScript process was cancelled.")
  }

  private static var queueIsFull: BridgeError {
    .exhausted("waiters", maximum: maximumWaiters, "The number of calls that wait for a JavaScript process")
  }

  private static func down(_ reason: BridgeError) -> BridgeError {
    var error = BridgeError(
      .unavailable, "The JavaScript process is being restarted: \(reason.message)", data: reason.data)
    error.causes = [reason]
    return error
  }
}
