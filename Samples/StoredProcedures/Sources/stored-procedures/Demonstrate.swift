import ArgumentParser
import Causeway
import Crypto
import Foundation
import ProcedureExchange
import ProcedureServer
import StoredProcedures
import Synchronization

/// Runs server and client in one process, over loopback.
struct Demonstrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Run a demonstration of five seconds.")
  @Option(help: "The folder of the procedures.") var procedures = "StoredProcedures/procedures"
  @Option(help: "The number of generated entries.") var entries = 100_000

  func validate() throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: procedures, isDirectory: &isFolder), isFolder.boolValue else {
      throw ValidationError("There is no folder \(procedures): run this in Samples, or name it with --procedures.")
    }
  }

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stored-procedures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = folder.appendingPathComponent("entries.sqlite").path
    try Entries.generate(entries, at: database)
    print("database   \(entries) entries of 2026")

    let key = Curve25519.Signing.PrivateKey()
    let publication = try Publication(key: key)
    try publication.publish(folder: URL(fileURLWithPath: procedures))
    let (ports, started) = AsyncStream.makeStream(of: Int.self)
    let server = Task {
      defer { started.finish() }
      try await ProcedureServer(publication).run(port: 0) { started.yield($0) }
    }
    defer { server.cancel() }
    var starting = ports.makeAsyncIterator()
    guard let port = await starting.next(), let url = URL(string: "http://127.0.0.1:\(port)") else {
      return try await server.value  // Throws the error that prevented the start.
    }
    print("server     \(publication.manifest.procedures.count) procedures, manifest \(publication.manifest.sequence)")

    let client = try ProcedureClient(
      server: url, key: key.publicKey, folder: folder.appendingPathComponent("procedures"))
    var configuration = ProcedureHost.Configuration()
    configuration.queries = Entries.queries
    configuration.onNotice = { print("notice     \($0)") }
    let host = try await ProcedureHost(database: database, configuration)
    try await show(client, host, publication)
    await host.close()
  }

  private struct Category: Decodable, Sendable {
    var name: String
    var total: Double
  }

  private func show(_ client: ProcedureClient, _ host: ProcedureHost, _ publication: Publication) async throws {
    try await sync(client, host)
    print("three reports:")
    for name in ["total", "categories", "outliers"] { try await report(name, host) }
    let seen = Mutex<[String]>([])
    let categories = try await host.execute(
      "categories", "2026-01-01", "2027-01-01",
      onProgress: { value in seen.withLock { $0.append("\(Int((value.number ?? 0) * 100)) %") } },
      returning: [Category].self)
    print("progress   " + seen.withLock { $0.joined(separator: ", ") } + "; \(categories.count) categories")

    print("the procedure `total` changes on the server:")
    try publication.publish(
      Procedure(
        name: "total",
        source: """
          // SQL computes the sums: no row leaves the database.
          async function execute(start, end) {
            const [row] = Context.context().query(
              "SELECT COUNT(*) AS entries, SUM(amount) AS total, AVG(amount) AS average FROM entry WHERE date >= ? AND date < ?",
              [start, end]);
            return row;
          }
          """))
    try await sync(client, host)
    try await report("total", host)
    try await sync(client, host)

    print("errors have a location:")
    host.install(Procedure(name: "typo", source: "async function execute() {\n  return [1, 2;\n}"))
    host.install(Procedure(name: "mistake", source: "function execute(callback) {\n  callback(entries.length);\n}"))
    host.install(
      Procedure(name: "greedy", source: "async function execute() { Context.context().delete('entry', { id: 1 }); }"))
    host.install(Procedure(name: "silent", source: "function execute(callback) {}"))
    host.install(Procedure(name: "endless", source: "function execute(callback) { while (true) {} }"))
    var limits = ProcedureLimits()
    limits.time = .milliseconds(200)
    for name in ["typo", "mistake", "greedy", "silent", "endless"] {
      do throws(ProcedureError) {
        _ = try await host.execute(name, limits: limits, returning: Int.self)
      } catch {
        print("           \(error.code.rawValue): \(error)")
      }
    }
  }

  private func sync(_ client: ProcedureClient, _ host: ProcedureHost) async throws {
    switch try await client.sync() {
    case .unchanged: print("sync       nothing has changed (304)")
    case .changed(let names):
      host.install(all: client.procedures)
      print("sync       downloaded \(names.joined(separator: ", ")); manifest \(client.current?.sequence ?? 0)")
    }
  }

  private func report(_ name: String, _ host: ProcedureHost) async throws {
    let begin = ContinuousClock.now
    let text = try await host.printed(name, ["2026-03-01", "2026-09-01"])
    let time = "\(Int((ContinuousClock.now - begin) / .milliseconds(1))) ms"
    let version = host.installed.first { $0.name == name }?.version ?? 0
    let shown = text.count > 84 ? text.prefix(83) + "…" : text
    print("\(name.padding(toLength: 11, withPad: " ", startingAt: 0))v\(version), \(time): \(shown)")
  }
}
