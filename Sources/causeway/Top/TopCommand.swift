import ArgumentParser
import Causeway
import Glibc

/// `causeway top`: shows what the bridge of a running program does.
struct TopCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Show the calls of a running program.",
    discussion: """
      The program allows it: causeway run --top, or an ActivityServer. Shown are the open calls and streams with their \
      age, the time left until their deadline, and the line of JavaScript that made them, and the methods with their \
      latencies. A terminal is refreshed until q or Ctrl-C; otherwise the state is printed once, unless --interval is \
      given.
      """)

  @Flag(help: "Print JSON, a line each time.")
  var json = false

  @Option(help: ArgumentHelp("Look again after this time.", valueName: "seconds"))
  var interval: Double?

  @Option(help: ArgumentHelp("Cancel the call or stream with this ID, and exit.", valueName: "id"))
  var cancel: String?

  @Argument(help: ArgumentHelp("The program's process id, or the path of its socket.", valueName: "pid-or-socket"))
  var target: String

  func validate() throws {
    if let interval, !(interval >= 0.05 && interval <= 86_400) {
      throw ValidationError("--interval takes seconds, from 0.05 to 86400, such as 0.5.")
    }
  }

  func run() async throws {
    do {
      let client = try ActivityClient(to: target)
      defer { client.close() }
      if let cancel {
        guard try await client.cancel(cancel) else {
          throw BridgeError(.notFound, "There is no open call \(cancel).")
        }
      } else if Terminal.isOutputTerminal, !json {
        try await TopScreen(client: client, interval: interval ?? 1).run()
      } else {
        try await printActivity(of: client)
      }
    } catch let error as BridgeError {
      let message =
        switch error.code {
        case .deadlineExceeded: "The program does not answer."
        case .unavailable: "The program closed the connection: it has ended, or has eight viewers already."
        default: error.message
        }
      Terminal.reportError("causeway: \(message.printable)")
      throw ExitCode.failure
    }
  }

  private func printActivity(of client: ActivityClient) async throws {
    while true {
      let activity = try await client.read()
      if json {
        Terminal.printLine(try TerminalJSON.line(activity))
      } else {
        let lines = ActivityTable(activity: activity, style: .standardOutput).lines()
        Terminal.printLine(lines.joined(separator: "\n"))
      }
      guard let interval else { return }
      try await Task.sleep(for: .seconds(interval))
      if !json { Terminal.printLine("") }
    }
  }
}
