import Causeway
import CausewayChild
import CausewayProcess
import Logging

// The surroundings of the guide's examples.
private struct Note: Codable { var text: String }

/// The Swift code of docs/process.md, unchanged.
// swift-format-ignore
private func example(bridge: Bridge, bundle: String, page: String, logger: Logger) async throws -> Note {
  var configuration = ProcessConfiguration()
  configuration.limits.memory = 120 << 20
  configuration.limits.lifetime = .seconds(30)
  configuration.onConsole = { level, text in logger.info("\(level): \(text)") }

  let process = try await JavaScriptProcess(bridge: bridge, permissions: ["clip.*"], configuration: configuration)
  try await process.evaluate(program: bundle, url: "clipper.js")
  let note: Note = try await process.call("clip", page)
  await process.close()
  return note
}

// swift-format-ignore
private func example(
  bridge: Bridge, bundle: String, page: String, configuration: ProcessConfiguration
) async throws -> Note {
  let clipper = JavaScriptSupervisor(bridge: bridge, permissions: ["clip.*"], configuration: configuration) { process in
    try await process.evaluate(program: bundle, url: "clipper.js")       // makes each new child ready
  }
  let note: Note = try await clipper.call("clip", page)
  return note
}

// swift-format-ignore
private func example(
  bridge: Bridge, bundle: String, page: String, program: String, configuration: ProcessConfiguration
) async throws -> Note {
  var options = JavaScriptProcessPool.Configuration()
  options.count = 8                                // at most 8 children in use
  options.spares = 2                               // and 2 ready, so that a use does not wait for a start
  options.process = configuration
  let pool = JavaScriptProcessPool(bridge: bridge, permissions: ["clip.*"], configuration: options) { process in
    try await process.evaluate(program: bundle, url: "clipper.js")       // makes each new child ready
  }
  let note: Note = try await pool.call("clip", page)
  try await pool.withProcess { process in try await process.run(program, url: "visitor.js", timeout: .seconds(5)) }
  await pool.close()
  return note
}

// swift-format-ignore
private func example(bridge: Bridge, configuration given: ProcessConfiguration) async throws {
  var configuration = given
  configuration.modules = ModuleConfiguration(try .files(under: "app"))
  let process = try await JavaScriptProcess(bridge: bridge, permissions: ["clip.*"], configuration: configuration)
  try await process.import("./main.ts")
}

// swift-format-ignore
private func example(parse: @escaping @Sendable (BridgeBytes) throws -> BridgeValue) async {
  let local = Bridge()
  local.handle("html.parse") { (page: BridgeBytes) in try parse(page) }
  await JavaScriptChild.serveIfRequested(local: local)
}
