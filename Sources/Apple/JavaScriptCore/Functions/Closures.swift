public import Foundation

// Each function that takes a value has an overload for closures of any signature, whose parameters are converted by
// their types. A missing argument is `undefined`; an argument that cannot be converted throws a `TypeError`; an error
// of the closure is thrown in JavaScript; an `async` closure returns a promise. The function retains the closure.

extension JSValue {
  /// Makes a function that calls a Swift closure.
  public convenience init!<each Argument, Result>(
    object closure: @escaping (repeat each Argument) throws -> Result, in context: JSContext!
  ) {
    self.init(context) { core in core.makeFunction(closure) }
  }

  /// Makes a function that calls an asynchronous Swift closure and returns a promise.
  public convenience init!<each Argument, Result>(
    object closure: @escaping @Sendable (repeat each Argument) async throws -> Result, in context: JSContext!
  ) {
    self.init(context) { core in core.makeFunction(closure) }
  }

  /// Sets a property to a function that calls a Swift closure.
  public func setValue<each Argument, Result>(
    _ closure: @escaping (repeat each Argument) throws -> Result, forProperty property: JSValueProperty!
  ) {
    set(property) { core in core.makeFunction(closure) }
  }

  /// Sets a property to a function that calls an asynchronous Swift closure and returns a promise.
  public func setValue<each Argument, Result>(
    _ closure: @escaping @Sendable (repeat each Argument) async throws -> Result, forProperty property: JSValueProperty!
  ) {
    set(property) { core in core.makeFunction(closure) }
  }

  /// Sets a property to a function that calls a Swift closure.
  public func setObject<each Argument, Result>(
    _ closure: @escaping (repeat each Argument) throws -> Result, forKeyedSubscript key: Any!
  ) {
    set(key) { core in core.makeFunction(closure) }
  }

  /// Sets a property to a function that calls an asynchronous Swift closure and returns a promise.
  public func setObject<each Argument, Result>(
    _ closure: @escaping @Sendable (repeat each Argument) async throws -> Result, forKeyedSubscript key: Any!
  ) {
    set(key) { core in core.makeFunction(closure) }
  }
}

extension JSContext {
  /// Sets a property of the global object to a function that calls a Swift closure.
  public func setObject<each Argument, Result>(
    _ closure: @escaping (repeat each Argument) throws -> Result,
    forKeyedSubscript key: (any NSCopying & NSObjectProtocol)!
  ) {
    globalObject.set(key) { core in core.makeFunction(closure) }
  }

  /// Sets a property of the global object to a function that calls a Swift closure.
  public func setObject<each Argument, Result>(
    _ closure: @escaping (repeat each Argument) throws -> Result, forKeyedSubscript key: String
  ) {
    globalObject.set(key) { core in core.makeFunction(closure) }
  }

  /// Sets a property of the global object to a function that calls an asynchronous closure and returns a promise.
  public func setObject<each Argument, Result>(
    _ closure: @escaping @Sendable (repeat each Argument) async throws -> Result,
    forKeyedSubscript key: (any NSCopying & NSObjectProtocol)!
  ) {
    globalObject.set(key) { core in core.makeFunction(closure) }
  }

  /// Sets a property of the global object to a function that calls an asynchronous closure and returns a promise.
  public func setObject<each Argument, Result>(
    _ closure: @escaping @Sendable (repeat each Argument) async throws -> Result, forKeyedSubscript key: String
  ) {
    globalObject.set(key) { core in core.makeFunction(closure) }
  }
}
