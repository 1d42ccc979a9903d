import ArgumentParser
import Glibc

/// The root of the command line.
@main
struct CausewayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "causeway",
    abstract: "Runs JavaScript that awaits what Swift answers.",
    discussion: """
      causeway run app.js           run a program
      causeway repl                 try things out
      causeway network status       what this machine's network is like
      causeway open page.html       show a page, which has the same bridge
      causeway plugins              what a program may call
      causeway types                the same as TypeScript
      causeway doctor               what is installed, and what is missing

      Exit status: 0 success, 1 the program failed, 2 wrong usage, 130 stopped by Ctrl-C. Where nobody reads what is \
      printed any more, it ends by SIGPIPE.
      """,
    version: Version.text,
    subcommands: [
      RunCommand.self, REPLCommand.self, NetworkCommand.self, OpenCommand.self, ScreenshotCommand.self,
      PluginsCommand.self, TypesCommand.self,
      DoctorCommand.self, WorkerCommand.self,
    ])

  /// Parses and runs; wrong usage ends with 2, as in other interpreters, not with 64, and lost output with 1.
  static func main() async {
    // Of pipes and sockets inside; a reader of the output that goes away is noticed by the write, which then fails.
    signal(SIGPIPE, SIG_IGN)
    Terminal.occupyStandardStreams()
    Terminal.makeRoomForHelp()
    var status = ExitCode.success
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      status = exitCode(for: error)
      let message = fullMessage(for: error)
      if !message.isEmpty { (status.isSuccess ? Output.standardOutput : .standardError).write(message + "\n") }
      if status == .validationFailure {
        status = WrongUsage.exitCode
        let commands = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        if let hint = UnknownCommand.hint(CommandLine.arguments, commands: commands) {
          Terminal.complain("causeway: \(hint)")
        }
      }
    }
    if let loss = Output.loss {
      Terminal.complain(loss)
      if status.isSuccess { status = .failure }
    }
    Glibc.exit(status.rawValue)
  }
}

/// What was asked for cannot be done as it was asked.
struct WrongUsage: Error {
  static let exitCode = ExitCode(2)
}

/// The version of the command line and of everything that ships with it.
enum Version {
  static let text = "0.1.0"
}
