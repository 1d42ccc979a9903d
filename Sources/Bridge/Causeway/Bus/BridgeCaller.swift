/// A type that calls handlers of another side: a connection, or a runtime, a pool or a process with connections.
public protocol BridgeCaller: Sendable {
  /// Runs `body` with a connection to the other side, and with the part of `timeout` that is left by then.
  ///
  /// - Throws: what `body` throws, or why there is no connection.
  func withConnection<Result>(
    _ timeout: Timeout, _ body: (Connection, Timeout) async throws -> Result
  ) async throws -> Result
}

extension BridgeCaller {
  /// Calls a handler of the other side and awaits its result.
  ///
  ///     let html: String = try await runtime.call("render", model, timeout: .seconds(2))
  ///     let row: Row = try await runtime.call("find", ["id": 7, "deep": true] as BridgeValue)
  ///
  /// The call ends no later than the call that the current task handles, if it handles one. Cancelling the task aborts
  /// the handler's signal.
  ///
  /// - Parameters:
  ///   - params: the parameters; `undefined` by default.
  ///   - timeout: includes the wait for a connection.
  ///   - onProgress: receives the progress that the handler reports.
  /// - Throws: `BridgeError`: the error of the handler, `UNIMPLEMENTED` without a handler, `DEADLINE_EXCEEDED`, or why
  ///   there is no connection.
  public func call<Result: Decodable & Sendable>(
    _ method: String, _ params: some Encodable & Sendable = BridgeValue.undefined, timeout: Timeout = .standard,
    onProgress: (@Sendable (BridgeValue) -> Void)? = nil, returning type: Result.Type = Result.self
  ) async throws -> Result {
    try await withConnection(timeout) { connection, timeout in
      try await connection.call(method, params, timeout: timeout, onProgress: onProgress, returning: type)
    }
  }

  /// Calls a handler of the other side, awaits its end and discards its result.
  public func call(
    _ method: String, _ params: some Encodable & Sendable = BridgeValue.undefined, timeout: Timeout = .standard
  ) async throws {
    try await withConnection(timeout) { connection, timeout in
      try await connection.call(method, params, timeout: timeout)
    }
  }
}

extension Connection: BridgeCaller {
  /// Runs `body` with this connection.
  public func withConnection<Result>(
    _ timeout: Timeout, _ body: (Connection, Timeout) async throws -> Result
  ) async throws -> Result {
    try await body(self, timeout)
  }
}
