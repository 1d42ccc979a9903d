import JavaScriptCoreAdditions
import Synchronization

/// Runs macros one after the other on a separate thread, each to its end or its limit.
///
/// A macro that returns a promise ends when the promise settles.
public actor MacroRunner {
  /// The engine that compiles the macros.
  public nonisolated let engine: MacroEngine
  /// The longest total time of a macro, including its waits.
  public nonisolated let timeout: Duration
  /// The largest number of waiting macros; 16.
  public static let maximumQueueLength = 16

  private var thread = MacroThread()
  private var isRunning = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Makes a runner for an engine.
  ///
  /// From now on, only the runner may call the engine's macros.
  public init(engine: MacroEngine, timeout: Duration = .seconds(10)) {
    self.engine = engine
    self.timeout = timeout
  }

  /// Runs a macro after those before it; returns its result as text, nil for `undefined`.
  ///
  /// It throws a ``MacroError``. Cancelling the task stops the macro. When it returns, no code of the macro runs any
  /// more, except a script that the engine cannot stop, whose calls have no effect.
  ///
  /// - Parameters:
  ///   - begin: called on the macros' thread before the macro; not called if the macro does not start.
  ///   - end: called with the macro's result before the next macro; also called if the macro did not start.
  public func run(
    _ method: MacroMethod, _ arguments: [any Sendable] = [], begin: @escaping @Sendable () -> Void = {},
    end: @Sendable (Result<String?, MacroError>) -> Void = { _ in }
  ) async throws -> String? {
    try await waitForTurn()
    defer { endTurn() }
    let stops = engine.stops
    // From now on, work that the macro has not awaited is discarded; code that runs is not interrupted.
    let outcome = Once<Result<String?, MacroError>> { [engine] in engine.nextRun() }
    let left = Once<Bool>()
    engine.nextRun()
    engine.enter(by: thread.enter)
    thread.enter { [engine] in
      guard !outcome.hasEnded else { return }
      begin()
      engine.start(method, arguments) { outcome.end($0) }
    }
    let watch = watch(outcome, left, thread, stops)
    let result = await withTaskCancellationHandler {
      await outcome.value
    } onCancel: {
      outcome.end(.failure(.stopped))
    }
    thread.enter { left.end(true) }
    let isFree = await left.value
    watch.cancel()
    if !isFree { renew() } else if engine.stops != stops { engine.reset() }
    end(result)
    return try result.get()
  }

  /// Stops a macro that does not end: returns its error, and waits for the thread to leave JavaScript.
  private nonisolated func watch(
    _ outcome: Once<Result<String?, MacroError>>, _ left: Once<Bool>, _ thread: MacroThread, _ stops: Int
  ) -> Task<Void, Never> {
    let (engine, timeout) = (engine, timeout)
    // The engine stops a script by itself, except an endless chain of short promise reactions.
    let limit = engine.timeLimit + max(.milliseconds(100), engine.timeLimit / 2)
    return Task {
      let end = ContinuousClock.now + timeout
      while !Task.isCancelled {
        if thread.busy > limit {
          outcome.end(.failure(.endless(engine.timeLimit)))
          left.end(false)
        } else if engine.stops != stops {
          outcome.end(.failure(.endless(engine.timeLimit)))
        } else if .now > end {
          outcome.end(.failure(.unanswered(timeout)))
          // By now the thread has left JavaScript, or a function of the program blocks.
          if .now > end + timeout { left.end(false) }
        }
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  /// Abandons the thread, which runs code that does not return.
  private func renew() {
    thread.abandon()
    thread = MacroThread()
    engine.reset()
  }

  // MARK: Turns

  private func waitForTurn() async throws {
    guard isRunning else { return isRunning = true }
    guard waiting.count < MacroRunner.maximumQueueLength else {
      throw MacroError(.busy, "\(waiting.count) macros are already waiting. Try again when they have run.")
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func endTurn() {
    if waiting.isEmpty { isRunning = false } else { waiting.removeFirst().resume() }
  }
}

extension MacroEngine {
  /// Calls a macro, and calls `end` with its result, now or later.
  fileprivate func start(
    _ method: MacroMethod, _ arguments: [any Sendable],
    _ end: @escaping @Sendable (Result<String?, MacroError>) -> Void
  ) {
    do throws(MacroError) {
      let value = try method.call(with: arguments)
      guard value.isObject else { return end(.success(value.isUndefined ? nil : value.description)) }
      let source = method.javascript
      let isAwaited = settle(
        value, context: method.context, done: { end(.success($0.isUndefined ? nil : MacroConsole.text($0))) },
        failed: { end(.failure(MacroError($0, source: source))) })
      if !isAwaited { end(.failure(.stopped)) }
    } catch {
      end(.failure(error))
    }
  }
}

extension MacroError {
  fileprivate static let stopped = MacroError(.stopped, "The macro was stopped; its changes were reverted.")

  fileprivate static func unanswered(_ timeout: Duration) -> MacroError {
    MacroError(.unanswered, "The macro did not end within \(timeout.text); its changes were reverted.")
  }
}

/// A value that is set once: the first value counts, and one task waits for it.
private final class Once<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var continuation: CheckedContinuation<Value, Never>?
    /// Nil after the end: functions in the JavaScript heap hold this object, and the closure may hold the heap.
    var whenEnded: (@Sendable () -> Void)?
  }
  private let state: Mutex<State>

  init(_ whenEnded: @escaping @Sendable () -> Void = {}) { state = Mutex(State(whenEnded: whenEnded)) }

  var hasEnded: Bool { state.withLock { $0.value != nil } }

  func end(_ value: Value) {
    let (whenEnded, continuation) = state.withLock {
      state -> ((@Sendable () -> Void)?, CheckedContinuation<Value, Never>?) in
      guard state.value == nil else { return (nil, nil) }
      state.value = value
      defer { (state.whenEnded, state.continuation) = (nil, nil) }
      return (state.whenEnded, state.continuation)
    }
    whenEnded?()
    continuation?.resume(returning: value)
  }

  var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let value = state.withLock { state in
          if state.value == nil { state.continuation = continuation }
          return state.value
        }
        if let value { continuation.resume(returning: value) }
      }
    }
  }
}
