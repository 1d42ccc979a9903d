#if Plugins
import Causeway
import CausewayMCP
import CausewayProcess
import Testing

// What docs/agents.md shows: a test of the documents looks for its lines here.
@Suite(.timeLimit(.minutes(5))) struct GuideTests {
  private func serve(_ bridge: Bridge) async throws {
    var configuration = MCPConfiguration()
    configuration.code = ProcessConfiguration()  // leave it out for a server without run_code
    let server = MCPServer(bridge: bridge, permissions: ["orders.*"], configuration: configuration)
    let listener = try await MCPHTTPServer(server, port: 8383)  // asks for listener.token
    try await listener.run()
  }

  @Test func `a port in use is an error`() async throws {
    let server = MCPServer(bridge: Bridge(), permissions: [])
    let listener = try await MCPHTTPServer(server, port: 0)
    let running = Task { try await listener.run() }
    await #expect(throws: BridgeError.self) { _ = try await MCPHTTPServer(server, port: listener.port) }
    running.cancel()
    _ = await running.result
    // It is free again.
    let again = try await MCPHTTPServer(server, port: listener.port)
    let ending = Task { try await again.run() }
    ending.cancel()
    _ = await ending.result
  }
}
#endif
