import ArgumentParser
import Crypto
import Foundation
import ProcedureExchange
import ProcedureServer
import StoredProcedures

@main struct StoredProceduresCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stored-procedures", abstract: "Runs application logic in JavaScript, updated without a release.",
    subcommands: [Demonstrate.self, Measure.self, Serve.self, Sync.self, Run.self], defaultSubcommand: Demonstrate.self)
}

/// Starts a server for the procedures in a folder, and follows changes of the folder.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve the procedures in a folder, and follow changes to it.")
  @Argument(help: "A folder of .js files, and of folders of modules.") var folder: String
  @Option(help: "The port; 0 for any free one.") var port = 8080
  @Option(help: "The folder for the private key and the last manifest; created if it is missing.")
  var state = ".stored-procedures"

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535.") }
  }

  func run() async throws {
    let files = URL(fileURLWithPath: folder)
    let publication = try PublicationFolder(URL(fileURLWithPath: state)).publication()
    try publication.publish(folder: files)
    let following = Task { await follow(files, publication) }
    defer { following.cancel() }
    try await ProcedureServer(publication).run(port: port) { port in
      show("http://127.0.0.1:\(port), key \(publication.publicKey.rawRepresentation.base64EncodedString())")
    }
  }

  /// Reads the folder once a second.
  ///
  /// A failure is printed, and the publication stays unchanged.
  private func follow(_ files: URL, _ publication: Publication) async {
    var lastProblem: String?
    while (try? await Task.sleep(for: .seconds(1))) != nil {
      let before = publication.manifest.sequence
      do {
        try publication.publish(folder: files)
        if publication.manifest.sequence != before { show("manifest \(publication.manifest.sequence)") }
        lastProblem = nil
      } catch {
        if lastProblem != "\(error)" { show("\(error)") }
        lastProblem = "\(error)"
      }
    }
  }
}

/// Downloads the changes of a server into a folder.
struct Sync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Download the changes from a server.")
  @Argument(help: "The server's address.") var server: String
  @Argument(help: "The server's public key, as `serve` prints it.") var key: String
  @Argument(help: "The folder to keep the procedures in.") var folder: String

  func run() async throws {
    guard let url = URL(string: server), ["http", "https"].contains(url.scheme), url.host != nil else {
      throw ValidationError("\(server) is not a server address: it begins with http:// or https://.")
    }
    guard let bytes = Data(base64Encoded: key),
      let publicKey = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)
    else { throw ValidationError("\(key) is not a public key as `serve` prints it.") }
    let client = try ProcedureClient(server: url, key: publicKey, folder: URL(fileURLWithPath: folder))
    let outcome = try await client.sync { name, fraction in show("\(name): \(Int(fraction * 100)) %") }
    show(outcome == .unchanged ? "nothing has changed" : "\(client.procedures.count) procedures are up to date")
  }
}

/// Runs the procedure in a file or a folder.
struct Run: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Run the procedure in a file or a folder of modules.")
  @Argument(help: "The SQLite database.") var database: String
  @Argument(help: "The procedure's file or folder.") var file: String
  @Argument(help: "Its arguments, as text.") var arguments: [String] = []
  @Option(help: "The time limit in seconds.") var time = 10.0

  func validate() throws {
    guard time > 0, time <= 1e9 else { throw ValidationError("--time takes seconds, over 0 and at most 1e9.") }
  }

  func run() async throws {
    var configuration = ProcedureHost.Configuration()
    configuration.workers = 1
    configuration.limits.time = .seconds(time)
    configuration.queries = Entries.queries
    configuration.onNotice = { print($0) }
    let host = try await ProcedureHost(database: database, configuration)
    let outcome = await host.printed(contentsOf: URL(fileURLWithPath: file), arguments)
    await host.close()
    guard outcome.isFailure else { return show(outcome.text) }
    try? FileHandle.standardError.write(contentsOf: Data((outcome.text + "\n").utf8))
    throw ExitCode.failure
  }
}

/// Writes a line without buffering, to a pipe as well.
private func show(_ line: String) {
  print(line)
  fflush(nil)
}
