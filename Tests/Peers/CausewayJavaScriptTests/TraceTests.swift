import Causeway
import CausewayJavaScript
import InMemoryTracing
import JavaScriptRuntime
import Synchronization
import Testing
import Tracing

/// The spans of both sides of a call belong to one trace.
@Suite(.timeLimit(.minutes(5))) struct TraceTests {
  /// The process's tracer; each trace has its own id.
  private static let tracer: InMemoryTracer = {
    let tracer = InMemoryTracer()
    InstrumentationSystem.bootstrap(tracer)
    return tracer
  }()

  /// Runs `body` in a span and returns the names of all spans of its trace, each with its parent's name.
  private func trace(_ body: () async throws -> Void) async throws -> Set<String> {
    let tracer = TraceTests.tracer
    let root = try await tracer.withSpan("root") { span in
      try await body()
      return span.context.inMemorySpanContext
    }
    let spans = tracer.finishedSpans.filter { $0.spanContext.traceID == root?.traceID }
    let names = Dictionary(uniqueKeysWithValues: spans.map { ($0.spanContext.spanID, $0.operationName) })
    return Set(spans.map { "\($0.spanContext.parentSpanID.flatMap { names[$0] } ?? "none") > \($0.operationName)" })
  }

  private func register(on bridge: Bridge) {
    bridge.handle("suspending") { (name: String) async throws -> Void in
      await Task.yield()
      withSpan(name) { _ in }
    }
    bridge.handle("direct") { (name: String) -> Void in withSpan(name) { _ in } }
    bridge.handle("direct.context") { (name: String, _: CallContext) -> Void in withSpan(name) { _ in } }
  }

  @Test func `a span joins those of Swift handlers that a handler in JavaScript calls`() async throws {
    let lab = Lab()
    register(on: lab.bridge)
    let runtime = try await lab.runtime()
    try await runtime.evaluate(
      """
      bridge.handle('ask', async (params, { call }) => {
        await null;
        for (const method of ['suspending', 'direct', 'direct.context']) await call(method, method, { timeout: 5000 });
      });
      """)
    let spans = try await trace { try await runtime.call("ask") }
    #expect(spans == ["none > root", "root > suspending", "root > direct", "root > direct.context"])
    await runtime.close()
  }

  @Test func `a stream in JavaScript joins the trace of its consumer`() async throws {
    let lab = Lab()
    register(on: lab.bridge)
    let runtime = try await lab.runtime()
    try await runtime.evaluate(
      """
      bridge.handle('count', async function* (params, { call, metadata }) {
        await call('direct', 'nested');
        for await (const name of bridge.stream('names', undefined, { metadata })) yield name;
      });
      """)
    lab.bridge.stream("names") { (_: CallContext) in
      withSpan("in the stream") { _ in }
      return AsyncStream<String> { items in
        items.yield("one")
        items.finish()
      }
    }
    let spans = try await trace {
      var items: [String] = []
      for try await item in try runtime.stream("count", of: String.self) { items.append(item) }
      #expect(items == ["one"])
    }
    #expect(spans == ["none > root", "root > nested", "root > in the stream"])
    await runtime.close()
  }

  @Test func `JavaScript reads a call's metadata, and its own metadata joins a handler's span`() async throws {
    let lab = Lab()
    register(on: lab.bridge)
    let runtime = try await lab.runtime()
    try await runtime.evaluate(
      """
      bridge.handle('see', (params, { metadata }) => ({ ...metadata }));
      bridge.handle('begin', (metadata) => bridge.call('suspending', 'begun', { metadata }));
      """)
    let none: [String: String] = try await runtime.call("see")
    #expect(none.isEmpty)
    let spans = try await trace {
      let metadata: [String: String] = try await runtime.call("see")
      #expect(Set(metadata.keys) == [InMemoryTracer.traceIDKey, InMemoryTracer.spanIDKey])
      try await Task.detached { try await runtime.call("begin", metadata) }.value
    }
    #expect(spans == ["none > root", "root > begun"])
    await runtime.close()
  }

  @Test func `a call without metadata joins no trace`() async throws {
    let lab = Lab()
    register(on: lab.bridge)
    let runtime = try await lab.runtime()
    try await runtime.evaluate("bridge.handle('ask', (name) => bridge.call('suspending', name))")
    let spans = try await trace { try await runtime.call("ask", "alone") }
    #expect(spans == ["none > root"])
    #expect(TraceTests.tracer.finishedSpans.contains { $0.operationName == "alone" })
    await runtime.close()
  }

  @Test func `any name and value crosses to JavaScript and back`() async throws {
    let lab = Lab()
    let seen = Mutex<[String: String]>([:])
    lab.bridge.handle("see") { (_: BridgeValue, call: CallContext) async -> Void in
      seen.withLock { $0 = call.metadata }
    }
    let lines = try await lab.run(
      #"""
      const metadata = { ["__proto__"]: "p", "": "", $date: "0", "\u2028\"": "\u0000\u{1f600}" };
      await bridge.call("see", 1, { metadata });
      for (const wrong of [5, null, ["a"], { a: 1 }, { a: "x".repeat(8192) }]) {
        await bridge.call("see", 1, { metadata: wrong }).catch(({ code }) => console.log(code));
      }
      """#)
    #expect(seen.withLock { $0 } == ["__proto__": "p", "": "", "$date": "0", "\u{2028}\"": "\0\u{1F600}"])
    #expect(lines == Array(repeating: "INVALID_ARGUMENT", count: 4) + ["RESOURCE_EXHAUSTED"])
  }

  // MARK: The wire

  /// An in-memory link: each end receives the bytes that the other end sends.
  private final class Port: TextPort {
    let peer = Mutex<JSONRPCTransport?>(nil)
    let sent = Mutex<[String]>([])
    func send(_ text: [UInt8]) {
      sent.withLock { $0.append(String(decoding: text, as: UTF8.self)) }
      peer.withLock { $0 }?.deliver(text)
    }
    /// Two ports that retain each other would never be released.
    func close() {
      let peer = peer.withLock { peer in
        defer { peer = nil }
        return peer
      }
      withExtendedLifetime(peer) {}
    }
  }

  @Test func `the spans of both sides join over the wire`() async throws {
    let (near, far) = (Bridge(), Bridge())
    register(on: near)
    far.handle("ask") { (call: CallContext) async throws -> Void in
      try await withSpan("between") { _ in
        try await call.connection.call("direct", "nested")
        try await call.connection.call("suspending", "nested later")
      }
    }
    let (left, right) = (Port(), Port())
    let (here, there) = (JSONRPCTransport(left), JSONRPCTransport(right))
    left.peer.withLock { $0 = there }
    right.peer.withLock { $0 = here }
    let connection = near.connect(here, permissions: .all)
    _ = far.connect(there, permissions: .all)
    let spans = try await trace { try await connection.call("ask", BridgeValue.undefined) }
    #expect(spans == ["none > root", "root > between", "between > nested", "between > nested later"])
    near.close()
    far.close()
  }

  @Test func `metadata that is too long fails its own call`() async throws {
    let bridge = Bridge()
    bridge.handle("see") { (_: BridgeValue) in 1 }
    let port = Port()
    let transport = JSONRPCTransport(port)
    let connection = bridge.connect(transport, permissions: .all)
    for (id, length) in [(1, 8191), (2, 8192)] {
      let value = String(repeating: "x", count: length)
      let text = #"{"jsonrpc":"2.0","id":\#(id),"method":"see","params":[0,{"metadata":{"a":"\#(value)"}}]}"#
      transport.deliver(Array(text.utf8))
    }
    let answers = port.sent.withLock { $0 }
    #expect(answers.first == #"{"jsonrpc":"2.0","id":1,"result":1}"#)
    #expect(answers.last?.contains(#""limit":"metadataLength","maximum":8192"#) == true)
    connection.close()
  }
}
