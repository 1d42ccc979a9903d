import ArgumentParser
import Crypto
import Foundation
import ProcedureExchange
import ProcedureServer
import StoredProcedures

@main struct StoredProceduresCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stored-procedures", abstract: "Logic in JavaScript that changes without a release.",
    subcommands: [Demonstrate.self, Measure.self, Serve.self, Sync.self, Run.self], defaultSubcommand: Demonstrate.self)
}

/// Starts a server of the procedures in a folder.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Serve the procedures of a folder.")
  @Argument(help: "A folder of .js files.") var folder: String
  @Option(help: "The port; 0 for any that is free.") var port = 8080

  func run() async throws {
    let key = Curve25519.Signing.PrivateKey()
    let publication = try Publication(key: key)
    try publication.publish(folder: URL(fileURLWithPath: folder))
    try await ProcedureServer(publication).run(port: port) { port in
      print("http://127.0.0.1:\(port), key \(key.publicKey.rawRepresentation.base64EncodedString())")
    }
  }
}

/// Brings a folder up to date with a server.
struct Sync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Download what has changed on a server.")
  @Argument(help: "The server's address.") var server: String
  @Argument(help: "The server's public key, as `serve` prints it.") var key: String
  @Argument(help: "The folder to keep the procedures in.") var folder: String

  func run() async throws {
    guard let url = URL(string: server), let bytes = Data(base64Encoded: key) else {
      throw ValidationError("The address or the key cannot be read.")
    }
    let client = try ProcedureClient(
      server: url, key: Curve25519.Signing.PublicKey(rawRepresentation: bytes), folder: URL(fileURLWithPath: folder))
    do {
      let outcome = try await client.sync { name, fraction in print("\(name): \(Int(fraction * 100)) %") }
      print(outcome == .unchanged ? "nothing has changed" : "\(client.procedures.count) procedures are up to date")
    } catch {
      print(error)
      throw ExitCode.failure
    }
  }
}

/// Runs one procedure of a file.
struct Run: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Run the procedure in a file.")
  @Argument(help: "The SQLite database.") var database: String
  @Argument(help: "The procedure's file.") var file: String
  @Argument(help: "Its arguments, as text.") var arguments: [String] = []

  func run() async throws {
    var configuration = ProcedureHost.Configuration()
    configuration.workers = 1
    configuration.queries = Entries.queries
    configuration.onNotice = { print($0) }
    let host = try await ProcedureHost(database: database, configuration)
    let outcome = await host.printed(contentsOf: URL(fileURLWithPath: file), arguments)
    await host.close()
    print(outcome.text)
    if outcome.isFailure { throw ExitCode.failure }
  }
}
