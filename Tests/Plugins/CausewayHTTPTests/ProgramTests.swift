#if Plugins
import Causeway
import CausewayJavaScript
import JavaScriptRuntime
import Testing

@testable import CausewayHTTP

/// Requests from a JavaScript program.
@Suite(.timeLimit(.minutes(5))) struct ProgramTests {
  private func run(_ source: String, _ server: RawServer) async throws -> String {
    let bridge = Bridge()
    bridge.register(
      HTTPPlugin(origins: try HTTPOrigins([], local: ["http://127.0.0.1:\(server.port)"]), limits: HTTPLimits()))
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["http.*"])
    let text: String = try await runtime.evaluate(
      "(async () => { const { http } = bridge.plugins; const url = '\(server.url())'; \(source) })()")
    await runtime.close()
    return text
  }

  @Test func `numbers are sent as String(number) writes them`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.readBody(until: "]")
      let body = String(decoding: exchange.body, as: UTF8.self)
      try await exchange.answer("200 OK", ["content-type: text/plain"], "\(exchange.line)\n\(body)")
    }
    let answer = try await run(
      """
      const numbers = [0, -0, 0.1, -1.5, 1e-6, 1e-7, 1.5e-7, 2 ** 53, 2 ** 53 + 2, 1e16, 123456789012345680000, 1e21];
      numbers.push(1.5e300, -12e-9, Number.MAX_VALUE, Number.MIN_VALUE, NaN, Infinity, -Infinity);
      for (let i = 0; i < 100; i++) numbers.push(Math.sin(i) * 10 ** (i % 50 - 25), Math.round(Math.cos(i) * 10 ** (i % 25)));
      const { data } = await http.post({ url, params: { n: numbers }, data: numbers });
      const [line, body] = data.split("\\n");
      const query = line.split("?")[1].split("&").map((part) => decodeURIComponent(part.slice(2)));
      const wrong = numbers.flatMap((n, i) => String(n) === query[i] ? [] : [n + " as " + query[i]]);
      return wrong.slice(0, 20).join() + (body === JSON.stringify(numbers) ? "" : " " + body);
      """, server)
    #expect(answer == "")
  }

  @Test func `dates are sent as JSON.stringify writes them`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.readBody(until: "]")
      try await exchange.answer("200 OK", ["content-type: text/plain"], String(decoding: exchange.body, as: UTF8.self))
    }
    let answer = try await run(
      """
      const dates = [0, 1, -1, 1e12 + 7, -62167219200000, -62167219200001, 253402300799999, 253402300800000, NaN];
      for (const year of [-271821, -1, 0, 1, 1500, 1582, 1900, 2000, 2023, 2024, 9999, 10000, 275759])
        for (const month of [1, 2, 3, 12]) dates.push(new Date(0).setUTCFullYear(year, month, 0));
      for (let i = 0; i < 500; i++) dates.push(i * 1234567891 + i, -i * 98765432101 - i);
      dates.push(8.64e15, -8.64e15);
      const data = dates.map((date) => new Date(date));
      const sent = JSON.parse((await http.post({ url, data })).data);
      return data.map((date, i) => [JSON.parse(JSON.stringify(date)), sent[i]])
        .filter(([meant, sent]) => meant !== sent).join("; ");
      """, server)
    #expect(answer == "")
  }

  @Test func `an abort in JavaScript closes the connection`() async throws {
    let closed = AsyncStream.makeStream(of: Void.self)
    let requested = AsyncStream.makeStream(of: Void.self)
    let server = try await RawServer { exchange in
      requested.continuation.yield()
      await exchange.closed()
      closed.continuation.yield()
    }
    let bridge = Bridge()
    bridge.register(
      HTTPPlugin(origins: try HTTPOrigins([], local: ["http://127.0.0.1:\(server.port)"]), limits: HTTPLimits()))
    bridge.handle("requested") { () async in for await _ in requested.stream { return } }
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    let name: String = try await runtime.evaluate(
      """
      (async () => {
        const abort = new AbortController();
        const answer = bridge.plugins.http.get({ url: "\(server.url())" }, { signal: abort.signal });
        await bridge.call("requested");
        abort.abort();
        return await answer.then(() => "answered", (error) => `${error.name} ${error.code}`);
      })()
      """)
    #expect(name == "AbortError CANCELLED")
    for await _ in closed.stream { break }
    await runtime.close()
  }

  @Test func `bytes are streamed in both directions`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.readBody(until: "\r\n0\r\n\r\n")
      try await exchange.answer("200 OK", [], "\(exchange.body.count)")
    }
    let answer = try await run(
      """
      const undo = bridge.handle("upload", async function* () { yield new Uint8Array([1, 2]); yield new Uint8Array(300); });
      const seen = [];
      for await (const part of http.stream({ url, method: "PUT", upload: "upload" }))
        seen.push(part.kind === "head" ? part.status : String.fromCharCode(...part.bytes));
      undo();
      return seen.join();
      """, server)
    // The chunks are "2\r\n", two bytes and CR LF; "12c\r\n", 300 bytes and CR LF; and the last one.
    #expect(answer == "200,\(7 + 307 + 5)")
  }
}
#endif
