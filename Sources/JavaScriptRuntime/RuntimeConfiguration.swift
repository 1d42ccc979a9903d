// Who makes a runtime with modules names their loader.
@_exported public import JavaScriptModules
public import Logging

/// How serious a line of console output is, as the method that printed it says.
public enum ConsoleLevel: String, Sendable, CaseIterable {
  case debug, log, info, warn, error
}

/// Where `console` prints.
public enum ConsoleOutput: Sendable {
  /// `warn` and `error` to standard error, the rest to standard output, as Node does.
  case standardStreams
  /// To a logger, at the level of the same meaning (`log` is info).
  case logger(Logger)
  /// To a function, called on the JavaScript thread with a text that has no final newline.
  case handler(@Sendable (ConsoleLevel, String) -> Void)
}

/// How an error reached nobody.
public enum UncaughtKind: String, Sendable {
  /// Thrown by a timer, a listener or a microtask.
  case exception = "uncaught"
  /// The reason of a promise that nobody handles.
  case rejection = "unhandledrejection"
}

/// What a runtime is made with; every property has a default.
public struct RuntimeConfiguration: Sendable {
  /// Names the thread and the context in debuggers and logs.
  public var name = "javascript"
  /// Runs timers, `performance.now()` and deadlines.
  ///
  /// A virtual clock here moves them all, and `Date` with them.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Where `console` prints.
  public var console = ConsoleOutput.standardStreams
  /// Whether console output carries terminal colours.
  public var colors = false
  /// Whether the global object also has `window`, for code written for a page.
  public var isPage = false
  /// Whether scripts may make code from text (`eval`, `Function`).
  public var allowsEval = true
  /// The longest time that JavaScript may run without a break, in wall-clock time; nil for no limit.
  ///
  /// Costs about 0.7 µs for each entry into the engine, so set it for code you do not trust. A runtime whose script was
  /// stopped is closed: the engine drops what the script had left to do. An endless chain of short promise jobs is not
  /// stopped; only a child process can be.
  ///
  /// The first runtime of a process has the engine's loops look for a request to stop, whether it has a limit or not
  /// (`JSC_usePollingTraps=0` in the environment has them not look). Where another library, such as a web view, has
  /// started the engine before, that cannot be chosen any more: there a loop that begins after native code has hidden a
  /// stop may run on.
  public var evaluationLimit: Duration?
  /// Where `import` finds modules; nil for a runtime that has none.
  public var modules: ModuleConfiguration?
  /// Called for each error that reached nobody, on the JavaScript thread; nil prints it to standard error.
  public var onUncaught: (@Sendable (JavaScriptError, UncaughtKind) -> Void)?

  /// Whether an error that reached nobody is to be described, which takes a moment, and reported; nil reports all.
  ///
  /// Asked on the JavaScript thread.
  package var wantsUncaught: (@Sendable () -> Bool)?

  /// The defaults.
  public init() {}
}
