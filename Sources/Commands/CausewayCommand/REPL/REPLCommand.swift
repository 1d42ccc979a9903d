import ArgumentParser
import Glibc
import JavaScriptRuntime

/// `causeway repl`: reads, evaluates and prints, until the input ends.
struct REPLCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Evaluate JavaScript line by line.",
    discussion: "Without a terminal it reads lines from standard input and prints only results.")

  @OptionGroup var permissionOptions: PermissionOptions

  func run() async throws {
    let screen = PromptScreen()
    let session = try await PromptSession(try permissionOptions.resolved(), screen: screen)
    if Terminal.isInteractive {
      Terminal.printLine("Causeway \(Version.text). The global bridge calls Swift; .help shows more.")
      let requests = Interrupts([SIGTERM])
      let ending = Task {
        guard await requests.next() else { return }
        screen.leave("\n")
        RawMode.end()
        _exit(ScriptRun.Ending.interrupted(by: requests.signal).exitCode.rawValue)
      }
      defer { ending.cancel() }
      await runPrompt(with: session, LineEditor(history: History(), on: screen) { await session.complete($0) })
    } else {
      Output.standardOutput.endWithReader()
      await runPrompt(with: session, PlainLines())
      await session.waitUntilIdle()
    }
    await session.close()
  }

  private func runPrompt(with session: PromptSession, _ lines: some LineSource) async {
    var input = ""
    while true {
      switch await lines.next(prompt: input.isEmpty ? "> " : "… ") {
      case .end:
        // An incomplete input is evaluated, so that its error is shown.
        if !input.isEmpty { await session.evaluate(input) }
        return
      case .interrupted: input = ""
      case .line(let line):
        if input.isEmpty {
          switch line.trimmingPrefix(while: \.isWhitespace) {
          case "": continue
          case ".exit": return
          case ".help":
            Terminal.printLine(REPLCommand.help)
            continue
          default: break
          }
        }
        input += input.isEmpty ? line : "\n" + line
        if ProgramText.isIncomplete(prompt: input) { continue }
        lines.remember(input)
        await session.evaluate(input)
        input = ""
      }
    }
  }

  private static let help = """
    Type JavaScript; await is allowed, and _ is the last value.
      await bridge.call("network.status")   calls Swift
      await bridge.plugins.wifi.ssid()      the same, shorter
    Tab completes. Up and Down show earlier lines. Ctrl-C clears the line or stops the script.
    .exit or Ctrl-D exits.
    """
}
