#if Plugins
import Causeway
import CausewayJavaScript
import JavaScriptRuntime
import Synchronization
import TestSupport
import Testing

@testable import CausewayHTTP

/// The global `fetch` of a runtime, against servers that behave and servers that do not.
@Suite(.timeLimit(.minutes(5))) struct GlobalFetchTests {
  /// The value of an async function body that has `url`, and `failure(promise)` for the text of an error and its code.
  private func run(
    _ server: RawServer? = nil, permissions: Permissions = ["http.*"], change: (inout HTTPLimits) -> Void = { _ in },
    _ source: String
  ) async throws -> String {
    var limits = HTTPLimits()
    change(&limits)
    let bridge = Bridge()
    let origins = server.map { ["http://127.0.0.1:\($0.port)"] } ?? []
    bridge.register(HTTPPlugin(origins: try HTTPOrigins([], local: origins), limits: limits))
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: permissions)
    let text: String = try await runtime.evaluate(
      """
      (async () => {
        const url = "\(server?.url() ?? "")";
        const failure = async (promise) => {
          try { await promise; return "no error"; } catch (error) { return error.name + " " + error.cause?.code; }
        };
        \(source)
      })()
      """)
    await runtime.close()
    return text
  }

  @Test func `fetch is absent without the plugin, and without the permission`() async throws {
    let bridge = Bridge()
    let bare = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    #expect(try await bare.evaluate("typeof fetch", returning: String.self) == "undefined")
    await bare.close()
    #expect(try await run(permissions: ["http.get"], "return typeof fetch") == "undefined")
    #expect(try await run(permissions: ["http.fetch"], "return typeof fetch") == "function")
  }

  @Test(arguments: [
    "globalThis.response = await fetch(url)",
    "globalThis.reader = (await fetch(url)).body.getReader(); await reader.read()",
    "const { body } = await fetch(url); for await (const part of body) if (part.length > 0) break; globalThis.body = body",
  ]) func `a body that nobody reads keeps no program alive`(program: String) async throws {
    let server = try await RawServer { exchange in
      try await exchange.send("HTTP/1.1 200 OK\r\n\r\nsome")
      await exchange.closed()
    }
    try await runToEnd(server, program)
  }

  @Test func `a body that is read later keeps the program alive again`() async throws {
    let isRead = Signal()
    let server = try await RawServer { exchange in
      if exchange.line == "GET /read" {
        isRead.fire()
        return try await exchange.answer()
      }
      try await exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nsome")
      await isRead.wait()
      try await exchange.send("more")
    }
    try await runToEnd(
      server,
      """
      const response = await fetch(url);
      setTimeout(() => {
        response.text().then((text) => { if (text === "somemore") globalThis.failure = undefined; });
        setTimeout(() => fetch(url + "read"), 20);
      }, 20);
      globalThis.failure = "the body was not read";
      """)
  }

  @Test func `many open responses of one server do not hold the next request`() async throws {
    let server = try await RawServer { exchange in
      guard exchange.line != "GET /ping" else { return try await exchange.answer("200 OK", [], "pong") }
      try await exchange.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: hello\n\n")
      await exchange.closed()
    }
    let answer = try await run(
      server,
      """
      const open = [];
      for (let count = 0; count < 20; count++) {
        const reader = (await fetch(url)).body.getReader();
        await reader.read();
        open.push(reader);
      }
      const text = await (await fetch(url + "ping")).text();
      for (const reader of open) await reader.cancel();
      return text;
      """)
    #expect(answer == "pong")
  }

  /// Runs a program that has `url`, which must end by itself.
  private func runToEnd(_ server: RawServer, _ program: String) async throws {
    let bridge = Bridge()
    bridge.register(
      HTTPPlugin(origins: try HTTPOrigins([], local: ["http://127.0.0.1:\(server.port)"]), limits: HTTPLimits()))
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["http.*"])
    try await runtime.run("const url = '\(server.url())';\n\(program)", timeout: .seconds(20))
    #expect(try await runtime.evaluate("globalThis.failure ?? 'none'") == "none")
    await runtime.close()
  }

  @Test func `a response has its status, headers and body`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.answer(
        "404 Not Found", ["Set-Cookie: a=1", "set-cookie: b=2", "X-Name: é"], "{\"line\":\"\(exchange.line)\"}")
    }
    let answer = try await run(
      server,
      """
      const response = await fetch(url + "a?b=c#d", { headers: { accept: "x/y" } });
      return [response.status, response.statusText, response.ok, response.headers.getSetCookie().join("+"),
        response.headers.get("x-name"), response.url === url + "a?b=c", (await response.json()).line].join();
      """)
    #expect(answer == "404,Not Found,false,a=1+b=2,Ã©,true,GET /a?b=c")
    #expect(server.heads.first?.contains("accept: x/y") == true)
  }

  @Test func `a header is sent once, as its name was first written`() async throws {
    let server = try await RawServer { exchange in try await exchange.answer("200 OK", [], "") }
    _ = try await run(
      server,
      """
      const headers = new Headers([["X-Two", "1"], ["accept", "a/b"]]);
      headers.append("x-TWO", "2");
      await fetch(url, { headers });
      return "";
      """)
    let head = try #require(server.heads.first)
    #expect(head.contains("X-Two: 1, 2\r\n"))
    #expect(!head.contains("x-TWO"))
  }

  @Test func `bodies of all kinds are sent`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.readBody(until: "end")
      let framing = exchange.header("content-length") ?? exchange.header("transfer-encoding") ?? "none"
      let type = exchange.header("content-type") ?? "none"
      try await exchange.answer("200 OK", [], "\(exchange.line) \(framing) \(type) \(exchange.body.count)")
    }
    let answer = try await run(
      server,
      """
      const post = async (body, duplex) => (await fetch(url, { method: "POST", body, duplex })).text();
      const form = new FormData();
      form.append("file", new File(["x"], "end"));
      const stream = new ReadableStream({
        start(controller) { for (const text of ["a", "", "end"]) controller.enqueue(new TextEncoder().encode(text)); controller.close(); },
      });
      const large = new Uint8Array(3000003);
      large.set(new TextEncoder().encode("end"), 3000000);
      return [await post("end"), await post(new URLSearchParams({ a: "end" })), (await post(form)).includes("multipart/form-data; boundary"),
        (await post(stream, "half")).slice(0, 12), await post(new Blob([large], { type: "a/b" }))].join("\\n");
      """)
    #expect(
      answer == """
        POST / 3 text/plain;charset=UTF-8 3
        POST / 5 application/x-www-form-urlencoded;charset=UTF-8 5
        true
        POST / chunk
        POST / 3000003 a/b 3000003
        """)
  }

  @Test func `an origin that is not listed is refused by its name, at each redirect`() async throws {
    let other = try await RawServer { try await $0.answer("200 OK", [], "secret") }
    let server = try await RawServer { exchange in
      let target =
        switch exchange.line.dropFirst(5) {
        case "other": other.url()
        case "file": "file:///etc/passwd"
        case "data": "data:,x"
        default: exchange.line.dropFirst(5) == "end" ? "" : "/end"
        }
      if target.isEmpty { return try await exchange.answer("200 OK", [], "followed") }
      try await exchange.answer("302 Found", ["location: \(target)"])
    }
    let answer = try await run(
      server,
      """
      const refused = await fetch("\(other.url())").catch((error) => error.message.includes("http://127.0.0.1:\(other.port) is not on the list"));
      const followed = await fetch(url + "go");
      return [refused, await failure(fetch("\(other.url())")), await failure(fetch(url + "other")), await failure(fetch(url + "file")),
        await failure(fetch(url + "data")), await failure(fetch(url + "go", { redirect: "error" })), (await fetch(url + "go", { redirect: "manual" })).status,
        followed.redirected, followed.url === url + "end", await followed.text()].join("\\n");
      """)
    #expect(
      answer == """
        true
        TypeError PERMISSION_DENIED
        TypeError PERMISSION_DENIED
        TypeError INVALID_ARGUMENT
        TypeError INVALID_ARGUMENT
        TypeError FAILED_PRECONDITION
        302
        true
        true
        followed
        """)
    #expect(other.heads.isEmpty)
  }

  @Test func `a streamed body cannot be sent again after a redirect`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.readBody(until: "a")
      try await exchange.answer("307 Temporary Redirect", ["location: /again"])
    }
    let answer = try await run(
      server,
      """
      const body = new ReadableStream({ start(controller) { controller.enqueue(new TextEncoder().encode("a")); controller.close(); } });
      return failure(fetch(url, { method: "POST", body, duplex: "half" }));
      """)
    #expect(answer == "TypeError FAILED_PRECONDITION")
  }

  @Test func `a server that resets at any byte is an error of the request or of its body`() async throws {
    let response = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
    let server = try await RawServer { exchange in
      let count = Int(exchange.line.dropFirst(5)) ?? 0
      try await exchange.send(String(response.prefix(count)))
    }
    let answer = try await run(
      server,
      """
      const results = new Set();
      for (let count = 0; count <= \(response.utf8.count); count += 1) {
        const result = await fetch(url + count).then((response) => response.text()).catch((error) => error.name + " " + error.cause?.code);
        results.add(result);
      }
      return [...results].sort().join();
      """)
    #expect(answer == "TypeError UNAVAILABLE,hello")
  }

  @Test func `what a hostile server sends without end is cut off`() async throws {
    let server = try await RawServer { exchange in
      switch exchange.line.dropFirst(5) {
      case "head":
        try await exchange.send("HTTP/1.1 200 OK\r\n")
        while true { try await exchange.send("x: \(String(repeating: "y", count: 1_000))\r\n") }
      case "loop": try await exchange.answer("302 Found", ["location: /loop"])
      default:
        try await exchange.send("HTTP/1.1 200 OK\r\n\r\n")
        while true { try await exchange.send([UInt8](repeating: 65, count: 65_536)) }
      }
    }
    let answer = try await run(
      server, change: { $0.streamBytes = 1 << 20 },
      """
      const limit = (promise) => promise.catch((error) => error.cause.data.limit);
      return [await limit(fetch(url + "head")), await limit(fetch(url + "loop")), await limit(fetch(url).then((response) => response.text()))].join();
      """)
    #expect(answer == "headerBytes,redirects,streamBytes")
  }

  @Test func `a slow reader holds a megabyte, not the body`() async throws {
    let sent = Atomic<Int>(0)
    let server = try await RawServer { exchange in
      try await exchange.send("HTTP/1.1 200 OK\r\ncontent-length: \(100 << 20)\r\n\r\n")
      for _ in 0..<1_600 {
        try await exchange.send([UInt8](repeating: 65, count: 65_536))
        sent.add(65_536, ordering: .relaxed)
      }
    }
    let bridge = Bridge()
    bridge.register(try HTTPPlugin(origins: [], local: ["http://127.0.0.1:\(server.port)"]))
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["http.fetch"])
    let first: Int = try await runtime.evaluate(
      """
      (async () => {
        globalThis.reader = (await fetch("\(server.url())")).body.getReader();
        return (await reader.read()).value.length;
      })()
      """)
    #expect(first <= 262_144)
    // Until the buffers of the sockets are full, which take some megabytes of their own.
    var before = -1
    for _ in 0..<50 {
      let now = sent.load(ordering: .relaxed)
      if now == before { break }
      before = now
      // Real time: only a pause shows that nothing more is sent, of which the kernel's sockets say nothing.
      try await Task.sleep(for: .milliseconds(300))
    }
    // The kernel takes more for sockets of a busy machine.
    #expect(before < 50 << 20)
    let rest: Int = try await runtime.evaluate(
      """
      (async () => {
        let total = \(first);
        for (;;) { const { value, done } = await reader.read(); if (done) return total; total += value.length; }
      })()
      """)
    #expect(rest == 100 << 20)
    await runtime.close()
  }

  @Test func `an abort closes the connection before the head, within the body and within an upload`() async throws {
    let closed = AsyncStream.makeStream(of: String.self)
    let server = try await RawServer { exchange in
      if exchange.line == "GET /body" { try await exchange.send("HTTP/1.1 200 OK\r\n\r\npart") }
      await exchange.closed()
      closed.continuation.yield(exchange.line)
    }
    let answer = try await run(
      server,
      """
      const results = [];
      const abort = async (path, options, use) => {
        const controller = new AbortController();
        const promise = failure(fetch(url + path, { ...options, signal: controller.signal }).then(use));
        setTimeout(() => controller.abort(), 50);
        results.push(await promise);
      };
      await abort("head", {}, () => {});
      await abort("body", {}, (response) => response.text());
      let cancelled;
      const body = new ReadableStream({ pull(controller) { controller.enqueue(new Uint8Array(1000)); return new Promise((done) => setTimeout(done, 5)); },
        cancel(reason) { cancelled = reason.name; } });
      await abort("upload", { method: "POST", body, duplex: "half" }, () => {});
      return results.join() + cancelled;
      """)
    #expect(answer == "AbortError undefined,AbortError undefined,AbortError undefinedAbortError")
    var lines: Set<String> = []
    for await line in closed.stream {
      lines.insert(line)
      if lines.count == 3 { break }
    }
    #expect(lines == ["GET /head", "GET /body", "POST /upload"])
  }

  @Test func `responses that nobody reads do not stop later requests`() async throws {
    let server = try await RawServer { try await $0.answer("200 OK", [], String(repeating: "a", count: 50_000)) }
    let answer = try await run(
      server,
      """
      let count = 0;
      for (let round = 0; round < 4; round += 1)
        for (const response of await Promise.all(Array.from({ length: 50 }, () => fetch(url)))) count += response.status;
      return `${count}`;
      """)
    #expect(answer == "40000")
  }

  @Test func `a runtime that closes during requests ends them`() async throws {
    let closed = AsyncStream.makeStream(of: Void.self)
    let server = try await RawServer { exchange in
      try await exchange.send("HTTP/1.1 200 OK\r\n\r\npart")
      await exchange.closed()
      closed.continuation.yield()
    }
    _ = try await run(server, "globalThis.response = await fetch(url); return 'open'")
    for await _ in closed.stream { break }
  }
}
#endif
