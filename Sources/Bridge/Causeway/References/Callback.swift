public import BridgeSchema

/// A function that crosses: one of JavaScript's that Swift calls, or a closure of Swift's that JavaScript calls.
///
///     struct Each: Decodable, Sendable { var table: String; var row: Callback<Row, Bool> }
///     bridge.handle("db.each") { (each: Each) async throws in
///       for try await row in database.rows(each.table) {
///         guard try await each.row(row) else { break }
///       }
///     }
///     bridge.handle("text.counter") { () in
///       Callback { (text: String) in text.count }
///     }
///
///     await bridge.call("db.each", { table: "people", row: async (row) => show(row) });
///     const count = await bridge.call("text.counter");
///     await count("Hello");                                                          // 5
///
/// JavaScript's function is called with `this` undefined and one value; a promise that it returns is awaited. Calls begin in the
/// order in which they are made, and a call that is made for another one ends no later: deadlines and cancellation are inherited.
///
/// A parameter from JavaScript can be called until its call ends: ``keep()`` makes a callback that lasts. A result, such as that
/// of `runtime.call("formatter", "de")`, lasts too. JavaScript's function is released with the last copy in Swift, or by
/// ``release()``; a closure is released when JavaScript has collected its function or released it by `bridge.release`.
///
/// A callback that is sent back to where its function is arrives as that function. Two callbacks are equal if they call the same
/// function.
///
/// Functions cross between Swift and the JavaScript of a runtime, a child process and a web view, and only a bridge decodes and
/// encodes them. Callbacks can be called on any thread.
public struct Callback<Input, Output>: Sendable {
  /// Nil for a value that stands for its type only.
  let reference: (any Callable)?

  /// Where the function was received: `db.each#row`; `function` for a closure.
  public var name: String { reference?.name ?? "function" }

  /// A callback to the same function that can be called after the end of the call.
  ///
  /// - Throws: `NOT_FOUND` if the call has ended already, or the code with which it failed.
  public func keep() throws(BridgeError) -> Callback { Callback(reference: try requireReference().keep()) }

  /// Ends this callback: calls under way and later ones fail with `NOT_FOUND`.
  ///
  /// Other callbacks to the same function of JavaScript's are not affected; a closure ends for all who have it. A second time it
  /// has no effect.
  public func release() { reference?.release() }

  private func requireReference() throws(BridgeError) -> any Callable {
    guard let reference else {
      throw BridgeError(.unimplemented, "This callback describes a type: it calls no function.")
    }
    return reference
  }

  private func call(_ params: Payload, _ timeout: Timeout) async throws -> Payload {
    try await requireReference().call(params, timeout: timeout)
  }

  private func encoded(_ input: some Encodable) throws(BridgeError) -> Payload {
    do throws(BridgeError) {
      return try Payload(encoding: input, root: "params", limits: requireReference().limits)
    } catch {
      throw error.of(name)
    }
  }

  private func decoded<Value: Decodable>(_ answer: Payload) throws(BridgeError) -> Value {
    do throws(BridgeError) {
      return try answer.decode(Value.self, root: "result", limits: requireReference().limits)
    } catch {
      throw error.of(name)
    }
  }
}

extension Callback {
  private init(_ input: Any.Type?, _ output: Any.Type?, _ body: @escaping LocalFunction.Body) {
    reference = LocalFunction(name: "function", types: HandlerTypes(input, output), body)
  }
}

extension Callback where Input: Decodable & Sendable, Output: Encodable & Sendable {
  /// A function that JavaScript can call, with one value, and whose promise has the closure's result or its error.
  ///
  /// `CallContext.current` has the deadline and the progress of a call.
  public init(_ body: @escaping @Sendable (Input) async throws -> Output) {
    self.init(Input.self, Output.self) { params, limits in
      try Payload(encoding: await body(params.decode(limits: limits)), limits: limits)
    }
  }
}

extension Callback where Input: Decodable & Sendable, Output == Void {
  /// A function that JavaScript can call, with one value, and whose promise has no value.
  public init(_ body: @escaping @Sendable (Input) async throws -> Void) {
    self.init(Input.self, nil) { params, limits in
      try await body(params.decode(limits: limits))
      return .undefined
    }
  }
}

extension Callback where Input == Void, Output: Encodable & Sendable {
  /// A function that JavaScript can call, without a value.
  public init(_ body: @escaping @Sendable () async throws -> Output) {
    self.init(nil, Output.self) { _, limits in try Payload(encoding: await body(), limits: limits) }
  }
}

extension Callback where Input == Void, Output == Void {
  /// A function that JavaScript can call, without a value, and whose promise has none.
  public init(_ body: @escaping @Sendable () async throws -> Void) {
    self.init(nil, nil) { _, _ in
      try await body()
      return .undefined
    }
  }
}

extension Callback where Input: Encodable & Sendable, Output: Decodable & Sendable {
  /// Calls the function and awaits its result.
  ///
  /// - Parameter timeout: no longer than the time that the current call has left.
  /// - Throws: the function's error; `NOT_FOUND` after the end of the callback; `UNAVAILABLE` after the end of the connection and
  ///   `ABORTED` after a reload.
  public func callAsFunction(_ input: Input, timeout: Timeout = .standard) async throws -> Output {
    try decoded(try await call(encoded(input), timeout))
  }
}

extension Callback where Input: Encodable & Sendable, Output == Void {
  /// Calls the function, awaits its end and discards its result.
  public func callAsFunction(_ input: Input, timeout: Timeout = .standard) async throws {
    _ = try await call(encoded(input), timeout)
  }
}

extension Callback where Input == Void, Output: Decodable & Sendable {
  /// Calls the function without a value and awaits its result.
  public func callAsFunction(timeout: Timeout = .standard) async throws -> Output {
    try decoded(try await call(.undefined, timeout))
  }
}

extension Callback where Input == Void, Output == Void {
  /// Calls the function without a value, awaits its end and discards its result.
  public func callAsFunction(timeout: Timeout = .standard) async throws { _ = try await call(.undefined, timeout) }
}

extension Callback: Hashable {
  /// Whether both call the same function.
  public static func == (left: Callback, right: Callback) -> Bool {
    left.reference?.identity == right.reference?.identity
  }

  /// Hashes what identifies the function.
  public func hash(into hasher: inout Hasher) { hasher.combine(reference?.identity) }
}

extension Callback: CrossingValue {
  /// Reads a function.
  public init(reading value: borrowing ValueReader) throws {
    let reference = try value.reference()
    guard let function = reference as? any Callable, (reference as? ImportedReference)?.typeName == nil else {
      throw value.isNot("a function")
    }
    self.reference = function
  }

  /// Writes the function.
  public func write(to writer: borrowing ValueWriter) throws {
    let reference = try requireReference()
    // One of its own, so that a function that was lent to a call goes back with the call's result.
    writer.write((try? reference.keep()) ?? reference)
  }

  /// Throws `UNIMPLEMENTED`: only a bridge decodes a function.
  public init(from decoder: any Decoder) throws {
    reference = nil
    if decoder is any DescribingDecoder { return }
    throw BridgeError(.unimplemented, "A Callback can be decoded only from a value that crosses a bridge.")
  }

  /// Throws `UNIMPLEMENTED`: only a bridge encodes a function.
  public func encode(to encoder: any Encoder) throws {
    throw BridgeError(.unimplemented, "\(name): a Callback can be encoded only into a value that crosses a bridge.")
  }
}

extension Callback: TypeDescribing {
  /// `(value: Input) => Output | Promise<Output>`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    .function(catalog.describe(Input.self), result: catalog.describe(Output.self))
  }
}
