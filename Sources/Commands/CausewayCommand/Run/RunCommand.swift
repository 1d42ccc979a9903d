import ArgumentParser
import Causeway
import JavaScriptInspector
import StandardStreams

/// `causeway run`: runs a program to its end.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a JavaScript program.",
    usage: """
      causeway run [<options>] <file> [<arguments> ...]
      causeway run [<options>] -e <code> [<arguments> ...]
      """,
    discussion: """
      The program may use await at its top level, and runs until no timer, call or stream is left. Arguments after the \
      file belong to the program, in the global scriptArgs, and so does standard input. Its modules and packages are \
      read from the directory of its repository or package: see --root.
      """)

  @Option(name: .short, parsing: .unconditional, help: ArgumentHelp("Run this code.", valueName: "code"))
  var evaluate: String?

  @Flag(help: "Define the globals of a page, such as window.")
  var page = false

  @OptionGroup var permissionOptions: PermissionOptions
  @OptionGroup var modules: ModuleOptions
  @OptionGroup var forwarding: ForwardOptions

  @Option(parsing: .unconditional, help: ArgumentHelp("Stop the program after this time.", valueName: "seconds"))
  var timeout: Double?

  @OptionGroup var debug: DebugOptions
  @OptionGroup var recordings: RecordingOptions

  @Flag(help: "Run the program again when one of its files changes.")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "Simulate a slow or faulty link: a file, or a plan such as 'wifi.*: delay=200ms±50ms drop=2% seed=7'.",
      valueName: "plan"))
  var simulate: String?

  @Option(help: ArgumentHelp("The seed of the plan's random choices, in place of its own.", valueName: "number"))
  var seed: UInt64?

  @Option(help: "The clock of timers, deadlines and Date. With a virtual clock, waits take no time.")
  var clock = ClockChoice.real

  @Option(
    help: ArgumentHelp(
      "Answer calls from this file (JSON, JavaScript or a recording) instead of this machine.", valueName: "file"))
  var mock: String?

  @Option(
    help: ArgumentHelp(
      "Record the bridge's messages in this file, without passwords and keys. --mock plays a .jsonl file back.",
      valueName: "file"))
  var record: String?

  @Flag(help: "Let causeway top show the program's calls, through a socket in $XDG_RUNTIME_DIR.")
  var top = false

  @Option(help: ArgumentHelp("The same, through a socket at this path.", valueName: "path"))
  var topSocket: String?

  @Flag(help: "Fail if the program does not call every method of the mock.")
  var strictMock = false

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("The file, or - for standard input; then the program's own arguments.", valueName: "file"))
  var inputs: [String] = []

  func validate() throws {
    if seed != nil, simulate == nil { throw ValidationError("--seed needs --simulate.") }
    if strictMock, mock == nil { throw ValidationError("--strict-mock needs --mock.") }
    if let timeout, !(timeout > 0 && timeout <= RunCommand.longestTimeout) {
      throw ValidationError("--timeout takes seconds, over 0 and at most 1000000000, such as 2.5.")
    }
    if recordings.isGiven, watch {
      throw ValidationError("--watch cannot be combined with --coverage, --cpu-prof or --heap-snapshot.")
    }
    if recordings.needsInspector, debug.mode != nil {
      throw ValidationError(
        "--inspect cannot be combined with --coverage or --heap-snapshot: the engine has one inspector.")
    }
    if debug.mode != nil, watch { throw ValidationError("--watch cannot be combined with --inspect.") }
    guard evaluate == nil else {
      if watch { throw ValidationError("--watch needs a file.") }
      return
    }
    guard let file = inputs.first else {
      throw ValidationError("Pass a file to run, - for standard input, or code with -e.")
    }
    // The parser leaves the options before the file in `inputs` as well.
    if ["-h", "--help"].contains(file) { throw CleanExit.helpRequest(RunCommand.self) }
    if file == "--version" { throw CleanExit.message(Version.text) }
    if file.hasPrefix("-"), file != "-", file != "--" { throw ValidationError("Unknown option '\(file.printable)'.") }
    if file == "--", inputs.count < 2 { throw ValidationError("Pass a file to run after --.") }
    if watch, file == "-" { throw ValidationError("--watch needs a file.") }
  }

  func run() async throws {
    if forwarding.nats.isGiven { try forwarding.nats.require(for: "--forward") }
    let simulation: SimulationOptions
    do throws(InvalidOption) {
      simulation = try SimulationOptions(
        plan: simulate, seed: seed, clock: clock, mock: mock, isStrict: strictMock, record: record)
    } catch {
      Terminal.reportError("causeway: \(error.message)")
      throw WrongUsage.exitCode
    }
    let permissions = try modules.resolve(permissionOptions, for: source)
    let debugServer = try await debug.server(path: source.path, url: source.url)
    let recording = try recordings.recording(path: source.path, url: source.url)
    let run = ScriptRun(
      source: source, arguments: arguments, permissionOptions: permissions, modules: modules,
      forwarding: forwarding, isPage: page, seconds: timeout, isWatched: watch, simulation: simulation,
      showsActivity: top || topSocket != nil, activitySocket: topSocket, debugServer: debugServer, recording: recording)
    let status = try await watch ? runOnEachChange(run) : runOnce(run)
    await debugServer?.end(exitCode: status.rawValue)
    throw status
  }

  private func runOnce(_ run: ScriptRun) async throws -> ExitCode {
    do throws(UnreadableSource) {
      // Standard input may never end: until it has, Ctrl-C ends the process.
      let text = try source.read()
      return await run.perform(text, interrupts: Interrupts(), changes: nil).exitCode
    } catch {
      Terminal.reportError("causeway: \(error.message)")
      return WrongUsage.exitCode
    }
  }

  /// Runs the program again after each change, until Ctrl-C.
  private func runOnEachChange(_ run: ScriptRun) async throws -> ExitCode {
    guard case .file(let path) = source, let changes = FileChanges(of: path) else {
      Terminal.reportError("causeway: Cannot watch \(source.url.printable).")
      return WrongUsage.exitCode
    }
    let interrupts = Interrupts()
    while true {
      changes.restart()
      var ending: ScriptRun.Ending?
      do throws(UnreadableSource) {
        ending = await run.perform(try source.read(), interrupts: interrupts, changes: changes)
      } catch {
        Terminal.reportError("causeway: \(error.message)")
      }
      switch ending {
      case .interrupted(let signal): return ScriptRun.Ending.interrupted(by: signal).exitCode
      case .changed: break
      default:
        Terminal.reportError("causeway: Waiting for changes to \(path.printable); Ctrl-C exits.")
        guard await changes.next(unless: interrupts) else {
          return ScriptRun.Ending.interrupted(by: interrupts.signal).exitCode
        }
      }
      Terminal.reportError("causeway: \((changes.latest ?? path).printable) changed; running the program again.")
    }
  }

  /// Longer than any run, and within the range of a clock.
  private static let longestTimeout = 1e9

  private var source: ScriptSource {
    if let evaluate { return .code(evaluate) }
    let file = inputs[0] == "--" ? inputs[1] : inputs[0]
    return file == "-" ? .standardInput : .file(file)
  }

  private var arguments: [String] {
    let isMarked = inputs.first == "--"
    return Array(inputs.dropFirst((isMarked ? 1 : 0) + (evaluate == nil ? 1 : 0)))
  }
}
