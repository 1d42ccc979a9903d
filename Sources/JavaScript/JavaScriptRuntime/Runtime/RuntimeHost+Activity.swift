import CausewayConcurrency

extension RuntimeHost {
  /// A kind of pending work that keeps a program alive.
  package struct ActivitySource: OptionSet {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let timers = ActivitySource(rawValue: 1)
    package static let calls = ActivitySource(rawValue: 2)
    /// Modules that are being loaded.
    static let modules = ActivitySource(rawValue: 4)
    /// Work of extensions off the JavaScript thread.
    static let background = ActivitySource(rawValue: 8)
    /// Workers that have not ended.
    static let workers = ActivitySource(rawValue: 16)
    /// In a worker: a listener for messages of the parent.
    static let messages = ActivitySource(rawValue: 32)
    /// In a worker: an open `BroadcastChannel`.
    static let broadcasts = ActivitySource(rawValue: 64)
    /// A read of standard input.
    static let input = ActivitySource(rawValue: 128)
  }
  /// What keeps the program alive, as the end of a sentence.
  var activity: String {
    let kinds: [(ActivitySource, String)] = [
      (.timers, "timers"), (.calls, "calls or streams"), (.modules, "modules that are being loaded"),
      (.background, "background work"), (.workers, "workers"), (.messages, "a listener for messages"),
      (.broadcasts, "an open BroadcastChannel"), (.input, "standard input"),
    ]
    let names = kinds.filter { active.contains($0.0) }.map(\.1)
    return names.isEmpty ? "it is still running" : "it is waiting for \(names.joined(separator: ", "))"
  }

  /// Calls `body` after this time by the runtime's clock, unless the task is cancelled.
  func after(_ duration: Duration, _ body: @escaping @Sendable () -> Void) -> Task<Void, Never> {
    let clock: any Clock<Duration> = configuration.clock ?? ContinuousClock()
    // A clock that is moved by hand waits until the task sleeps.
    return Task(executorPreference: (clock as? any ManualClock)?.executor) {
      if (try? await clock.sleep(for: duration)) != nil { body() }
    }
  }

  /// Work for any thread that calls `body` on the JavaScript thread and then lets each waiter look again.
  func waking(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    { [thread, confinedSelf] in
      thread.perform {
        body()
        confinedSelf.value?.resumeIdleWaiters()
      }
    }
  }

  /// Work for the thread that ends a program with the given error, if the host is still open.
  func ending(
    _ program: RunningProgram, with failure: @escaping @Sendable (RuntimeHost) -> JavaScriptError
  ) -> @Sendable () -> Void {
    { [thread, confinedSelf] in
      thread.perform { if let host = confinedSelf.value { program.finish(.failure(failure(host))) } }
    }
  }

  // MARK: Staying alive

  /// Whether no timer is set, no call is pending, and nobody waits for an item of a stream.
  var isIdle: Bool { active.isEmpty || programExit.status != nil }

  /// Whether a task waits for the end of the program, which only calls and streams keep alive.
  package var waitsForCallsOnly: Bool { active == .calls && !idleWaiters.isEmpty }

  /// Records whether a source of events may still have work for the runtime.
  package func setActive(_ source: ActivitySource, _ isActive: Bool) {
    if isActive {
      active.insert(source)
    } else if active.remove(source) != nil, active.isSubset(of: .calls) {
      checkIdle()
    }
  }

  /// Looks after this turn whether the host is idle: reactions to the event that ended the activity may start new work.
  private func checkIdle() {
    guard !checksIdle else { return }
    checksIdle = true
    thread.perform { [host = confinedSelf] in
      guard let host = host.value else { return }
      host.checksIdle = false
      if host.waitsForCallsOnly { host.onlyCallsAreLeft?() }
      if host.isIdle { host.resumeIdleWaiters() }
    }
  }

  /// Suspends until the host may have become idle, a program failed, the runtime closed or the task was cancelled.
  func waitForPossibleIdle(unless program: RunningProgram? = nil, isolation: isolated (any Actor)) async {
    // Checked again here: other work of this thread may have run since the caller's check.
    if isIdle || program?.hasFailed == true { return }
    let waiter = Deferred<Void>()
    idleWaiters.append(waiter)
    defer { idleWaiters.removeAll { $0 === waiter } }
    if active == .calls { checkIdle() }
    await waiter.value(cancelled: ())
  }

  func resumeIdleWaiters() {
    let waiters = idleWaiters
    idleWaiters = []
    for waiter in waiters { waiter.resolve(()) }
  }
}
