import CausewayJavaScript
import JavaScriptRuntime
import Synchronization

@testable import Causeway

/// The caller's end of a link whose other end is real JavaScript: each call is made there, by `bridge.call`.
///
/// What a test asks of the server is then asked by a script, with its values, errors, deadlines, aborts, progress and
/// streams translated both ways. A stream's items are fetched one by one, as the caller has room for them.
final class ScriptRelay: Transport {
  static let script = """
    bridge.handle("relay", ([method, params, timeout], { signal, report }) =>
      bridge.call(method, params, { timeout, signal, onProgress: report }));
    const streams = new Map();
    bridge.handle("relay.open", ([id, method, params]) => {
      streams.set(id, bridge.stream(method, params, { buffer: 4 }));
    });
    bridge.handle("relay.next", async (id) => {
      const { done, value } = await streams.get(id).next();
      return done ? [] : [value];
    });
    bridge.handle("relay.end", async (id) => {
      await streams.get(id)?.return();
      streams.delete(id);
    });
    """

  private struct State {
    var receiver: (any TransportReceiver)?
    var tasks: [CallID: Task<Void, Never>] = [:]
    var credits: [CallID: AsyncStream<Int>.Continuation] = [:]
  }

  /// The server's end.
  let callee: Connection
  private let end: @Sendable () async -> Void
  private let state = Mutex(State())

  /// Makes its calls at the other end of `callee`, where the script runs.
  ///
  /// - Parameter end: ends what runs the script.
  init(_ callee: Connection, end: @escaping @Sendable () async -> Void) {
    self.callee = callee
    self.end = end
  }

  /// A relay in an engine of this process.
  static func engine(
    _ bridge: Bridge, _ configuration: RuntimeConfiguration, permissions: Permissions, limits: Limits
  ) async throws -> ScriptRelay {
    let runtime = try await JavaScriptRuntime(
      bridge: bridge, permissions: permissions, configuration: configuration, limits: limits)
    try await runtime.evaluate(script)
    return ScriptRelay(try runtime.connection) { await runtime.close() }
  }

  func start(_ receiver: any TransportReceiver) { state.withLock { $0.receiver = receiver } }

  func send(_ message: Message) throws(BridgeError) {
    switch message {
    case .call(let request):
      state.withLock { state in
        if let credit = request.credit {
          let (credits, more) = AsyncStream<Int>.makeStream()
          more.yield(credit)
          state.credits[request.id] = more
          state.tasks[request.id] = Task { self.finish(request, await self.stream(request, credits)) }
        } else {
          state.tasks[request.id] = Task { self.finish(request, await self.call(request)) }
        }
      }
    case .cancel(let id, _): state.withLock { $0.tasks[id] }?.cancel()
    case .credit(let id, let items): state.withLock { $0.credits[id] }?.yield(items)
    default: throw BridgeError(.unimplemented, "Only calls and streams pass the relay.")
    }
  }

  func close() {
    let tasks = state.withLock { state in
      defer { state = State() }
      return state.tasks.values
    }
    for task in tasks { task.cancel() }
    Task { [end] in await end() }
  }

  private func call(_ request: CallRequest) async -> Result<Payload, BridgeError> {
    await result {
      let timeout: BridgeValue =
        if case .after(let duration) = request.timeout { .number(duration / .milliseconds(1)) } else { .undefined }
      let arguments = BridgeValue.array([.string(request.method), try request.params.value(), timeout])
      return try await callee.call("relay", Payload(encoding: arguments), timeout: .never) { progress in
        self.receive(.progress(request.id, progress))
      }
    }
  }

  private func stream(_ request: CallRequest, _ credits: AsyncStream<Int>) async -> Result<Payload, BridgeError> {
    let id = BridgeValue.number(Double(request.id.rawValue))
    let answer = await result {
      let arguments = BridgeValue.array([id, .string(request.method), try request.params.value()])
      try await callee.call("relay.open", arguments)
      for await credit in credits {
        for _ in 0..<credit {
          let next: [BridgeValue] = try await callee.call("relay.next", id, timeout: .never)
          guard let item = next.first else { return .undefined }
          receive(.item(request.id, try Payload(encoding: item)))
        }
      }
      throw BridgeError(.cancelled, "The stream was given up.")
    }
    // Not in this task, which may be cancelled; before the answer, as who has that may ask whether all is quiet.
    _ = await Task { [callee] in try await callee.call("relay.end", id) }.result
    return answer
  }

  private func result(_ body: () async throws -> Payload) async -> Result<Payload, BridgeError> {
    do { return .success(try await body()) } catch { return .failure(BridgeError(error)) }
  }

  private func finish(_ request: CallRequest, _ answer: Result<Payload, BridgeError>) {
    state.withLock { state in
      state.tasks[request.id] = nil
      state.credits.removeValue(forKey: request.id)?.finish()
    }
    receive(.answer(request.id, answer))
  }

  private func receive(_ message: Message) { state.withLock { $0.receiver }?.receive(message) }
}
