import ArgumentParser
import Causeway
import FoundationEssentials

#if NATS
import CausewayNATS
#endif

/// `causeway call`: calls a method on another machine.
struct CallCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "call",
    abstract: "Call a method on another machine, over NATS.",
    discussion: "Prints the result as one line of JSON; with --stream, one line for each item of the stream.")

  @OptionGroup var nats: NATSServerOptions

  @Option(help: ArgumentHelp("How long the call may take.", valueName: "seconds"))
  var timeout = 30.0

  @Flag(help: "The method is a stream.")
  var stream = false

  @Argument(help: ArgumentHelp("The method, without the prefix.", valueName: "method"))
  var method: String

  @Argument(help: ArgumentHelp("The params as JSON; undefined if omitted.", valueName: "json"))
  var params: String?

  func validate() throws {
    guard timeout > 0, timeout <= 1e9 else {
      throw ValidationError("--timeout takes seconds, over 0 and at most 1000000000, such as 2.5.")
    }
    if let params, (try? value(of: params)) == nil { throw ValidationError("The params are not valid JSON.") }
  }

  private func value(of text: String) throws -> BridgeValue {
    try JSONDecoder().decode(BridgeValue.self, from: Data(text.utf8))
  }

  func run() async throws {
    try nats.require(for: "call")
    #if NATS
    let params = try params.map { try value(of: $0) } ?? .undefined
    try await NATSServerOptions.reportingErrors {
      let remote = try await Bridge().connect(to: nats.prefix, on: nats.connect())
      defer { remote.close() }
      guard stream else {
        let result: BridgeValue = try await remote.call(method, params, timeout: .seconds(timeout))
        return show(result)
      }
      for try await item in remote.stream(method, params, of: BridgeValue.self, timeout: .seconds(timeout)) {
        show(item)
      }
    }
    #endif
  }

  private func show(_ value: BridgeValue) { Terminal.printLine(TerminalJSON.escaped(value.wireText)) }
}
