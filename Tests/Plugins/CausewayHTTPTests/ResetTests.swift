#if Plugins
import Causeway
import CausewayJavaScript
import JavaScriptRuntime
import Testing

@testable import CausewayHTTP

/// Servers that reset their connections, with RST segments, at each moment.
@Suite(.timeLimit(.minutes(5))) struct ResetTests {
  /// The text of an async function body that has `fetch`, `WebSocket` and the addresses of the server.
  private func run(_ server: RawServer, _ source: String) async throws -> String {
    let bridge = Bridge()
    let origins = try HTTPOrigins([], local: ["http://127.0.0.1:\(server.port)"])
    bridge.register(HTTPPlugin(origins: origins))
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["http.*"])
    let text: String = try await runtime.evaluate(
      "(async () => { const url = '\(server.url())', socketURL = 'ws://127.0.0.1:\(server.port)/'; \(source) })()")
    await runtime.close()
    return text
  }

  @Test(arguments: ["", "transfer-encoding: chunked"]) func `fetch and a server that resets after each byte`(
    framing: String
  ) async throws {
    let isChunked = !framing.isEmpty
    let body = isChunked ? "5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n" : "hello world"
    let answer = "HTTP/1.1 200 OK\r\n\(isChunked ? framing : "content-length: 11")\r\n\r\n\(body)"
    let server = try await RawServer { exchange in
      let count = Int(exchange.line.dropFirst("GET /".count)) ?? 0
      let bytes = Array(answer.utf8.prefix(count))
      if !bytes.isEmpty { try await exchange.send(bytes) }
      try await exchange.reset()
    }
    let count = answer.utf8.count
    let results = try await run(
      server,
      """
      const results = { };
      for (let sent = 0; sent <= \(count); sent++) {
        const result = await fetch(url + sent).then((response) => response.text())
          .then((text) => text === "hello world" && sent === \(count) ? "complete" : `wrong ${sent}: ${text}`, (error) => `${error.name} ${error.cause?.code}`);
        results[result] = (results[result] ?? 0) + 1;
      }
      return Object.keys(results).sort().join();
      """)
    // A reset may also take away what arrived before it, the whole answer included.
    #expect(["TypeError UNAVAILABLE", "TypeError UNAVAILABLE,complete"].contains(results))
  }

  @Test func `fetch and a server that resets within the body, the upload and a kept connection`() async throws {
    let server = try await RawServer { exchange in
      switch exchange.line {
      case "POST /upload":
        _ = try await exchange.read(200_000)
        try await exchange.reset()
      default:
        try await exchange.send("HTTP/1.1 200 OK\r\ncontent-length: 10000000\r\n\r\n")
        let count = Int(exchange.line.dropFirst("GET /".count)) ?? 0
        try await exchange.send([UInt8](repeating: 65, count: count))
        try await exchange.reset()
      }
    }
    let results = try await run(
      server,
      """
      const results = new Set();
      const add = (promise) => promise.then((value) => results.add(`no error: ${value}`), (error) => results.add(`${error.name} ${error.cause?.code}`));
      for (const sent of [0, 1, 65536, 1000000, 9999999]) {
        await add(fetch(url + sent).then((response) => response.arrayBuffer()));
        await add((async () => { for await (const chunk of (await fetch(url + sent)).body); return "end"; })());
      }
      for (let i = 0; i < 3; i++) {
        let cancelled = false;
        const body = new ReadableStream({ pull(controller) { controller.enqueue(new Uint8Array(50000)); }, cancel() { cancelled = true; } });
        await add(fetch(url + "upload", { method: "POST", body, duplex: "half" }));
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (!cancelled) results.add("the upload goes on");
      }
      return [...results].sort().join();
      """)
    #expect(results == "TypeError UNAVAILABLE")
  }

  @Test func `a WebSocket and a server that resets after each byte`() async throws {
    let server = try await RawServer { exchange in
      let count = Int(exchange.line.dropFirst("GET /".count)) ?? 0
      // The answer, two messages, and the frame that closes.
      let frames: [UInt8] = [0x81, 5] + Array("hello".utf8) + [0x82, 3, 1, 2, 3, 0x88, 2, 3, 232]
      let bytes = Array(RawServer.socketAnswer(for: exchange.header("sec-websocket-key") ?? "").utf8) + frames
      if count > 0 { try await exchange.send(Array(bytes.prefix(count))) }
      try await exchange.reset()
    }
    let count = RawServer.socketAnswer(for: "").utf8.count + 16
    let results = try await run(
      server,
      """
      const results = new Set();
      for (let sent = 0; sent < \(count); sent++) {
        results.add(await new Promise((resolve) => {
          const socket = new WebSocket(socketURL + sent);
          let errors = 0;
          socket.onerror = () => { errors += 1; };
          socket.onclose = ({ code, wasClean }) => resolve(`${errors} ${code} ${wasClean} ${socket.readyState}`);
        }));
      }
      return [...results].sort().join();
      """)
    #expect(results == "1 1006 false 3")
  }
}
#endif
