import Causeway
import CausewayJavaScript
import JavaScriptRuntime
import Synchronization
import TestSupport
import Testing

/// Pools of runtimes with a bridge, and the reload of such a runtime.
@Suite(.timeLimit(.minutes(5))) struct PoolTests {
  @Test func `handlers in JavaScript answer from any runtime, and from the runtime of a key`() async throws {
    let bridge = Bridge()
    bridge.handle("double") { (x: Double) in x * 2 }
    var configuration = JavaScriptRuntimePool.Configuration()
    configuration.count = 2
    let pool = try await JavaScriptRuntimePool(bridge: bridge, permissions: ["double"], configuration) { runtime in
      try await runtime.evaluate(
        program:
          "let count = 0; bridge.handle('next', async (x) => ({ count: ++count, x: await bridge.call('double', x) }))")
    }
    struct Answer: Decodable, Sendable, Equatable { var count: Int, x: Double }
    for turn in 1...5 {
      #expect(try await pool.call("next", 4, for: "key") == Answer(count: turn, x: 8))
    }
    #expect(try await pool.call("next", 1, returning: Answer.self).x == 2)
    await #expect(throws: BridgeError.self) { try await pool.call("gone", returning: Int.self) }
    await pool.close()
  }

  @Test func `a call without a result awaits the handler's end`() async throws {
    var configuration = JavaScriptRuntimePool.Configuration()
    configuration.count = 1
    let pool = try await JavaScriptRuntimePool(bridge: Bridge(), permissions: [], configuration) { runtime in
      try await runtime.evaluate(
        program: """
          let sum = 0;
          bridge.handle("add", async (x) => { await null; sum += x; });
          bridge.handle("sum", () => sum);
          bridge.handle("fail", () => { throw new Error("no"); });
          """)
    }
    try await pool.call("add", 20)
    try await pool.call("add", 22, for: "key")
    try await pool.call("sum")
    #expect(try await pool.call("sum", returning: Int.self) == 42)
    await #expect(throws: BridgeError.self) { try await pool.call("fail") }
    await pool.close()
  }

  @Test func `a runtime is not prepared in the context of the call that used it before`() async throws {
    let prepared = Mutex<[String?]>([])
    var configuration = JavaScriptRuntimePool.Configuration()
    configuration.count = 1
    configuration.spares = 0
    configuration.isolation = .fresh
    let pool = try await JavaScriptRuntimePool(bridge: Bridge(), permissions: [], configuration) { _ in
      prepared.withLock { $0.append(CallContext.current?.method) }
    }
    let bridge = Bridge()
    bridge.handle("use") { (_: CallContext) async throws in
      for _ in 0..<3 { try await pool.withRuntime { _ in } }
    }
    let (near, far) = LoopbackTransport.pair()
    _ = bridge.connect(near, permissions: .all)
    let caller = Bridge().connect(far, permissions: .all)
    try await caller.call("use", BridgeValue.undefined)
    await pool.close()
    caller.close()
    #expect(prepared.withLock { $0.count >= 3 && $0.allSatisfy { $0 == nil } })
  }

  @Test func `after a reload the bridge is attached again, and the old calls have ended`() async throws {
    let lab = Lab()
    let runtime = try await lab.runtime()
    try await runtime.evaluate("bridge.handle('never', () => new Promise(() => {}))")
    let old = try runtime.connection
    let waiting = Task { try await runtime.call("never", returning: Int.self) }
    try await eventually("the call is under way") { old.statistics.pending == 1 }
    try await runtime.reload()
    await #expect { try await waiting.value } throws: {
      let error = $0 as? BridgeError
      return error?.code == .aborted && error?.message == "The JavaScript runtime was reloaded."
    }
    #expect(throws: BridgeError.self) { try runtime.connection }
    try await runtime.attach(lab.bridge, permissions: .all)
    lab.bridge.handle("double") { (x: Double) in x * 2 }
    #expect(try await runtime.evaluate("bridge.call('double', 21)", returning: Int.self) == 42)
    #expect(old.isClosed)
    await runtime.close()
  }

  @Test func `a promise that the engine settles after a reload has no effect`() async throws {
    let lab = Lab()
    let runtime = try await lab.runtime()
    // Compiled in the background: the promises settle when their context is not the runtime's any more.
    try await runtime.evaluate(
      """
      const module = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
      for (let count = 0; count < 50; count += 1) {
        WebAssembly.compile(module).then(() => {
          performance.now();
          setTimeout(() => {}, 1);
          bridge.call("gone").catch(() => {});
          console.log("late");
        });
      }
      """)
    try await runtime.reload()
    try await runtime.attach(lab.bridge, permissions: .all)
    lab.bridge.handle("double") { (x: Double) in x * 2 }
    #expect(
      try await runtime.evaluate(
        """
        (async () => {
          for (let count = 0; count < 50; count += 1) await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
          return bridge.call("double", 21);
        })()
        """, returning: Int.self) == 42)
    await runtime.close()
  }

  @Test func `a call of a closed pool fails as that of a closed runtime`() async throws {
    let lab = Lab()
    let pool = try await JavaScriptRuntimePool(bridge: lab.bridge, permissions: .all)
    await pool.close()
    for call in [
      { try await pool.call("x") }, { try await pool.call("x", for: 1) }, { let _: Int = try await pool.call("x") },
      { let _: Int = try await pool.call("x", for: 1) },
    ] as [() async throws -> Void] {
      let error = await #expect(throws: BridgeError.self) { try await call() }
      #expect(error?.code == .unavailable)
    }
    // An error of the body stays what it is.
    let open = try await JavaScriptRuntimePool(bridge: lab.bridge, permissions: .all)
    await #expect(throws: JavaScriptError.self) {
      try await open.withConnection(.standard) { _, _ in
        throw JavaScriptError(code: .cancelled, operation: "test", message: "mine")
      }
    }
    await open.close()
  }
}
