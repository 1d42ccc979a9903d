public import JavaScriptCoreAdditions
import Synchronization

/// An object that provides functions for macros.
public protocol MacroEngineSupport {
  /// Adds its functions, by ``MacroEngine/addFunction(_:_:)-(_,(_)(Argument)->Result)``.
  func addMacroSupport(_ engine: MacroEngine)
}

/// Runs macros: JavaScript functions that the users of a program can change while it runs.
///
///     let engine = MacroEngine()
///     engine.addFunction("getVolume") { player.volume }
///     let louder = MacroMethod(javascript: "function() { setVolume(getVolume() + 1) }", key: "louder", engine: engine)
///     try louder.call()
///
/// Macros run one at a time on the thread that calls them; ``MacroRunner`` runs them on a separate thread.
public final class MacroEngine: Sendable {
  /// Installs a function in one context; called for existing and for later contexts.
  private typealias Addition = @Sendable (JSContext, _ generation: Int) -> Void

  private struct State {
    var machine: JSVirtualMachine
    var contexts: [String: JSContext] = [:]
    /// For each context, the function that awaits a macro's result.
    var waits: [String: JSValue] = [:]
    var additions: [Addition] = []
    var generation = 0
  }

  /// The processor time that a macro may take without interruption.
  public let timeLimit: Duration
  private let state: Mutex<State>
  private let console: @Sendable (ConsoleLine) -> Void
  /// The number of the current run: continuations of earlier runs are discarded.
  private let run = Atomic<Int>(0)
  /// Runs code that enters JavaScript asynchronously, such as the results of asynchronous functions.
  private let entry = Mutex<@Sendable (@escaping @Sendable () -> Void) -> Void>({ $0() })

  /// Makes an engine without functions.
  ///
  /// - Parameters:
  ///   - timeLimit: the processor time of a macro, at least 10 milliseconds.
  ///   - console: called with each line that a macro writes to `console`, on the thread that runs it.
  public init(timeLimit: Duration = .seconds(1), console: @escaping @Sendable (ConsoleLine) -> Void = { _ in }) {
    self.timeLimit = timeLimit
    self.console = console
    state = Mutex(State(machine: MacroEngine.machine(timeLimit)))
  }

  private static func machine(_ timeLimit: Duration) -> JSVirtualMachine {
    let machine = JSVirtualMachine()!
    machine.executionTimeLimit = timeLimit
    return machine
  }

  // MARK: Contexts

  /// The context of this name, created on first use.
  ///
  /// Macros in one context share their globals.
  public func context(_ name: String = "main") -> JSContext {
    let (known, machine) = state.withLock { ($0.contexts[name], $0.machine) }
    if let known { return known }
    let made = JSContext(virtualMachine: machine)!
    made.name = name
    let (context, additions, generation) = state.withLock { state -> (JSContext, [Addition], Int) in
      if let known = state.contexts[name] { return (known, [], 0) }
      if state.machine === machine { state.contexts[name] = made }
      return (made, state.additions, state.generation)
    }
    if context === made {
      let wait = context.evaluateScript(MacroEngine.wait)!
      state.withLock { if $0.contexts[name] === context { $0.waits[name] = wait } }
      MacroConsole.install(in: context, console)
      for add in additions { add(context, generation) }
    }
    return context
  }

  /// Releases all contexts with their state; new contexts have the same functions.
  ///
  /// It is needed after a script was terminated, because its pending work is lost. Macros are compiled again by their
  /// next call.
  public func reset() {
    let machine = MacroEngine.machine(timeLimit)
    let old = state.withLock { state in
      let old = (state.machine, state.contexts, state.waits)
      state.machine = machine
      (state.contexts, state.waits) = ([:], [:])
      state.generation += 1
      return old
    }
    withExtendedLifetime(old) {}  // They are released after the lock.
  }

  /// The number of resets.
  var generation: Int { state.withLock { $0.generation } }

  /// The number of scripts that the time limit has terminated since the last reset.
  var stops: Int { state.withLock { $0.machine }.executionsStopped }

  /// A function that awaits a value with JavaScript's own syntax, independent of globals that a macro may have
  /// replaced.
  private static let wait = """
    (async (value, done, failed) => {
      let result;
      try { result = await value; } catch (error) { return failed(error); }
      done(result);
    })
    """

  /// Calls `done` with the settled result of a macro, or `failed` with the error.
  ///
  /// False, without a call, if the context of the value was released by a reset.
  func settle(
    _ value: JSValue, context name: String, done: @escaping @Sendable (JSValue) -> Void,
    failed: @escaping @Sendable (JSValue) -> Void
  ) -> Bool {
    let context = value.context!
    let wait = state.withLock { state in
      state.contexts[name]?.jsGlobalContextRef == context.jsGlobalContextRef ? state.waits[name] : nil
    }
    guard let wait else { return false }
    wait.call(withArguments: [value, JSValue(object: done, in: context)!, JSValue(object: failed, in: context)!])
    return true
  }

  // MARK: Functions for macros

  /// Adds the functions of an object.
  public func addObject(_ object: some MacroEngineSupport) { object.addMacroSupport(self) }

  /// Adds a function.
  ///
  /// Its parameters are converted by their types, and its error is thrown in JavaScript.
  public func addFunction<each Argument, Result>(
    _ name: String, _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) {
    add { [weak self] context, generation in
      context.setObject(
        { (arguments: repeat each Argument) throws -> Result in
          // An abandoned macro may still run; its calls have no effect.
          guard let self, self.generation == generation else { throw MacroError.ended }
          return try body(repeat each arguments)
        }, forKeyedSubscript: name)
    }
  }

  /// Adds a function that returns a promise.
  ///
  /// The promise is not settled after the macro has ended, so code after its `await` does not run.
  public func addFunction<each Argument: Sendable, Result: Sendable>(
    _ name: String, _ body: @escaping @Sendable (repeat each Argument) async throws -> Result
  ) {
    add { [weak self] context, generation in
      context.setObject(
        { (arguments: repeat each Argument) throws -> JSValue in
          guard let self, self.generation == generation else { throw MacroError.ended }
          let arguments = (repeat each arguments)
          return self.promise { try await body(repeat each arguments) }
        }, forKeyedSubscript: name)
    }
  }

  private func promise<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) -> JSValue {
    let current = run.load(ordering: .relaxed)
    return JSValue(newPromiseIn: JSContext.current()) { resolve, reject in
      guard let resolve, let reject else { return }
      Task { [weak self] in
        let answer: @Sendable () -> Void
        do {
          let result = try await body()
          answer = { resolve.call(withArguments: [result]) }
        } catch {
          answer = { reject.call(withArguments: [error]) }
        }
        guard let self else { return }
        let enter = self.entry.withLock { $0 }
        enter { [weak self] in
          if self?.run.load(ordering: .relaxed) == current { answer() }
        }
      }
    }
  }

  private func add(_ addition: @escaping Addition) {
    let (contexts, generation) = state.withLock { state in
      state.additions.append(addition)
      return (Array(state.contexts.values), state.generation)
    }
    for context in contexts { addition(context, generation) }
  }

  // MARK: Macros

  /// Compiles a macro, `function() { … }`, and defines it in its context under its key.
  ///
  /// It throws a ``MacroError`` with the line and column of an error.
  public func setMethod(
    _ javascript: String, key: String, context name: String = "main"
  ) throws(MacroError) -> JSValue {
    let context = context(name)
    let function = try MacroScript(javascript, key: key).evaluate(in: context)
    // Read from the engine, because a script can replace the global `Function`.
    guard function.isObject, JSObjectIsFunction(context.jsGlobalContextRef, function.jsValueRef) else {
      throw MacroError.notAFunction
    }
    context.setObject(function, forKeyedSubscript: key)
    return function
  }

  // MARK: Runs

  /// Begins or ends a run: promises of the earlier run are not settled any more.
  func nextRun() { run.add(1, ordering: .relaxed) }

  /// Makes asynchronous results enter JavaScript by `entry`.
  func enter(by entry: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.entry.withLock { $0 = entry }
  }
}
