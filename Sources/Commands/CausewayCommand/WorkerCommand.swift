import ArgumentParser
import CausewayWorker
import JavaScriptRuntime

/// Becomes the child of a program that uses `JavaScriptProcess`.
struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Serves as the JavaScript process of another program.", shouldDisplay: false)

  func run() async throws {
    await JavaScriptWorker.serveIfRequested(extensions: .shipped)
    Terminal.reportError("causeway worker is started by programs that use JavaScriptProcess, not by hand.")
    throw WrongUsage.exitCode
  }
}
