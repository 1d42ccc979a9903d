import Causeway
import CausewayJavaScript
import CausewayPageMessages
import Foundation
import Testing

// Declarations that the README's example needs.
private struct RowQuery: Codable { var from: Int }
private struct Row: Codable { var id: Int }
private struct Database { func rows(_ query: RowQuery) async throws -> [Row] { [] } }
private struct Network { func changes() -> AsyncStream<String> { AsyncStream { $0.finish() } } }

/// The Swift example of README.md, verbatim, with its imports.
// swift-format-ignore
private func example(_ database: Database, _ network: Network, model: String) async throws -> String {
  let bridge = Bridge()
  bridge.handle("rows.query") { (query: RowQuery, call: CallContext) async throws -> [Row] in
    call.report(progress: 0.5)                        // onProgress in JavaScript
    return try await database.rows(query)             // cancelled when JavaScript aborts
  }
  bridge.stream("network.changes") { (call: CallContext) in network.changes() }   // any AsyncSequence

  let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["rows.query", "network.*"])
  try await runtime.evaluate(file: "app.js")
  let html: String = try await runtime.call("render", model, timeout: .seconds(2))
  return html
}
