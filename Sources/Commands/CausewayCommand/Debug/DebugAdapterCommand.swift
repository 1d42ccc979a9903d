import ArgumentParser
import Glibc
import JavaScriptInspector

/// `causeway dap`: a debug adapter on standard input and output, which starts programs or connects to running ones.
struct DebugAdapterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dap",
    abstract: "Debug programs from an editor: the Debug Adapter Protocol on standard input and output.",
    discussion: """
      An editor runs this command; docs/debugging.md describes the setup. A launch request has the program, args, \
      runtimeArgs (options of causeway run, such as --allow) and stopOnEntry. An attach request connects to the only \
      program that runs with --inspect, or to the one that processId, socket or port selects.
      """)

  func run() async throws {
    let input = StandardInput()
    let relay = AdapterRelay()
    var reader = DebugMessageReader()
    while let bytes = await input.read() {
      reader.append(bytes)
      do {
        while let message = try reader.next() { await relay.receive(message) }
      } catch {
        Terminal.reportError("causeway: \(error)")
        await relay.end()
        throw ExitCode.failure
      }
    }
    await relay.end()
  }
}
