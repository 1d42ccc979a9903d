public import JavaScriptCore
import Synchronization

/// What gives macros functions to work with.
public protocol MacroEngineSupport {
  /// Adds them, by ``MacroEngine/addFunction(_:_:)-(_,(_)(Argument)->Result)``.
  func addMacroSupport(_ engine: MacroEngine)
}

/// Runs macros: JavaScript functions that the people who use a program may change while it runs.
///
///     let engine = MacroEngine()
///     engine.addFunction("getVolume") { player.volume }
///     let louder = MacroMethod(javascript: "function() { setVolume(getVolume() + 1) }", key: "louder", engine: engine)
///     try louder.call()
///
/// Macros run on the thread that calls them, one at a time; ``MacroRunner`` has a thread for them.
public final class MacroEngine: Sendable {
  /// Installs something in each context, those included that are made later.
  private typealias Addition = @Sendable (JSContext, _ generation: Int) -> Void

  private struct State {
    var machine: JSVirtualMachine
    var contexts: [String: JSContext] = [:]
    /// In each context the function that awaits what a macro returned.
    var waits: [String: JSValue] = [:]
    var additions: [Addition] = []
    var generation = 0
  }

  /// How much processor time a macro may take at a stretch.
  public let timeLimit: Duration
  private let state: Mutex<State>
  private let console: @Sendable (ConsoleLine) -> Void
  /// Counts runs: what a macro began that has ended is not gone on with.
  private let run = Atomic<Int>(0)
  /// Runs what enters JavaScript by itself: the answers of asynchronous functions.
  private let door = Mutex<@Sendable (@escaping @Sendable () -> Void) -> Void>({ $0() })

  /// An engine without functions.
  ///
  /// - Parameters:
  ///   - timeLimit: at least 10 milliseconds.
  ///   - console: is given what macros write to `console`, on the thread that runs them.
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

  /// The context of this name, made when it is first asked for: its macros share globals with each other only.
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

  /// Lets go of all contexts with what macros left in them; new ones have the same functions.
  ///
  /// To be done after a script was ended by force: what it was about to do is lost. Macros are compiled again by their
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
    withExtendedLifetime(old) {}  // They go when the lock is free.
  }

  /// Counts resets.
  var generation: Int { state.withLock { $0.generation } }

  /// How many scripts the time limit has ended since the last reset.
  var stops: Int { state.withLock { $0.machine }.executionsStopped }

  /// Awaits a value by the language itself: nothing that a macro replaces is in its way.
  private static let wait = """
    (async (value, done, failed) => {
      let result;
      try { result = await value; } catch (error) { return failed(error); }
      done(result);
    })
    """

  /// Calls `done` with what a macro's result is in the end, or `failed` with the reason why there is none.
  ///
  /// False, and neither is called, if the context that the value is of has been let go: in the new one it is a stranger.
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

  // MARK: What macros may use

  /// Adds what an object of the program's offers to macros.
  public func addObject(_ object: some MacroEngineSupport) { object.addMacroSupport(self) }

  /// Adds a function: its parameters are converted by their types, what it throws is thrown in JavaScript.
  public func addFunction<each Argument, Result>(
    _ name: String, _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) {
    add { [weak self] context, generation in
      context.setObject(
        { (arguments: repeat each Argument) throws -> Result in
          // A macro that was given up may run on for a while: it reaches nothing any longer.
          guard let self, self.generation == generation else { throw MacroError.ended }
          return try body(repeat each arguments)
        }, forKeyedSubscript: name)
    }
  }

  /// Adds a function that returns a promise.
  ///
  /// The promise of a macro that has ended is not settled: what would come after its `await` does not run.
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
        let enter = self.door.withLock { $0 }
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

  /// Compiles a macro, `function() { … }`, and gives it to the context's other macros by its key.
  ///
  /// Throws a ``MacroError`` with the line and column of what is wrong.
  public func setMethod(
    _ javascript: String, key: String, context name: String = "main"
  ) throws(MacroError) -> JSValue {
    let context = context(name)
    let function = try MacroScript(javascript, key: key).evaluate(in: context)
    // Asked of the engine: scripts can replace what `Function` names.
    guard function.isObject, JSObjectIsFunction(context.jsGlobalContextRef, function.jsValueRef) else {
      throw MacroError.notAFunction
    }
    context.setObject(function, forKeyedSubscript: key)
    return function
  }

  // MARK: Runs

  /// Begins or ends a run: promises of the one before are not settled.
  func nextRun() { run.add(1, ordering: .relaxed) }

  /// Has the answers of asynchronous functions enter JavaScript by `door`.
  func enter(by door: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.door.withLock { $0 = door }
  }
}
