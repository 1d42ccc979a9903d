import ArgumentParser
import Causeway
import CommandOptions

#if NATS
import CausewayNATS
#endif

/// Methods of a program's bridge that programs on other machines answer: `causeway serve`.
struct ForwardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Methods that workers answer over NATS, such as orders.*: the program may call them.", valueName: "list"))
  var forward: [String] = []

  @OptionGroup var nats: NATSServerOptions

  func validate() throws {
    if forward.isEmpty == nats.isGiven { throw ValidationError("--forward and --nats must be used together.") }
  }

  var patterns: [String] { forward.listed }

  /// Connects, and has the bridge forward the methods.
  ///
  /// - Returns: the connection to the workers; nil if nothing is to be forwarded.
  func install(on bridge: Bridge) async throws -> Connection? {
    guard nats.isGiven else { return nil }
    #if NATS
    let remote = try await bridge.connect(to: nats.prefix, on: nats.connect())
    for pattern in patterns { bridge.forward(pattern, to: remote) }
    return remote
    #else
    return nil
    #endif
  }
}
