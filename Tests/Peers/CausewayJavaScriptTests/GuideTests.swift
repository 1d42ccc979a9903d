import Causeway
import CausewayJavaScript
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

// Declarations that the guide's example needs.
private struct Step: Codable { var number: Int }
private struct Session { var id: String }

/// The Swift example of docs/pool.md, verbatim.
// swift-format-ignore
private func example(bridge: Bridge, model: String, input: String, session: Session) async throws -> (String, Step) {
  let pool = try await JavaScriptRuntimePool(bridge: bridge, permissions: ["rows.query"]) { runtime in
    try await runtime.evaluate(file: "templates.js")         // once in each
  }
  let html: String = try await pool.call("render", model)                    // the least busy
  let next: Step = try await pool.call("advance", input, for: session.id)    // always the same one
  try await pool.withRuntime { runtime in try await runtime.evaluate("…") }
  await pool.close()
  return (html, next)
}

/// The Swift example of docs/runtime.md, verbatim.
private func example(bridge: Bridge) async {
  await exitOnError {
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["rows.query"])
    try await runtime.run(file: "import.js", timeout: .seconds(60))
  }
}

/// The Swift examples of docs/top.md, verbatim.
// swift-format-ignore
private func example() throws {
  var configuration = Bridge.Configuration()
  configuration.recordsActivity = true
  let bridge = Bridge(configuration)
  let server = try ActivityServer(bridge)
  let activity = bridge.activity()
  if let oldest = activity.calls.first, oldest.age ?? 0 > 60 { bridge.cancelCall(oldest.id) }
  activity.recordMetrics()
  server.close()
}

// Declarations that the articles' examples need.
private struct Row: Codable {
  var id: Int
  var name: String
}
private struct Database {
  func row(_ id: Int) async throws -> Row { Row(id: id, name: "") }
  func load(_ id: Int, _ done: @Sendable (Row) -> Void) { done(Row(id: id, name: "")) }
}
private struct Network { func changes() -> AsyncStream<String> { AsyncStream { $0.finish() } } }
private actor Store {
  func count(_ table: String) throws -> Int { 0 }
}

/// The Swift examples of the articles of `Causeway`, verbatim.
// swift-format-ignore
private func example(database: Database, store: Store, row: Row) async throws -> String {
  let bridge = Bridge()
  bridge.handle("clock.now") { Date() }
  bridge.handle("rows.find") { (id: Int) async throws -> Row in try await database.row(id) }
  bridge.handle("rows.count", on: store) { (store, table: String, _) in try store.count(table) }
  let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["rows.*"])
  try await runtime.run("console.log(await bridge.call('rows.find', 7))")
  let html: String = try await runtime.call("render", row, timeout: .seconds(2))
  await runtime.close()
  return html
}

// swift-format-ignore
private func example(bridge: Bridge, database: Database, network: Network, logger: Logger) throws {
  bridge.handle("rows.load", replying: Row.self) { (id: Int, call, reply) in
    database.load(id) { row in reply.succeed(row) }
  }
  try bridge.emit("rows.changed", ["id": 7])
  bridge.event("network.changed") { _ in network.changes() }
  bridge.observe(LoggingObserver(logger))
  bridge.observe(MetricsObserver())
  bridge.use(AuthorizingMiddleware { call in
    if call.method.hasPrefix("admin."), call.metadata["user"] != "root" { throw BridgeError(.permissionDenied, "Not you.") }
  })
}

private func example(bridge: Bridge, runtime: JavaScriptRuntime) async throws {
  var limits = Limits()
  limits.callsInFlight = 100
  let connection = try await runtime.attach(bridge, permissions: ["rows.*"], limits: limits)
  connection.close()
}

/// What the articles throw.
private func refuse(id: Int) throws {
  throw BridgeError(.notFound, "No row has the id \(id).", data: ["id": .number(Double(id))])
}

/// The Swift examples of docs/functions.md.
private func functions(bridge: Bridge, runtime: JavaScriptRuntime) async throws -> String {
  struct Row: Codable, Sendable { var id: Int }
  struct Database: Sendable {
    func rows(_ table: String) -> AsyncThrowingStream<Row, any Error> { AsyncThrowingStream { $0.finish() } }
  }
  let database = Database()
  struct Each: Decodable, Sendable {
    var table: String
    var row: Callback<Row, Bool>
  }
  bridge.handle("db.each") { (each: Each) async throws in
    for try await row in database.rows(each.table) {
      guard try await each.row(row) else { break }
    }
  }
  let listeners = Mutex<[Callback<Int, Void>]>([])
  bridge.handle("clock.listen") { (listener: Callback<Int, Void>) throws in
    let kept = try listener.keep()
    listeners.withLock { $0.append(kept) }
  }
  bridge.handle("text.counter") { () in
    Callback { (text: String) in text.count }
  }
  try await runtime.call("clock.listen", Callback { (seconds: Int) in print(seconds) })
  let format: Callback<Double, String> = try await runtime.call("formatter", "de")
  let text = try await format(1234.5)
  return text
}

@Suite struct GuideTests {
  private static let root = repository

  /// The files below a folder whose path from the root matches.
  private static func files(_ matches: (String) -> Bool) throws -> [URL] {
    let paths = try #require(FileManager.default.subpaths(atPath: root.path))
    return paths.filter { !$0.contains(".build/") && matches($0) }.sorted().map { root.appending(path: $0) }
  }

  /// A block that cannot be compiled by a test, such as a part of a manifest, has `<!-- not compiled: reason -->` above it.
  @Test func `every Swift example of the documents stands in code that is compiled`() throws {
    let compiled = try GuideTests.files {
      $0.hasPrefix("Tests/") && ($0.hasSuffix("/GuideTests.swift") || $0.hasSuffix("/ReadmeTests.swift"))
        || $0.hasPrefix("Samples/") && $0.hasSuffix(".swift")
    }
    let lines = Set(
      try compiled.flatMap { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }
        .map { String($0.drop { $0 == " " }) })
    let documents = try GuideTests.files {
      $0 == "README.md" || $0.hasSuffix(".md") && ($0.hasPrefix("docs/") || $0.hasPrefix("Samples/"))
        || $0.hasSuffix(".md") && $0.hasPrefix("Sources/") && $0.contains(".docc/")
    }
    var blocks = 0
    for document in documents {
      let parts = try String(contentsOf: document, encoding: .utf8).components(separatedBy: "```")
      for (text, block) in zip(parts, parts.dropFirst()) where block.hasPrefix("swift\n") {
        if text.hasSuffix("-->\n"), text.split(separator: "\n").last?.hasPrefix("<!-- not compiled: ") == true {
          continue
        }
        blocks += 1
        for line in block.split(separator: "\n").dropFirst() {
          let line = String(line.drop { $0 == " " })
          let isCompiled = lines.contains(line)
          #expect(isCompiled, "\(document.lastPathComponent): \(line)")
        }
      }
    }
    #expect(blocks > 70)
  }

  @Test func `the example of the web view's documentation stands in code that is compiled`() throws {
    let text = try String(
      contentsOf: GuideTests.root.appending(path: "Sources/Peers/CausewayWebKit/View/WebView.swift"), encoding: .utf8)
    let code = try String(
      contentsOf: GuideTests.root.appending(path: "Tests/Peers/CausewayWebKitTests/GuideTests.swift"), encoding: .utf8)
    let example = text.split(separator: "\n").filter { $0.hasPrefix("///     ") }.map { $0.dropFirst(8) }
    #expect(example.count == 3)
    for line in example { #expect(code.contains(line)) }
  }
}
