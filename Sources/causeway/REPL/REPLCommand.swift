import ArgumentParser
import Glibc
import JavaScriptRuntime

/// `causeway repl`: reads, evaluates, prints, until the input ends.
struct REPLCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Try JavaScript out, line by line.",
    discussion: "Without a terminal it reads lines from standard input and prints results alone.")

  @OptionGroup var lending: LendingOptions

  func run() async throws {
    let screen = PromptScreen()
    let session = try await PromptSession(lending, screen: screen)
    if Terminal.isConversation {
      Terminal.show("Causeway \(Version.text). The global bridge reaches Swift; .help says more.")
      let requests = Interrupts([SIGTERM])
      let ending = Task {
        guard await requests.next() else { return }
        screen.leave("\n")
        RawMode.end()
        _exit(ScriptRun.Ending.interrupted.exitCode.rawValue)
      }
      defer { ending.cancel() }
      await converse(with: session, LineEditor(history: History(), on: screen) { await session.complete($0) })
    } else {
      Output.standardOutput.endWithReader()
      await converse(with: session, PlainLines())
      await session.waitUntilIdle()
    }
    await session.close()
  }

  private func converse(with session: PromptSession, _ lines: some LineSource) async {
    var input = ""
    while true {
      switch await lines.next(prompt: input.isEmpty ? "> " : "… ") {
      case .end:
        // What was begun is evaluated, so that its error is seen.
        if !input.isEmpty { await session.evaluate(input) }
        return
      case .interrupted: input = ""
      case .line(let line):
        if input.isEmpty {
          switch line.trimmingPrefix(while: \.isWhitespace) {
          case "": continue
          case ".exit": return
          case ".help":
            Terminal.show(REPLCommand.help)
            continue
          default: break
          }
        }
        input += input.isEmpty ? line : "\n" + line
        switch await session.isIncomplete(input) {
        case true?: continue
        case false?:
          lines.remember(input)
          await session.evaluate(input)
        case nil: break  // Ctrl-C, while something else held the engine.
        }
        input = ""
      }
    }
  }

  private static let help = """
    Type JavaScript; await is allowed, and _ is the last value.
      await bridge.call("network.status")   asks Swift
      await bridge.plugins.wifi.ssid()      the same, shorter
    Tab completes. Up and down find earlier lines. Ctrl-C clears the line or stops waiting.
    .exit or Ctrl-D leaves.
    """
}
