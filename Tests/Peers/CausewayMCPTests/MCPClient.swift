import Causeway
import CausewayMCP
import CausewayProcess
import Foundation

/// A client in this process, which speaks the protocol by hand: for what a proper client would never send.
struct MCPClient {
  let session: MCPSession

  init(
    _ bridge: Bridge = Bridge(), permissions: Permissions = .all, isInitialized: Bool = true,
    configure: (inout MCPConfiguration) -> Void = { _ in }
  ) async throws {
    var configuration = MCPConfiguration()
    configure(&configuration)
    session = MCPServer(bridge: bridge, permissions: permissions, configuration: configuration).session()
    guard isInitialized else { return }
    _ = try await request("initialize", ["protocolVersion": "2025-06-18", "capabilities": [:], "clientInfo": [:]])
  }

  /// Sends a text; returns the answer, nil for none.
  func send(_ text: String) async throws -> BridgeValue? { try await send(Array(text.utf8)) }

  func send(_ text: [UInt8]) async throws -> BridgeValue? {
    let answer = await withCheckedContinuation { continuation in
      session.receive(text) { continuation.resume(returning: $0) }
    }
    return try answer.map { try RawJSON(json: $0).value }
  }

  func request(_ method: String, _ params: BridgeValue = [:], id: BridgeValue = 1) async throws -> BridgeValue? {
    let message: BridgeValue = ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params]
    return try await send(RawJSON(message).text)
  }

  /// Calls a tool; returns its result.
  func call(_ tool: String, _ arguments: BridgeValue = [:], id: BridgeValue = 1) async throws -> BridgeValue? {
    try await request("tools/call", ["name": .string(tool), "arguments": arguments], id: id)?["result"]
  }

  /// Runs code; returns what the tool answers.
  func run(_ code: String, id: BridgeValue = 1) async throws -> BridgeValue? {
    try await call("run_code", ["code": .string(code)], id: id)?["structuredContent"]
  }

  /// A child with the limits of a test.
  static func child(_ limits: (inout ProcessLimits) -> Void = { _ in }) -> ProcessConfiguration {
    let products =
      (Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
      ?? URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])).deletingLastPathComponent()
    var process = ProcessConfiguration()
    process.program = .file(products.appending(path: "causeway").path, arguments: ["child"])
    process.limits.memory = 200 << 20
    limits(&process.limits)
    return process
  }
}
