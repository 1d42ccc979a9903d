/// What a JavaScript process is made with; every property has a default.
public struct ProcessConfiguration: Sendable {
  /// The program that becomes the child.
  public enum Program: Sendable, Equatable {
    /// This program again; its `main` begins with `await JavaScriptWorker.serveIfAsked()`.
    case current
    /// Another program that does so, with the arguments that make it: `causeway worker` is one.
    case file(String, arguments: [String] = [])
  }

  /// The program that becomes the child.
  public var program = Program.current
  /// Names the child in logs and its thread in debuggers.
  public var name = "javascript"
  /// Whether the global object also has `window`, for code written for a page.
  public var isPage = false
  /// Whether scripts may make code from text (`eval`, `Function`).
  public var allowsEval = true
  /// The variables of this process's environment that the child gets; it gets no others.
  public var environment = ["LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH"]
  /// How long the program may take to become a worker; 10 seconds.
  public var startTimeout = Duration.seconds(10)
  /// What the child may take before it is ended.
  public var limits = ProcessLimits()
  /// Whether the child gives up the file system, the network, and the right to start programs and to reach other processes,
  /// before any script runs in it.
  ///
  /// As far as the kernel can: ``JavaScriptProcess/confinement`` says what it did.
  public var isConfined = true
  /// The directory of a control group (version 2) in which the child gets one of its own, so that the kernel holds it to
  /// its memory; nil for the one that holds this program's own group.
  ///
  /// The memory controller has to be on for groups in it, and this user has to be allowed to make one: see
  /// ``JavaScriptProcess/memoryCap``.
  public var controlGroup: String?
  /// Called for each text that `console` prints, with the name of its method (`log`, `error`, …); nil drops them.
  public var onConsole: (@Sendable (_ level: String, _ text: String) -> Void)?
  /// Called for each error that reached nobody in JavaScript, with its report for a person; nil logs it.
  public var onUncaught: (@Sendable (_ report: String) -> Void)?

  /// The defaults.
  public init() {}
}

/// What a child process may take.
///
/// Over a limit it is killed, and every call of it ends with `RESOURCE_EXHAUSTED` that names the limit.
public struct ProcessLimits: Sendable, Equatable {
  /// Resident memory in bytes, looked at every 50 ms; 512 MiB.
  ///
  /// Where the kernel lets this program make a control group, the kernel holds the child to it as well.
  public var memory = 512 << 20
  /// How long JavaScript may run without coming back to its event loop; 10 seconds.
  ///
  /// An endless loop and an endless chain of promise jobs both end here.
  public var turn = Duration.seconds(10)
  /// Threads at once, looked at every 50 ms; 1,000.
  ///
  /// A child of JavaScript alone has about a dozen, and Swift's pool as many again.
  public var threads = 1000
  /// Processor time in all, looked at every 50 ms; nil for no limit.
  ///
  /// The kernel counts too, in whole seconds, for the day that nobody looks (`RLIMIT_CPU`).
  public var processorTime: Duration?
  /// Time from its start to its end; nil for no limit.
  public var lifetime: Duration?
  /// Bytes that `console` may print in all, ends of lines and reports of errors that reached nobody among them; 16 MiB.
  public var consoleBytes = 16 << 20

  /// The defaults.
  public init() {}
}
