import Causeway
import Foundation
import GRDB
import StoredProcedures
import Synchronization
import Testing

/// A folder that is removed after the test.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("procedures-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

/// A host with a small database, and the notices that it gives.
final class TestHost: Sendable {
  let folder: TemporaryFolder
  let host: ProcedureHost
  /// The notices of the host.
  var notices: [String] { told.all.withLock { $0 } }
  var database: String { folder.path("entries.sqlite") }

  private final class Lines: Sendable { let all = Mutex<[String]>([]) }
  private let told: Lines

  init(entries: Int = 100, workers: Int = 2, maximumDatabaseSize: Int? = nil) async throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path("entries.sqlite"))
    try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try await queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE entry (id INTEGER PRIMARY KEY, date TEXT NOT NULL, amount REAL NOT NULL);
          CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT UNIQUE, big INTEGER, bytes BLOB);
          CREATE TABLE reply (id INTEGER PRIMARY KEY, note INTEGER REFERENCES note DEFERRABLE INITIALLY DEFERRED);
          """)
      for number in 0..<entries {
        try database.execute(
          sql: "INSERT INTO entry (date, amount) VALUES (?, ?)",
          arguments: [String(format: "2026-01-%02d", number % 28 + 1), Double(number)])
      }
    }
    let told = Lines()
    var configuration = ProcedureHost.Configuration()
    configuration.workers = workers
    configuration.limits.lockTimeout = .milliseconds(200)
    // Tests of this limit set their own; the other tests must not depend on the load of the machine.
    configuration.limits.time = .seconds(60)
    configuration.maximumDatabaseSize = maximumDatabaseSize
    configuration.queries = [
      "queryEntriesBetweenDateStartEnd": "SELECT * FROM entry WHERE date >= ? AND date < ? ORDER BY id"
    ]
    configuration.onNotice = { line in told.all.withLock { $0.append(line) } }
    self.folder = folder
    self.told = told
    host = try await ProcedureHost(database: folder.path("entries.sqlite"), configuration)
  }

  /// Runs a procedure with this source once.
  func run<Result: Decodable & Sendable>(
    _ source: String, _ arguments: BridgeValue..., write: Set<String> = [], limits: ProcedureLimits? = nil,
    returning type: Result.Type = Result.self
  ) async throws(ProcedureError) -> Result {
    host.install(Procedure(name: "test", version: 3, source: source, access: DatabaseAccess(write: write)))
    return try await host.execute("test", arguments: arguments, limits: limits)
  }

  /// The error of a procedure that must fail.
  func failure(
    _ source: String, write: Set<String> = [], limits: ProcedureLimits? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async -> ProcedureError? {
    do throws(ProcedureError) {
      let value: String = try await run(source, write: write, limits: limits)
      Issue.record("an answer: \(value)", sourceLocation: location)
      return nil
    } catch {
      return error
    }
  }
}
