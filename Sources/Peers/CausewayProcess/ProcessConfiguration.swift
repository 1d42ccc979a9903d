// The module loader of the configuration is a type of this module.
@_exported public import JavaScriptModules

/// The configuration of a JavaScript process; every property has a default.
public struct ProcessConfiguration: Sendable {
  /// The program of the child.
  public enum Program: Sendable, Equatable {
    /// This program; its `main` starts with `await JavaScriptChild.serveIfRequested()`.
    case current
    /// Another program with the same start of `main`, with its arguments: for example `causeway child`.
    case file(String, arguments: [String] = [])
  }

  /// The program of the child.
  public var program = Program.current
  /// The name of the child in logs, and of its thread in debuggers.
  public var name = "javascript"
  /// The default locale of `Intl`, `toLocaleString` and `localeCompare`, such as `de-AT`; nil for en-US.
  public var locale: String?
  /// Whether the global object also has `window`, for code that was written for a page.
  public var isPage = false
  /// Whether scripts may compile code from text (`eval`, `Function`).
  public var allowsEval = true
  /// Where `import` finds modules; nil for a child without modules.
  ///
  /// The loader and the import map work in this process: the child asks for what it imports, and opens no file. Their limits
  /// apply on both sides.
  public var modules: ModuleConfiguration?
  /// The environment variables of this process that the child inherits; it inherits no others.
  public var environment = ["LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH"]
  /// The time limit for the program to begin to serve; 10 seconds.
  public var startTimeout = Duration.seconds(10)
  /// The resource limits of the child.
  public var limits = ProcessLimits()
  /// Whether the child gives up the file system, the network, and the rights to start programs and to access other
  /// processes, before any script runs.
  ///
  /// This depends on the kernel: ``JavaScriptProcess/confinement`` has the result.
  public var isConfined = true
  /// The directory of a control group (version 2) in which the child gets its own group, so that the kernel enforces
  /// its memory limit; nil for the parent of this program's own group.
  ///
  /// The memory controller must be enabled for groups in it, and this user must be allowed to create one: see
  /// ``JavaScriptProcess/memoryCap``.
  public var controlGroup: String?
  /// Called for each text of `console`, with the name of its method (`log`, `error`, …); nil discards the texts.
  public var onConsole: (@Sendable (_ level: String, _ text: String) -> Void)?
  /// Called for each uncaught error in JavaScript, with its report; nil logs it.
  public var onUncaught: (@Sendable (_ report: String) -> Void)?

  /// Creates the default configuration.
  public init() {}
}

/// The resource limits of a child process.
///
/// A child beyond a limit is killed, and all of its calls fail with `RESOURCE_EXHAUSTED` and the name of the limit.
public struct ProcessLimits: Sendable, Equatable {
  /// Resident memory in bytes, checked every 50 ms; 512 MiB.
  ///
  /// If the kernel allows this program to create a control group, the kernel enforces the limit as well.
  public var memory = 512 << 20
  /// The maximum time that JavaScript may run without returning to its event loop, in processor time of the child; 10
  /// seconds.
  ///
  /// It stops an endless loop and an endless chain of promise jobs. Time in which a busy machine runs other programs, or in
  /// which the child is stopped, does not count.
  public var turn = Duration.seconds(10)
  /// The maximum wall-clock time that JavaScript may run without returning to its event loop, except while the machine is
  /// suspended; nil for six times ``turn``, and at least a minute.
  ///
  /// It ends a child whose JavaScript thread gets no processor, or sleeps, for example in a native handler or in a `require`
  /// that the parent does not answer.
  public var response: Duration?
  /// The maximum number of threads, checked every 50 ms; 1,000.
  ///
  /// A child has about a dozen threads for JavaScript, and as many for Swift's pool.
  public var threads = 1000
  /// Total processor time, checked every 50 ms; nil for no limit.
  ///
  /// The kernel enforces it as well, in whole seconds (`RLIMIT_CPU`), in case the parent does not check.
  public var processorTime: Duration?
  /// The maximum time from the start to the end; nil for no limit.
  public var lifetime: Duration?
  /// The maximum output of `console` in bytes, including line breaks and reports of uncaught errors; 16 MiB.
  public var consoleBytes = 16 << 20

  /// Creates the default limits.
  public init() {}

  static func response(for turn: Duration) -> Duration {
    // Beyond ten years a product could be too large.
    turn < .seconds(1 << 28) ? max(.seconds(60), turn * 6) : turn
  }
}
