import Synchronization

/// The registration of a handler: ``remove()`` removes the handler.
public struct Registration: Sendable {
  private let handler: Handler
  private let registry: HandlerRegistry

  init(_ handler: Handler, in registry: HandlerRegistry) {
    self.handler = handler
    self.registry = registry
  }

  /// Removes the handler; its running calls continue.
  ///
  /// Has no effect if another handler now has its name.
  public func remove() { registry.remove(handler) }
}

extension Bridge {
  // MARK: Calls

  /// Handles the calls of a method.
  ///
  /// The parameters are decoded into the closure's type before it runs; its result is encoded, and its error rejects
  /// the promise. Its task is cancelled if the call ends first: by its deadline, an abort in JavaScript or the end of
  /// the connection.
  ///
  /// - Parameters:
  ///   - method: `noun.verb`. Registering a name twice is a programming error and traps: call ``removeHandler(_:)``
  ///     first.
  ///   - execution: the way the closure is scheduled.
  ///   - timeout: the timeout of calls that do not set one.
  /// - Returns: the registration, which can remove the handler again.
  @discardableResult @inlinable
  public func handle<Params: Decodable & Sendable, Result: Encodable & Sendable>(
    _ method: String, execution: HandlerExecution = .immediate, timeout: Timeout = .standard,
    _ body: nonisolated(nonsending) @escaping @Sendable (Params, CallContext) async throws -> Result
  ) -> Registration {
    registerCall(method, execution, timeout, HandlerTypes(Params.self, Result.self)) { params, call in
      let limits = call.connection.limits
      return try Payload(encoding: await body(params.decode(limits: limits), call), limits: limits)
    }
  }

  /// Handles the calls of a method: see ``handle(_:execution:timeout:_:)``.
  @discardableResult @inlinable
  public func handle<Params: Decodable & Sendable, Result: Encodable & Sendable>(
    _ method: String, execution: HandlerExecution = .immediate, timeout: Timeout = .standard,
    _ body: nonisolated(nonsending) @escaping @Sendable (Params) async throws -> Result
  ) -> Registration {
    registerCall(method, execution, timeout, HandlerTypes(Params.self, Result.self)) { params, call in
      let limits = call.connection.limits
      return try Payload(encoding: await body(params.decode(limits: limits)), limits: limits)
    }
  }

  /// Handles the calls of a method that takes no parameters.
  @discardableResult @inlinable
  public func handle<Result: Encodable & Sendable>(
    _ method: String, execution: HandlerExecution = .immediate, timeout: Timeout = .standard,
    _ body: nonisolated(nonsending) @escaping @Sendable (CallContext) async throws -> Result
  ) -> Registration {
    registerCall(method, execution, timeout, HandlerTypes(nil, Result.self)) { _, call in
      try Payload(encoding: await body(call), limits: call.connection.limits)
    }
  }

  /// Handles the calls of a method that takes no parameters.
  @discardableResult @inlinable
  public func handle<Result: Encodable & Sendable>(
    _ method: String, execution: HandlerExecution = .immediate, timeout: Timeout = .standard,
    _ body: nonisolated(nonsending) @escaping @Sendable () async throws -> Result
  ) -> Registration {
    registerCall(method, execution, timeout, HandlerTypes(nil, Result.self)) { _, call in
      try Payload(encoding: await body(), limits: call.connection.limits)
    }
  }

  /// Handles the calls of a method that returns nothing: `undefined` in JavaScript.
  @discardableResult @inlinable
  public func handle<Params: Decodable & Sendable>(
    _ method: String, execution: HandlerExecution = .immediate, timeout: Timeout = .standard,
    _ body: nonisolated(nonsending) @escaping @Sendable (Params, CallContext) async throws -> Void
  ) -> Registration {
    registerCall(method, execution, timeout, HandlerTypes(Params.self, nil)) { params, call in
      try await body(params.decode(limits: call.connection.limits), call)
      return .undefined
    }
  }

  /// Handles the calls of a method that returns nothing.
  @discardableResult @inlinable
  public func handle<Params: Decodable & Sendable>(
    _ method: String, execution: HandlerExecution = .immediate, timeout: Timeout = .standard,
    _ body: nonisolated(nonsending) @escaping @Sendable (Params) async throws -> Void
  ) -> Registration {
    registerCall(method, execution, timeout, HandlerTypes(Params.self, nil)) { params, call in
      try await body(params.decode(limits: call.connection.limits))
      return .undefined
    }
  }

  /// Handles the calls of a method that takes no parameters and returns nothing.
  @discardableResult @inlinable
  public func handle(
    _ method: String, execution: HandlerExecution = .immediate, timeout: Timeout = .standard,
    _ body: nonisolated(nonsending) @escaping @Sendable (CallContext) async throws -> Void
  ) -> Registration {
    registerCall(method, execution, timeout, HandlerTypes(nil, nil)) { _, call in
      try await body(call)
      return .undefined
    }
  }

  /// Handles the calls of a method that takes no parameters and returns nothing.
  @discardableResult @inlinable
  public func handle(
    _ method: String, execution: HandlerExecution = .immediate, timeout: Timeout = .standard,
    _ body: nonisolated(nonsending) @escaping @Sendable () async throws -> Void
  ) -> Registration {
    registerCall(method, execution, timeout, HandlerTypes(nil, nil)) { _, _ in
      try await body()
      return .undefined
    }
  }

  /// Handles the calls of a method on an actor: the closure runs isolated to it.
  @discardableResult @inlinable
  public func handle<Isolation: Actor, Params: Decodable & Sendable, Result: Encodable & Sendable>(
    _ method: String, on actor: Isolation, timeout: Timeout = .standard,
    _ body: @escaping @Sendable (isolated Isolation, Params, CallContext) async throws -> Result
  ) -> Registration {
    handle(method, timeout: timeout) { (params: Params, call: CallContext) in try await body(actor, params, call) }
  }

  /// Handles the calls of a method with a closure that answers later, with its `Reply`.
  ///
  /// For work that ends with a callback. It needs no task, so a waiting call costs a few hundred bytes. The closure
  /// runs on the connection's own thread; `CallContext.isSettled` is true when the answer is no longer needed. A reply
  /// that is released without an answer rejects the promise.
  @discardableResult @inlinable
  public func handle<Params: Decodable & Sendable, Result: Encodable & Sendable>(
    _ method: String, timeout: Timeout = .standard, replying type: Result.Type,
    _ body: @escaping @Sendable (Params, CallContext, Reply<Result>) -> Void
  ) -> Registration {
    registerReplying(method, timeout, HandlerTypes(Params.self, Result.self)) { params, call, answer in
      let limits = call.connection.limits
      let reply = Reply<Result> { result in
        answer(result.flatMap { value in Swift.Result { try Payload(encoding: value, limits: limits) } })
      }
      body(try params.decode(limits: limits), call, reply)
    }
  }

  // MARK: Streams

  /// Handles a stream: JavaScript iterates over the returned sequence with `for await`.
  ///
  /// The sequence is iterated as fast as JavaScript consumes its items; see `policy`. Leaving the loop in JavaScript
  /// cancels the iterating task.
  @discardableResult @inlinable
  public func stream<Params: Decodable & Sendable, Items: AsyncSequence & Sendable>(
    _ method: String, policy: StreamPolicy = .wait, timeout: Timeout = .never,
    _ body: nonisolated(nonsending) @escaping @Sendable (Params, CallContext) async throws -> Items
  ) -> Registration where Items.Element: Encodable & Sendable {
    registerStream(method, policy, timeout, HandlerTypes(Params.self, Items.Element.self)) { params, call, sender in
      let limits = call.connection.limits
      try await sender.send(each: body(params.decode(limits: limits), call), limits: limits)
    }
  }

  /// Handles a stream that takes no parameters.
  @discardableResult @inlinable
  public func stream<Items: AsyncSequence & Sendable>(
    _ method: String, policy: StreamPolicy = .wait, timeout: Timeout = .never,
    _ body: @escaping @Sendable (CallContext) async throws -> Items
  ) -> Registration where Items.Element: Encodable & Sendable {
    registerStream(method, policy, timeout, HandlerTypes(nil, Items.Element.self)) { _, call, sender in
      try await sender.send(each: body(call), limits: call.connection.limits)
    }
  }

  // MARK: Names

  /// Whether a method is registered.
  public func hasHandler(_ method: String) -> Bool { registry.handler(method) != nil }

  /// The registered methods, sorted.
  public var methods: [String] { registry.names }

  /// Whether this permission allows any registered method or event.
  package func hasMember(permission: String) -> Bool {
    registry.all.contains { $0.permission == permission } || plugins.records.contains { $0.permission == permission }
      || eventSources.withLock { $0[permission] != nil }
  }

  /// The events that are declared or have a source, sorted.
  package var events: [String] {
    let declared = plugins.records.filter { $0.declaration.kind == .event }.map(\.name)
    return Set(declared).union(eventSources.withLock { $0.keys }).sorted()
  }

  /// Removes the handler of a method; its running calls continue.
  ///
  /// Returns whether there was one.
  @discardableResult
  public func removeHandler(_ method: String) -> Bool { registry.remove(method) }

  // MARK: Registering

  @usableFromInline func registerCall(
    _ method: String, _ execution: HandlerExecution, _ timeout: Timeout, _ types: HandlerTypes,
    _ call: @escaping Handler.Call
  ) -> Registration {
    add(Handler(name: method, work: .call(call), execution: execution, timeout: timeout, types: types))
  }

  @usableFromInline func registerReplying(
    _ method: String, _ timeout: Timeout, _ types: HandlerTypes, _ body: @escaping Handler.Replying
  ) -> Registration {
    add(Handler(name: method, work: .replying(body), execution: .immediate, timeout: timeout, types: types))
  }

  @usableFromInline func registerStream(
    _ method: String, _ policy: StreamPolicy, _ timeout: Timeout, _ types: HandlerTypes,
    _ stream: @escaping Handler.Stream
  ) -> Registration {
    add(Handler(name: method, work: .stream(stream, policy), execution: .immediate, timeout: timeout, types: types))
  }

  /// Handles a method of two programs of ours, whose name begins with `$/` so that no JavaScript can have it.
  package func handle(
    reserved method: String, _ body: @escaping @Sendable (Payload, CallContext) async throws -> Payload
  ) {
    // Not at once: the thread that reads the link goes on.
    let handler = Handler(
      name: method, work: .call(body), execution: .concurrent, timeout: .never, types: HandlerTypes(nil, nil))
    precondition(method.hasPrefix("$/") && registry.add(handler), "\(method) is not reserved, or is handled already.")
  }

  func add(_ handler: Handler) -> Registration {
    precondition(!handler.name.isEmpty, "A handler needs a name.")
    precondition(
      !handler.name.hasPrefix("$/"), "\(handler.name): names that begin with $/ are reserved for the bridge.")
    precondition(
      registry.add(handler),
      "A handler named \(handler.name) is registered already: remove it first, or choose another name.")
    return Registration(handler, in: registry)
  }
}
