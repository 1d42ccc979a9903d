import ArgumentParser
import Causeway
import CommandOptions

#if NATS
import CausewayNATS
import StandardStreams
#endif

/// How to reach NATS servers, and the prefix of the subjects.
struct NATSServerOptions: ParsableArguments {
  @Option(
    name: .customLong("nats"),
    help: ArgumentHelp("The servers of a cluster, such as nats://host:4222 or tls://host:4222.", valueName: "list"))
  var servers: [String] = []

  @Option(help: ArgumentHelp("The NATS subject prefix of the methods' names.", valueName: "subject"))
  var prefix = "causeway"

  @Option(help: ArgumentHelp("A .creds file to authenticate to NATS with.", valueName: "file"))
  var creds: String?

  @Option(help: ArgumentHelp("The certificate authorities of the NATS servers, as a PEM file.", valueName: "file"))
  var natsCA: String?

  var isGiven: Bool { !servers.isEmpty }

  /// - Throws: the status to end with, if this build has no NATS or no server is named; the reason is reported.
  func require(for command: String) throws {
    #if NATS
    guard isGiven else {
      Terminal.reportError("causeway: \(command) needs the servers: --nats nats://host:4222.")
      throw WrongUsage.exitCode
    }
    #else
    Terminal.reportError("causeway: \(command) needs NATS, but this causeway was built without it: use the trait NATS.")
    throw ExitCode.failure
    #endif
  }

  #if NATS
  /// Connects to the first server that answers.
  func connect() async throws(BridgeError) -> NATSClient {
    var options = NATSOptions()
    options.servers = servers.listed
    options.name = "causeway"
    options.credentialsFile = creds
    options.authoritiesFile = natsCA
    return try await NATSClient.connect(options)
  }

  /// Reports a `BridgeError` for a person, and ends with status 1.
  static func reportingErrors(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let error as BridgeError {
      Terminal.reportError("causeway: \(error.code.rawValue.printable): \(error.message.printable)")
      throw ExitCode.failure
    }
  }
  #endif
}
