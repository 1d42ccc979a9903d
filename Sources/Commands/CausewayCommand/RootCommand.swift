import ArgumentParser
import Causeway
import Glibc
import StandardStreams

/// The root of the command line.
@main
struct RootCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "causeway",
    abstract: "Runs JavaScript programs that call Swift handlers.",
    discussion: """
      causeway run app.js           run a program
      causeway test                 run the tests of a project
      causeway check app.ts         find its errors without running it
      causeway init app             create a TypeScript project
      causeway repl                 an interactive prompt
      causeway dap                  a debug adapter, for editors
      causeway heap A B             what has grown between two snapshots
      causeway network status       the network of this machine
      causeway open page.html       show a page with the same bridge
      causeway top PID              the calls of a running program
      causeway serve app.ts         offer its handlers to other machines
      causeway call orders.find     call a handler on another machine
      causeway mcp                  offer methods to an agent, as tools
      causeway plugins              the methods that a program may call
      causeway types types/causeway declarations for TypeScript and editors
      causeway doctor               check the installation

      Exit status: 0 success, 1 the program failed, 2 wrong usage, 130 stopped by Ctrl-C, 143 by SIGTERM; or what the \
      program sets with process.exitCode or process.exit(). If the reader of its output exits, SIGPIPE ends the command.
      """,
    version: Version.text,
    subcommands: [
      RunCommand.self, TestCommand.self, CheckCommand.self, InitCommand.self, REPLCommand.self, NetworkCommand.self,
      OpenCommand.self,
      ScreenshotCommand.self, TopCommand.self,
      ServeCommand.self, CallCommand.self, MCPCommand.self,
      PluginsCommand.self, TypesCommand.self,
      DebugAdapterCommand.self, HeapCommand.self, DoctorCommand.self, ChildCommand.self,
    ])

  /// Parses the arguments and runs the command.
  ///
  /// Exit status 2 means wrong usage, as in other interpreters, and 1 lost output.
  static func main() async {
    // SIGPIPE of internal pipes and sockets is ignored; a write of output to a closed pipe fails and ends the process.
    signal(SIGPIPE, SIG_IGN)
    MemoryTrimmer.fixThresholds()
    Terminal.occupyStandardStreams()
    Terminal.makeRoomForHelp()
    var status = ExitCode.success
    do {
      var command = try parseAsRoot(TestCommand.expanded(Array(CommandLine.arguments.dropFirst())))
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      status = exitCode(for: error)
      let message = fullMessage(for: error)
      if !message.isEmpty {
        (status.isSuccess ? Output.standardOutput : .standardError).write(message.printableLines + "\n")
      }
      if status == .validationFailure {
        status = WrongUsage.exitCode
        let commands = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        if let hint = UnknownCommand.hint(CommandLine.arguments, commands: commands) {
          Terminal.reportError("causeway: \(hint)")
        }
      }
    }
    if let loss = Output.loss {
      Terminal.reportError(loss)
      if status.isSuccess { status = .failure }
    }
    Glibc.exit(status.rawValue)
  }
}
