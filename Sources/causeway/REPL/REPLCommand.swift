import ArgumentParser

struct REPLCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "repl")
  func run() async throws {}
}
