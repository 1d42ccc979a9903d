import ArgumentParser
import CausewayChild
import JavaScriptRuntime

/// Becomes the child of a program that uses `JavaScriptProcess`.
struct ChildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "child", abstract: "Serves as the JavaScript process of another program.", shouldDisplay: false)

  func run() async throws {
    await JavaScriptChild.serveIfRequested(extensions: .shipped)
    Terminal.reportError("causeway child is started by programs that use JavaScriptProcess, not by hand.")
    throw WrongUsage.exitCode
  }
}
