#if Plugins
import Causeway
import CausewayJavaScript
import JavaScriptRuntime
import Synchronization

/// A JavaScript program and its output.
struct Program {
  /// Runs a program with these plugins to its end, and returns its lines.
  static func run(
    _ source: String, permissions: Permissions = .all, with plugins: any BridgePlugin...,
    register: (Bridge) -> Void = { _ in }
  ) async throws -> [String] {
    let lines = Printed()
    var configuration = RuntimeConfiguration()
    configuration.console = .handler { _, text in lines.add(text) }
    let bridge = Bridge()
    for plugin in plugins { bridge.register(plugin) }
    register(bridge)
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: permissions, configuration: configuration)
    do {
      try await runtime.run(Program.prelude + source)
    } catch {
      await runtime.close()
      throw error
    }
    await runtime.close()
    return lines.all
  }

  /// The text of a rejected promise: `failure(promise)` is `CODE: message`.
  private static let prelude =
    "const failure = (promise) => promise.then(() => 'nothing', ({ code, message }) => `${code}: ${message}`); "

  private final class Printed: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }
}
#endif
