import Causeway
import CausewayJavaScript
import JavaScriptModules
import JavaScriptRuntime
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
    try await runtime.importToEnd("./main.js")
    #expect(try await runtime.evaluate("answer", returning: String.self) == "42,PERMISSION_DENIED")
    await runtime.close()
  }
}
