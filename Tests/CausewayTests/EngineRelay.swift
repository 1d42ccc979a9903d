import CausewayJavaScript
import JavaScriptRuntime
import Synchronization

@testable import Causeway

/// The caller's end of a link whose other end is real JavaScript: each call is made there, by `bridge.call`.
///
/// What a test asks of the server is then asked by a script in the engine, with its values, errors, deadlines, aborts and
/// progress translated both ways. Streams do not pass.
final class EngineRelay: Transport {
  private static let script = """
    bridge.handle("relay", ([method, params, timeout], { signal, report }) =>
      bridge.call(method, params, { timeout, signal, onProgress: report }));
    """

  private struct State {
    var receiver: (any TransportReceiver)?
    var tasks: [CallID: Task<Void, Never>] = [:]
  }

  private let runtime: JavaScriptRuntime
  private let server: Connection
  private let state = Mutex(State())

  /// Starts a runtime that is joined to `bridge`.
  init(
    _ bridge: Bridge, _ configuration: RuntimeConfiguration, permissions: Permissions, limits: Limits
  ) async throws {
    runtime = try await JavaScriptRuntime(
      bridge: bridge, permissions: permissions, configuration: configuration, limits: limits)
    server = try runtime.connection
    try await runtime.evaluate(EngineRelay.script)
  }

  /// The server's end.
  var callee: Connection { server }

  func start(_ receiver: any TransportReceiver) { state.withLock { $0.receiver = receiver } }

  func send(_ message: Message) throws(BridgeError) {
    switch message {
    case .call(let request):
      let task = Task { await self.make(request) }
      state.withLock { $0.tasks[request.id] = task }
    case .cancel(let id, _): state.withLock { $0.tasks[id] }?.cancel()
    default: throw BridgeError(.unimplemented, "Only calls pass the relay.")
    }
  }

  func close() {
    let tasks = state.withLock { state in
      defer { state = State() }
      return state.tasks.values
    }
    for task in tasks { task.cancel() }
    Task { [runtime] in await runtime.close() }
  }

  private func make(_ request: CallRequest) async {
    let answer: Result<Payload, BridgeError>
    do {
      let timeout: BridgeValue =
        if case .after(let duration) = request.timeout { .number(duration / .milliseconds(1)) } else { .undefined }
      let arguments = BridgeValue.array([.string(request.method), try request.params.value(), timeout])
      answer = .success(
        try await server.call("relay", Payload(encoding: arguments), timeout: .never) { progress in
          self.state.withLock { $0.receiver }?.receive(.progress(request.id, progress))
        })
    } catch {
      answer = .failure(BridgeError(error))
    }
    let receiver = state.withLock { state in
      state.tasks[request.id] = nil
      return state.receiver
    }
    receiver?.receive(.answer(request.id, answer))
  }
}
