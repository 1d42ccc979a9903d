import Causeway
import ProcedureExchange
import StoredProcedures

/// The Swift of README.md, word for word.
// swift-format-ignore
private func example<Total: Decodable & Sendable>(_ client: ProcedureClient) async throws -> Total {
  let host = try await ProcedureHost(database: "entries.sqlite")
  host.install(all: client.procedures)                         // from the last sync; client.sync() downloads newer ones
  let total: Total = try await host.execute("total", "2026-03-01", "2026-09-01")
  return total
}
