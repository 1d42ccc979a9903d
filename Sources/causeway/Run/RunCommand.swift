import ArgumentParser
import Causeway

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
      The program may await at its top level, and runs until no timer, call or stream is left. What follows the file \
      belongs to the program, which finds it in the global scriptArgs. Its modules and packages are read beneath the \
      directory of its repository or package: see --root.
      """)

  @Option(name: .short, parsing: .unconditional, help: ArgumentHelp("Run this code.", valueName: "code"))
  var evaluate: String?

  @Flag(help: "Give the program the globals of a page, such as window.")
  var page = false

  @OptionGroup var lending: LendingOptions
  @OptionGroup var modules: ModuleOptions

  @Option(parsing: .unconditional, help: ArgumentHelp("Stop the program after so long.", valueName: "seconds"))
  var timeout: Double?

  @Flag(help: "Run the program again whenever its file changes.")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "Let calls suffer a slow or broken link: a file, or a plan such as 'wifi.*: delay=200ms±50ms drop=2% seed=7'.",
      valueName: "plan"))
  var simulate: String?

  @Option(help: "The clock that timers, deadlines and Date follow: on a virtual one no wait takes time.")
  var clock = ClockChoice.real

  @Option(
    help: ArgumentHelp(
      "Answer calls as this file says (JSON, JavaScript or a recording) instead of this machine.", valueName: "file"))
  var mock: String?

  @Option(
    help: ArgumentHelp(
      "Write what crosses the bridge to this file, without passwords and keys; --mock plays a .jsonl file back.",
      valueName: "file"))
  var record: String?

  @Flag(help: "Fail when the program does not call every method of the mock.")
  var strictMock = false

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("The file, or - for standard input; then the program's own arguments.", valueName: "file"))
  var inputs: [String] = []

  func validate() throws {
    if strictMock, mock == nil { throw ValidationError("--strict-mock needs a --mock.") }
    if let timeout, !(timeout > 0 && timeout <= RunCommand.longestTimeout) {
      throw ValidationError("--timeout takes seconds, over 0 and at most 1000000000, such as 2.5.")
    }
    guard evaluate == nil else {
      if watch { throw ValidationError("--watch needs a file to watch.") }
      return
    }
    guard let file = inputs.first else {
      throw ValidationError("Name a file to run, - for standard input, or give code with -e.")
    }
    // What follows the file is the program's, so the parser leaves these to us too.
    if ["-h", "--help"].contains(file) { throw CleanExit.helpRequest(RunCommand.self) }
    if file == "--version" { throw CleanExit.message(Version.text) }
    if file.hasPrefix("-"), file != "-", file != "--" { throw ValidationError("Unknown option '\(file.printable)'.") }
    if file == "--", inputs.count < 2 { throw ValidationError("Name a file to run after --.") }
    if watch, file == "-" { throw ValidationError("--watch needs a file to watch.") }
  }

  func run() async throws {
    let simulation: SimulationOptions
    do throws(WrongText) {
      simulation = try SimulationOptions(
        plan: simulate, clock: clock, mock: mock, isStrict: strictMock, record: record)
    } catch {
      Terminal.complain("causeway: \(error.message)")
      throw WrongUsage.exitCode
    }
    let run = ScriptRun(
      source: source, arguments: arguments, lending: lending, modules: modules, isPage: page,
      seconds: timeout, isWatched: watch, simulation: simulation)
    throw try await watch ? runAgainAndAgain(run) : runOnce(run)
  }

  private func runOnce(_ run: ScriptRun) async throws -> ExitCode {
    do throws(UnreadableSource) {
      // Standard input may take for ever: until it ends, Ctrl-C ends the process as it does any other.
      let text = try source.read()
      return await run.perform(text, interrupts: Interrupts(), changes: nil).exitCode
    } catch {
      Terminal.complain("causeway: \(error.message)")
      return WrongUsage.exitCode
    }
  }

  /// Runs the program anew after each change, until Ctrl-C.
  private func runAgainAndAgain(_ run: ScriptRun) async throws -> ExitCode {
    guard case .file(let path) = source, let changes = FileChanges(of: path) else {
      Terminal.complain("causeway: Cannot watch \(source.url.printable).")
      return WrongUsage.exitCode
    }
    let interrupts = Interrupts()
    while true {
      var ending: ScriptRun.Ending?
      do throws(UnreadableSource) {
        ending = await run.perform(try source.read(), interrupts: interrupts, changes: changes)
      } catch {
        Terminal.complain("causeway: \(error.message)")
      }
      switch ending {
      case .interrupted: return ScriptRun.Ending.interrupted.exitCode
      case .changed: break
      default:
        Terminal.complain("causeway: Waiting for \(path.printable) to change; Ctrl-C ends.")
        guard await changes.next(unless: interrupts) else { return ScriptRun.Ending.interrupted.exitCode }
      }
      Terminal.complain("causeway: \(path.printable) changed; running it again.")
    }
  }

  /// Longer than any program runs, and well inside what a clock can count.
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
