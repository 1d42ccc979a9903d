/// What a runtime is made with; every property has a default.
public struct RuntimeConfiguration: Sendable {
  /// Names the thread and the context in debuggers and logs.
  public var name = "javascript"
  /// Runs timers, `performance.now()` and deadlines; nil for the clock of the bridge, or `ContinuousClock` without a bridge.
  ///
  /// A virtual clock moves them all, and `Date` with them. The clock of a bridge is the one of a runtime that is made with
  /// it, not of one that it is attached to later.
  public var clock: (any Clock<Duration>)?
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
  /// Called for each error that reached nobody, on the JavaScript thread; nil prints it to standard error.
  public var onUncaught: (@Sendable (JavaScriptError, UncaughtKind) -> Void)?

  /// Whether an error that reached nobody is to be described, which takes a moment, and reported; nil reports all.
  ///
  /// Asked on the JavaScript thread.
  package var wantsUncaught: (@Sendable () -> Bool)?

  /// The defaults.
  public init() {}
}
