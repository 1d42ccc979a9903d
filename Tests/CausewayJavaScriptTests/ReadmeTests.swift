import Causeway
import CausewayJavaScript
import Foundation
import Testing

// Declarations that the README's example needs.
private struct WiFi { func currentSSID() async throws -> String? { nil } }
private struct RowQuery: Codable { var from: Int }
private struct Row: Codable { var id: Int }
private struct Database { func rows(_ query: RowQuery) async throws -> [Row] { [] } }
private struct Network { func changes() -> AsyncStream<String> { AsyncStream { $0.finish() } } }

/// The Swift example of README.md, verbatim, with its imports.
// swift-format-ignore
private func example(
  _ wifi: WiFi, _ database: Database, _ network: Network, model: String, status: String
) async throws -> (Double, String) {
  let bridge = Bridge()
  bridge.handle("wifi.ssid") { () async throws -> String? in try await wifi.currentSSID() }
  bridge.handle("rows.query") { (query: RowQuery, call: CallContext) async throws -> [Row] in
    call.report(progress: 0.5)                        // onProgress in JavaScript
    return try await database.rows(query)             // cancelled when JavaScript aborts
  }
  bridge.stream("network.changes") { (call: CallContext) in network.changes() }   // any AsyncSequence

  let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["wifi.*", "rows.query", "network.*"])
  try await runtime.run(file: "app.js")
  let total: Double = try await runtime.evaluate("cart.reduce((sum, item) => sum + item.price, 0)")
  let html: String = try await runtime.call("render", model, timeout: .seconds(2))
  try bridge.emit("network.changed", status)
  return (total, html)
}

@Suite struct ReadmeTests {
  @Test func `the README's example compiles unchanged`() throws {
    let here = URL(fileURLWithPath: #filePath)
    let readme = try String(contentsOf: here.appending(path: "../../../README.md").standardized, encoding: .utf8)
    let example = try #require(readme.components(separatedBy: "```").first { $0.hasPrefix("swift\nimport ") })
    let code = try String(contentsOf: here, encoding: .utf8)
    for line in example.split(separator: "\n").dropFirst() { #expect(code.contains(line)) }
  }
}
