// Handlers whose types cannot cross, such as `[String: Any]`. They are declared for the sake of the compiler's message, which
// otherwise is that `Any` does not conform to `Decodable`.

extension Bridge {
  /// Not available: the parameters have to be `Decodable & Sendable`, and the result `Encodable & Sendable`.
  @available(
    *, unavailable,
    message: "values must be Codable and Sendable: use a struct, BridgeObject (any object) or BridgeValue (any value)"
  )
  @discardableResult @_disfavoredOverload
  public func handle<Params, Result>(
    _ method: String, execution: HandlerExecution = .immediate, timeout: Timeout = .standard,
    _ body: @escaping (Params, CallContext) async throws -> Result
  ) -> Registration {
    preconditionFailure("It is not available.")
  }

  /// Not available: the parameters have to be `Decodable & Sendable`, and the result `Encodable & Sendable`.
  @available(
    *, unavailable,
    message: "values must be Codable and Sendable: use a struct, BridgeObject (any object) or BridgeValue (any value)"
  )
  @discardableResult @_disfavoredOverload
  public func handle<Params, Result>(
    _ method: String, execution: HandlerExecution = .immediate, timeout: Timeout = .standard,
    _ body: @escaping (Params) async throws -> Result
  ) -> Registration {
    preconditionFailure("It is not available.")
  }

  /// Not available: the result has to be `Encodable & Sendable`.
  @available(
    *, unavailable,
    message: "values must be Codable and Sendable: use a struct, BridgeObject (any object) or BridgeValue (any value)"
  )
  @discardableResult @_disfavoredOverload
  public func handle<Result>(
    _ method: String, execution: HandlerExecution = .immediate, timeout: Timeout = .standard,
    _ body: @escaping () async throws -> Result
  ) -> Registration {
    preconditionFailure("It is not available.")
  }
}
