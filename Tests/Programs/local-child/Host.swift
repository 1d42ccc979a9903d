import Causeway
import CausewayProcess
import Foundation

/// A program with a child, for tests that kill the program.
enum Host {
  /// Starts a child that stops itself, prints the child's process number, and waits to be killed.
  static func run() async throws {
    var configuration = ProcessConfiguration()
    configuration.limits.turn = .seconds(600)
    let process = try await JavaScriptProcess(bridge: Bridge(), permissions: .all, configuration: configuration)
    FileHandle.standardOutput.write(Data("\(process.processIdentifier ?? 0)\n".utf8))
    try await process.evaluate(program: "await bridge.call('calls.stop'); await new Promise(() => {})")
  }
}
