import ArgumentParser

struct NetworkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "network")
  func run() async throws {}
}
