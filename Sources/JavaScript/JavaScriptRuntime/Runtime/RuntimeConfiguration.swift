import Foundation
import StandardStreams

// The module loader of the configuration is a type of this module.
@_exported public import JavaScriptModules

/// The options of a runtime; every property has a default.
public struct RuntimeConfiguration: Sendable {
  /// The name of the thread and of the context, for debuggers and logs.
  public var name = "javascript"
  /// The clock for timers, `performance.now()` and deadlines; nil for the bridge's clock, or `ContinuousClock`.
  ///
  /// A virtual clock also drives `Date`. Nil means the clock of the bridge that the runtime is made with, not of a bridge
  /// that is attached later.
  public var clock: (any Clock<Duration>)?
  /// The default locale of `Intl`, `toLocaleString` and `localeCompare`, such as `de-AT`; nil for that of the process.
  ///
  /// The process has en-US unless it calls `setlocale`, whatever its environment says. ``userLocale`` is what the
  /// environment says. A text that is not a locale is an error of the runtime's `init`.
  public var locale: String?
  /// The destination of `console` output.
  public var console = ConsoleOutput.standardStreams
  /// The standard input of programs; empty unless the host grants one.
  ///
  /// Workers have an empty one.
  public var standardInput = ProgramInput.empty
  /// Whether console output has terminal colours.
  public var colors = false
  /// Whether the global object also has `window`, for code written for web pages.
  public var isPage = false
  /// Whether scripts may compile code from strings (`eval`, `Function`).
  public var allowsEval = true
  /// The longest wall-clock time that JavaScript may run without returning to the event loop; nil for no limit.
  ///
  /// The limit costs about 0.7 µs for each entry into the engine, so set it for untrusted code. A runtime is closed
  /// when one of its scripts exceeds the limit, because the engine discards the script's pending work. An endless chain
  /// of short promise jobs is not stopped; only ending a child process stops that.
  ///
  /// The first runtime of a process makes the engine poll for termination in loops, with or without a limit;
  /// `JSC_usePollingTraps=0` in the environment disables polling. If another library, such as a web view, has started
  /// the engine before, polling cannot be enabled any more: a loop that begins after native code has cleared a
  /// termination may then run on.
  public var evaluationLimit: Duration?
  /// Lets a debugger inspect the runtime; nil for a runtime that cannot be inspected.
  package var inspection: RuntimeInspection?
  /// The modules of `import`; nil for a runtime without modules.
  public var modules: ModuleConfiguration?
  /// The limits of `Worker` in a runtime with ``modules``; nil for a runtime without `Worker`.
  public var workers: WorkerLimits? = WorkerLimits()
  /// Parts of the web platform's API that other modules add to the globals.
  public var extensions: [RuntimeExtension] = []
  /// Called on the JavaScript thread for each uncaught error; nil prints the error to standard error.
  public var onUncaught: (@Sendable (JavaScriptError, UncaughtKind) -> Void)?

  /// Whether an uncaught error should be reported; nil reports all.
  ///
  /// Called on the JavaScript thread, before the error is described, which takes time.
  package var reportsUncaught: (@Sendable () -> Bool)?

  /// The receiver of the results of `node:test`; nil if a failed test is an uncaught error of the program.
  package var tests: TestObserver?

  /// Whether the program ends with the turn in which an error was not caught, as a process does.
  package var endsAtUncaught = false

  /// The files from which the source maps of programs are read; nil for the module loader's files.
  package var filesOfScripts: SourceFiles?

  /// In a worker: what joins it to its parent.
  var workerScope: WorkerScope?

  /// The contexts that `BroadcastChannel` reaches; nil for this context only.
  var broadcasts: BroadcastGroup?

  /// Reads the standard input of the runtime; nil for an empty one.
  var inputReader: InputReader?

  /// Makes all runtimes with this configuration reach each other.
  mutating func makeBroadcastGroup() { broadcasts = BroadcastGroup() }

  /// Whether scripts may start workers.
  var hasWorkers: Bool { modules != nil && workers != nil }

  /// The extensions, with the runtime's own.
  var allExtensions: [RuntimeExtension] {
    extensions + (inputReader.map { [.standardInput($0)] } ?? []) + (hasWorkers ? [.workers] : [])
      + (broadcasts.map { [.broadcasts($0)] } ?? [])
  }

  /// Where source maps and the texts that they name are read; nil if nowhere.
  var sourceFiles: SourceFiles? { filesOfScripts ?? modules.map { SourceFiles($0.loader) } }

  /// Makes the default configuration.
  public init() {}

  /// The locale of the user, as the environment of this process names it; nil for the locales C and POSIX.
  ///
  /// Source: `LC_ALL`, `LC_MESSAGES` and `LANG`, the first of them that is not empty; locale(7).
  public static var userLocale: String? {
    let environment = ProcessInfo.processInfo.environment
    let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    // de_AT.UTF-8@euro
    let parts = name.prefix { $0 != "." && $0 != "@" }.split(separator: "_", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      (2...3).contains(part.utf8.count)
        && part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7a).contains($0 | 0x20) }
    }
    return isPlain && (1...2).contains(parts.count) ? parts.joined(separator: "-") : nil
  }
}
