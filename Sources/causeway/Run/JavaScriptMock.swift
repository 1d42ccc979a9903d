import Causeway
import CausewayJavaScript
import JavaScriptRuntime
import Synchronization

/// A mock that is itself a script, in a runtime of its own: what it gives to `mock` answers the program's calls.
///
///     mock("wifi.ssid", () => "Home");
///     mock.stream("ticks", async function* () { yield 1; });
final class JavaScriptMock: Sendable {
  private static let prelude = """
    (() => {
      const methods = [];
      const define = (kind) => (name, handler) => {
        bridge.handle(name, handler);
        methods.push([name, kind]);
      };
      const mock = Object.freeze(Object.assign(define("call"), { stream: define("stream") }));
      Object.defineProperty(globalThis, "mock", { value: mock, enumerable: true });
      bridge.handle("mock.methods", () => methods);
    })();
    """

  private let runtime: JavaScriptRuntime
  private let methods: [(name: String, isStream: Bool)]
  private let called = Mutex<Set<String>>([])

  /// Runs the script in `file`.
  init(_ source: String, file: String, clock: any Clock<Duration>) async throws {
    var configuration = RuntimeConfiguration()
    configuration.name = "mock"
    configuration.clock = clock
    configuration.evaluationLimit = .untilInterrupted
    var bridge = Bridge.Configuration()
    bridge.clock = clock
    runtime = try await JavaScriptRuntime(bridge: Bridge(bridge), permissions: .none, configuration: configuration)
    do {
      methods = try await withTaskCancellationHandler { [runtime] in
        try await runtime.evaluate(JavaScriptMock.prelude, url: "causeway:mock")
        try await runtime.run(source, url: file)
        let list: [[String]] = try await runtime.call("mock.methods")
        return list.map { ($0[0], $0[1] == "stream") }
      } onCancel: { [runtime] in
        runtime.interrupt()
      }
    } catch {
      var message = "\(error)".printable
      if let error = error as? JavaScriptError { message = await runtime.report(error).text }
      await runtime.close()
      throw WrongText(message: message)
    }
  }

  /// The methods that it answers.
  var names: [String] { methods.map(\.name) }

  /// The methods that nobody has called.
  var uncalled: [String] {
    let called = called.withLock { $0 }
    return names.filter { !called.contains($0) }
  }

  /// Registers its methods, in place of handlers of the same names.
  func install(on bridge: Bridge) {
    for (name, isStream) in methods {
      bridge.removeHandler(name)
      if isStream {
        bridge.stream(name) { [self] (params: BridgeValue, _: CallContext) in
          note(name)
          return try runtime.stream(name, with: params, of: BridgeValue.self)
        }
      } else {
        bridge.handle(name) { [self] (params: BridgeValue, call: CallContext) async throws -> BridgeValue in
          note(name)
          return try await runtime.call(name, with: params, timeout: call.timeRemaining.map { .after($0) } ?? .never)
        }
      }
    }
  }

  /// Ends it, also in the middle of a loop.
  func close() async {
    runtime.interrupt()
    await runtime.close()
  }

  private func note(_ name: String) { _ = called.withLock { $0.insert(name) } }
}
