#if Plugins
import Causeway
import CausewayHTTP
import CausewayJavaScript
import CausewayMCP
import JavaScriptRuntime
import Testing

/// What a browser sees of the server when a page of an allowed origin uses it: the CORS protocol of the Fetch Standard.
@Suite(.timeLimit(.minutes(1))) struct MCPPageTests {
  /// The value of an async function body that has `url`, `token`, and `headers(answer)` for the headers of the protocol.
  private func run(_ source: String) async throws -> String {
    let server = MCPServer(bridge: Bridge(), permissions: [])
    let listener = try await MCPHTTPServer(server, port: 0, origins: ["https://app.example"])
    let running = Task { try await listener.run() }
    let bridge = Bridge()
    bridge.register(try HTTPPlugin(origins: [], local: ["http://127.0.0.1:\(listener.port)"]))
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["http.*"])
    let text: String = try await runtime.evaluate(
      """
      (async () => {
        const url = "http://127.0.0.1:\(listener.port)/mcp", token = "\(listener.token)";
        const headers = (answer) => [...answer.headers].filter(([name]) => /^(access-control|vary)/.test(name))
          .map((pair) => pair.join(": ")).join("\\n");
        \(source)
      })()
      """)
    await runtime.close()
    running.cancel()
    _ = await running.result
    return text
  }

  @Test(arguments: ["https://app.example", "http://localhost:6274"])
  func `an allowed page's preflight is answered without a token`(
    origin: String
  ) async throws {
    let text = try await run(
      """
      const answer = await fetch(url, { method: "OPTIONS", headers: { origin: "\(origin)", "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,mcp-protocol-version,mcp-session-id" } });
      return answer.status + "\\n" + headers(answer);
      """)
    #expect(
      text == """
        204
        access-control-allow-headers: authorization, content-type, last-event-id, mcp-protocol-version, mcp-session-id
        access-control-allow-methods: POST, DELETE
        access-control-allow-origin: \(origin)
        access-control-max-age: 86400
        vary: origin
        """)
  }

  @Test func `an allowed page can read each answer, refusals included, and the session`() async throws {
    let text = try await run(
      """
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: {
        protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "page", version: "1" } } });
      const ask = (more) => fetch(url, { method: "POST", body, headers: {
        origin: "https://app.example", "content-type": "application/json", ...more } });
      const answers = [await ask({}), await ask({ authorization: `Bearer ${token}` })];
      return answers.map((answer) => `${answer.status} ${answer.headers.has("mcp-session-id")}\\n${headers(answer)}`).join("\\n");
      """)
    let headers = """
      access-control-allow-origin: https://app.example
      access-control-expose-headers: mcp-session-id, www-authenticate
      vary: origin
      """
    #expect(text == "401 false\n\(headers)\n200 true\n\(headers)")
  }

  @Test(arguments: ["https://evil.example", "null", "https://app.example.evil", "https://app.example:444"])
  func `another page gets neither an answer nor a permission`(origin: String) async throws {
    let text = try await run(
      """
      const ask = (method, more) => fetch(url, { method, headers: { origin: "\(origin)", authorization: `Bearer ${token}`, ...more } });
      const answers = [await ask("OPTIONS", { "access-control-request-method": "POST" }), await ask("POST"), await ask("GET")];
      return answers.map((answer) => answer.status + headers(answer)).join();
      """)
    #expect(text == "403,403,403")
  }

  @Test func `a program without an origin gets no headers of the protocol`() async throws {
    let text = try await run(
      """
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      return answer.status + headers(answer);
      """)
    #expect(text == "405")
  }
}
#endif
