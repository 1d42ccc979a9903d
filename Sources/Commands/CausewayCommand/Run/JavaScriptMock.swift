import Causeway
import CausewayJavaScript
import JavaScriptModules
import JavaScriptRuntime
import StandardStreams
import Synchronization

/// A mock script in its own runtime: the functions that it passes to `mock` answer the program's calls.
///
///     mock("wifi.ssid", () => "Home");
///     mock.stream("ticks", async function* () { yield 1; });
final class JavaScriptMock: Sendable {
  /// Reports each method to Swift by a synchronous call, which later scripts cannot intercept.
  private static let prelude = """
    (() => {
      const define = (isStream) => (name, handler) => {
        const undo = bridge.handle(name, handler);
        try { bridge.callSync("mock.define", { name, isStream }); } catch (error) { undo(); throw error; }
      };
      const mock = Object.freeze(Object.assign(define(false), { stream: define(true) }));
      Object.defineProperty(globalThis, "mock", { value: mock, enumerable: true });
    })();
    """

  private struct Method: Decodable, Sendable {
    let name: String
    let isStream: Bool
  }

  private let runtime: JavaScriptRuntime
  private let errors = UncaughtErrors()
  private let methods: [Method]
  private let called = Mutex<Set<String>>([])

  /// Runs the script in `file`, which may import modules.
  init(_ source: String, file: String, modules: ModuleOptions, clock: any Clock<Duration>) async throws {
    var configuration = RuntimeConfiguration()
    configuration.name = "mock"
    configuration.locale = RuntimeConfiguration.localeOfCommand
    configuration.evaluationLimit = .untilInterrupted
    configuration.reportsUncaught = { [errors] in errors.note() }
    var entry: String?
    if ProgramText.needsModules(source, path: file) {
      do throws(ModuleError) {
        let program = try modules.modules(of: .file(file), text: source)
        (configuration.modules, entry) = (program.configuration, program.entry)
      } catch {
        throw InvalidOption(message: error.description.printable)
      }
    }
    var bridge = Bridge.Configuration()
    bridge.clock = clock
    bridge.exposesErrorDescriptions = true
    let defined = Definitions()
    let own = Bridge(bridge)
    own.handle("mock.define") { (method: Method) in try defined.add(method) }
    runtime = try await JavaScriptRuntime(bridge: own, permissions: ["mock.define"], configuration: configuration)
    do {
      try await withTaskCancellationHandler { [runtime, entry] in
        try await runtime.evaluate(JavaScriptMock.prelude, url: "causeway:mock")
        if let entry {
          try await runtime.import(entry)
        } else {
          try await runtime.evaluate(program: ProgramText.withoutTypes(source), url: file)
        }
      } onCancel: { [runtime] in
        runtime.interrupt()
      }
      methods = defined.end()
    } catch {
      let message = (error as? JavaScriptError)?.terminalReport ?? "\(error)".printable
      await runtime.close()
      throw InvalidOption(message: message)
    }
  }

  /// The names of the mock's methods.
  var names: [String] { methods.map(\.name) }

  /// The methods without a call.
  var uncalled: [String] {
    let called = called.withLock { $0 }
    return names.filter { !called.contains($0) }
  }

  /// Registers its methods, replacing handlers with the same names.
  func install(on bridge: Bridge) {
    for method in methods {
      let name = method.name
      bridge.removeHandler(name)
      if method.isStream {
        bridge.stream(name) { [self] (params: BridgeValue, _: CallContext) in
          note(name)
          return try runtime.stream(name, params, of: BridgeValue.self)
        }
      } else {
        bridge.handle(name) { [self] (params: BridgeValue, call: CallContext) async throws -> BridgeValue in
          note(name)
          return try await runtime.call(name, params, timeout: call.timeRemaining.map { .after($0) } ?? .never)
        }
      }
    }
  }

  /// Closes the runtime, also during an endless loop.
  func close() async {
    runtime.interrupt()
    await runtime.close()
    let more = errors.count - 1
    if more > 0 {
      Terminal.reportError("causeway: The mock had \(more.grouped) more \(more == 1 ? "error" : "errors").")
    }
  }

  /// The methods that the script has defined.
  private final class Definitions: Sendable {
    private let state = Mutex<(methods: [Method], isOpen: Bool)>(([], true))

    func add(_ method: Method) throws(BridgeError) {
      if let complaint = MethodName.complaint(about: method.name) {
        throw BridgeError(.invalidArgument, "\(Suggestion.quoted(method.name)) cannot be mocked: \(complaint).")
      }
      let isOpen = state.withLock { state in
        if state.isOpen { state.methods.append(method) }
        return state.isOpen
      }
      guard isOpen else {
        throw BridgeError(.failedPrecondition, "\(method.name) is defined too late: the program is already running.")
      }
    }

    /// Ends the definitions.
    func end() -> [Method] {
      state.withLock { state in
        state.isOpen = false
        return state.methods
      }
    }
  }

  private func note(_ name: String) { _ = called.withLock { $0.insert(name) } }
}
