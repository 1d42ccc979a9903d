import Causeway
import CausewayJavaScript
import JavaScriptModules
import JavaScriptRuntime
import TestSupport
import Testing

/// The bridge in workers.
@Suite(.timeLimit(.minutes(5))) struct WorkerBridgeTests {
  @Test func `a worker has the bridge with its parent's permissions and no others`() async throws {
    let bridge = Bridge()
    bridge.handle("double") { (x: Double) in x * 2 }
    bridge.handle("secret") { "s" }
    var configuration = RuntimeConfiguration()
    configuration.modules = ModuleConfiguration(
      .memory([
        "main.js": """
        const worker = new Worker('./worker.js', { type: 'module' });
        globalThis.answer = await new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
        });
        """,
        "worker.js": """
        let code;
        try { await bridge.call('secret') } catch (error) { code = error.code }
        postMessage([await bridge.call('double', 21), code].join());
        """,
      ]))
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["double"], configuration: configuration)
    try await runtime.run(module: "./main.js")
    #expect(try await runtime.evaluate("answer", returning: String.self) == "42,PERMISSION_DENIED")
    await runtime.close()
  }

  @Test(arguments: [
    "worker.terminate()", "await bridge.call('begun'); worker.terminate()", "await bridge.call('begun'); reload()",
  ])
  func `the open call of a worker that ends is cancelled`(_ end: String) async throws {
    let bridge = Bridge()
    let begun = Signal()
    let ended = Signal()
    let reload = Signal()
    bridge.handle("wait") { () async in
      begun.fire()
      try? await Task.sleep(for: .seconds(600))
      ended.fire()
    }
    bridge.handle("begun") { () async in await begun.wait() }
    bridge.handle("reload") { reload.fire() }
    var configuration = RuntimeConfiguration()
    configuration.modules = ModuleConfiguration(
      .memory([
        "main.js": """
        const reload = () => bridge.call('reload');
        const worker = new Worker('./worker.js', { type: 'module' });
        \(end);
        """,
        "worker.js": "await bridge.call('wait')",
      ]))
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all, configuration: configuration)
    let isBegun = end.contains("begun")
    try await runtime.import("./main.js")
    if end.hasSuffix("reload()") {
      await reload.wait()
      try await runtime.reload()
    }
    if isBegun { await ended.wait() }
    await runtime.close()
    try await eventually("no connection is left") { bridge.activity().connections.isEmpty }
  }
}
