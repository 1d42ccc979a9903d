public import Causeway
import CausewayConcurrency
public import JavaScriptRuntime

extension JavaScriptRuntimePool {
  /// Starts a pool of runtimes whose JavaScript has the global `bridge`, each with a connection to one Swift bridge.
  ///
  ///     let pool = try await JavaScriptRuntimePool(bridge: bridge, permissions: ["rows.query"]) { runtime in
  ///       try await runtime.evaluate(file: "templates.js")
  ///     }
  ///     let html: String = try await pool.call("render", model)
  ///
  /// - Parameters:
  ///   - permissions: the methods and events that the JavaScript may use.
  ///   - limits: the limits of each connection; nil for those of the bridge.
  ///   - prepare: runs once in each new context, after the bridge is attached.
  public convenience init(
    bridge: Bridge, permissions: Permissions, limits: Limits? = nil, _ configuration: Configuration = Configuration(),
    prepare: @escaping @Sendable (JavaScriptRuntime) async throws -> Void = { _ in }
  ) async throws {
    var configuration = configuration
    configuration.runtime.clock = configuration.runtime.clock ?? bridge.clock.base
    try await self.init(configuration) { runtime in
      try await runtime.attach(bridge, permissions: permissions, limits: limits)
      // The current task may serve a call that used the runtime before; its context, and its deadline, must not be
      // inherited.
      try await CallContext.$current.withValue(nil) { try await prepare(runtime) }
    }
  }

  /// Calls a handler that JavaScript registered with `bridge.handle`, in the runtime that a key belongs to.
  public func call<Result: Decodable & Sendable>(
    _ method: String, _ params: some Encodable & Sendable = BridgeValue.undefined, for key: some Hashable & Sendable,
    timeout: Timeout = .standard, returning type: Result.Type = Result.self
  ) async throws -> Result {
    try await bridged {
      try await withRuntime(for: key) { runtime in
        await outcome { try await runtime.call(method, params, timeout: timeout, returning: type) }
      }
    }
  }

  /// Calls a handler that JavaScript registered with `bridge.handle`, in the runtime that a key belongs to, and awaits its
  /// end.
  public func call(
    _ method: String, _ params: some Encodable & Sendable = BridgeValue.undefined, for key: some Hashable & Sendable,
    timeout: Timeout = .standard
  ) async throws {
    try await bridged {
      try await withRuntime(for: key) { runtime in
        await outcome { try await runtime.call(method, params, timeout: timeout) }
      }
    }
  }

  /// The outcome of a use, with the pool's own errors as `BridgeError`: a call of a runtime or of a process throws no others.
  private func bridged<Value>(_ use: () async throws -> Result<Value, any Error>) async throws -> Value {
    let outcome: Result<Value, any Error>
    do { outcome = try await use() } catch let error as JavaScriptError { throw error.bridgeError }
    return try outcome.get()
  }

  nonisolated(nonsending)
    private func outcome<Value>(
      _ body: nonisolated(nonsending) () async throws -> Value
    ) async -> Result<Value, any Error>
  {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}

extension JavaScriptRuntimePool: BridgeCaller {
  /// Runs `body` with the connection of the least busy runtime, which counts as used until `body` returns.
  ///
  /// - Throws: what `withRuntime(_:)` throws, as a `BridgeError`.
  public func withConnection<Result>(
    _ timeout: Timeout, _ body: (Connection, Timeout) async throws -> Result
  ) async throws -> Result {
    try await bridged {
      try await withRuntime { runtime in await outcome { try await body(runtime.connection, timeout) } }
    }
  }
}
