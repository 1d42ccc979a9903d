/// Handlers that are plain functions: they need no task, and answer before the call returns to JavaScript.
///
/// Swift picks these for closures that contain no `await`. They run on the connection's own thread: work that takes long
/// belongs in an `async` closure with `execution: .concurrent`.
extension Bridge {
  /// Handles the calls of a method with a synchronous closure.
  @discardableResult @inlinable
  public func handle<Params: Decodable & Sendable, Result: Encodable & Sendable>(
    _ method: String, _ body: @escaping @Sendable (Params, CallContext) throws -> Result
  ) -> Registration {
    registerInContext(method, HandlerTypes(Params.self, Result.self)) { params, call in
      let limits = call.connection.limits
      return try Payload(encoding: body(params.decode(limits: limits), call), limits: limits)
    }
  }

  /// Handles the calls of a method with a synchronous closure.
  @discardableResult @inlinable
  public func handle<Params: Decodable & Sendable, Result: Encodable & Sendable>(
    _ method: String, _ body: @escaping @Sendable (Params) throws -> Result
  ) -> Registration {
    registerDirect(method, HandlerTypes(Params.self, Result.self)) { params, limits in
      try Payload(encoding: body(params.decode(limits: limits)), limits: limits)
    }
  }

  /// Handles the calls of a method that takes no parameters with a synchronous closure.
  @discardableResult @inlinable
  public func handle<Result: Encodable & Sendable>(
    _ method: String, _ body: @escaping @Sendable () throws -> Result
  ) -> Registration {
    registerDirect(method, HandlerTypes(nil, Result.self)) { _, limits in
      try Payload(encoding: body(), limits: limits)
    }
  }

  /// Handles the calls of a method that takes no parameters with a synchronous closure.
  @discardableResult @inlinable
  public func handle<Result: Encodable & Sendable>(
    _ method: String, _ body: @escaping @Sendable (CallContext) throws -> Result
  ) -> Registration {
    registerInContext(method, HandlerTypes(nil, Result.self)) { _, call in
      try Payload(encoding: body(call), limits: call.connection.limits)
    }
  }

  /// Handles the calls of a method that takes no parameters and returns nothing with a synchronous closure.
  @discardableResult @inlinable
  public func handle(_ method: String, _ body: @escaping @Sendable (CallContext) throws -> Void) -> Registration {
    registerInContext(method, HandlerTypes(nil, nil)) { _, call in
      try body(call)
      return .undefined
    }
  }

  /// Handles the calls of a method that returns nothing with a synchronous closure.
  @discardableResult @inlinable
  public func handle<Params: Decodable & Sendable>(
    _ method: String, _ body: @escaping @Sendable (Params, CallContext) throws -> Void
  ) -> Registration {
    registerInContext(method, HandlerTypes(Params.self, nil)) { params, call in
      try body(params.decode(limits: call.connection.limits), call)
      return .undefined
    }
  }

  /// Handles the calls of a method that returns nothing with a synchronous closure.
  @discardableResult @inlinable
  public func handle<Params: Decodable & Sendable>(
    _ method: String, _ body: @escaping @Sendable (Params) throws -> Void
  ) -> Registration {
    registerDirect(method, HandlerTypes(Params.self, nil)) { params, limits in
      try body(params.decode(limits: limits))
      return .undefined
    }
  }

  /// Handles the calls of a method that takes no parameters and returns nothing with a synchronous closure.
  @discardableResult @inlinable
  public func handle(_ method: String, _ body: @escaping @Sendable () throws -> Void) -> Registration {
    registerDirect(method, HandlerTypes(nil, nil)) { _, _ in
      try body()
      return .undefined
    }
  }

  @usableFromInline func registerDirect(
    _ method: String, _ types: HandlerTypes, _ body: @escaping Handler.Direct
  ) -> Registration {
    add(Handler(name: method, work: .direct(body), execution: .immediate, timeout: .standard, types: types))
  }

  @usableFromInline func registerInContext(
    _ method: String, _ types: HandlerTypes, _ body: @escaping Handler.DirectInContext
  ) -> Registration {
    add(Handler(name: method, work: .directInContext(body), execution: .immediate, timeout: .standard, types: types))
  }
}
