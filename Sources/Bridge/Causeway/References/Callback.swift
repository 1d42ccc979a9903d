public import BridgeSchema

/// A function of JavaScript's, as a parameter or a result.
///
///     struct Each: Decodable, Sendable { var table: String; var row: Callback<Row, Bool> }
///     bridge.handle("db.each") { (each: Each) async throws in
///       for try await row in database.rows(each.table) {
///         guard try await each.row(row) else { break }
///       }
///     }
///
///     await bridge.call("db.each", { table: "people", row: async (row) => show(row) });
///
/// The function is called with `this` undefined and one value; a promise that it returns is awaited. Calls begin in the order in
/// which they are made, and a call that is made for another one ends no later: deadlines and cancellation are inherited.
///
/// A parameter can be called until its call ends: ``keep()`` makes a callback that lasts. A result, such as that of
/// `runtime.call("formatter", "de")`, lasts too. JavaScript's function is released with the last copy in Swift, or by
/// ``release()``. Two callbacks are equal if they call the same function.
///
/// Functions cross between Swift and the JavaScript of a runtime, a child process and a web view. They cross from JavaScript only,
/// and only a bridge decodes them. Callbacks can be called on any thread.
public struct Callback<Input, Output>: Sendable {
  /// Nil for a value that stands for its type only.
  let reference: ImportedReference?

  /// Where the function was received: `db.each#row`.
  public var name: String { reference?.name ?? "function" }

  /// A callback to the same function that can be called after the end of the call.
  ///
  /// - Throws: `NOT_FOUND` if the call has ended already, or the code with which it failed.
  public func keep() throws(BridgeError) -> Callback { Callback(reference: try requireReference().keep()) }

  /// Ends this callback: calls under way and later ones fail with `NOT_FOUND`.
  ///
  /// Other callbacks to the same function are not affected. A second time it has no effect.
  public func release() { reference?.end(BridgeError(.notFound, "\(name) was released.")) }

  private func requireReference() throws(BridgeError) -> ImportedReference {
    guard let reference else {
      throw BridgeError(.unimplemented, "This callback describes a type: it calls no function.")
    }
    return reference
  }

  private func call(_ params: Payload, _ timeout: Timeout) async throws -> Payload {
    let reference = try requireReference()
    return try await reference.connection.call(reference, params, timeout: timeout)
  }

  private func encoded(_ input: some Encodable) throws(BridgeError) -> Payload {
    do throws(BridgeError) {
      return try Payload(encoding: input, root: "params", limits: requireReference().connection.limits)
    } catch {
      throw error.of(name)
    }
  }

  private func decoded<Value: Decodable>(_ answer: Payload) throws(BridgeError) -> Value {
    do throws(BridgeError) {
      return try answer.decode(Value.self, root: "result", limits: requireReference().connection.limits)
    } catch {
      throw error.of(name)
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
    left.reference?.number == right.reference?.number && left.reference?.epoch == right.reference?.epoch
      && left.reference?.connection === right.reference?.connection
  }

  /// Hashes the function's number.
  public func hash(into hasher: inout Hasher) { hasher.combine(reference?.number) }
}

extension Callback: CrossingValue {
  /// Reads a function.
  public init(reading value: borrowing ValueReader) throws {
    guard let reference = try value.reference() as? ImportedReference else { throw value.isNot("a function") }
    self.reference = reference
  }

  /// Throws `UNIMPLEMENTED`: functions cross from JavaScript only.
  public func write(to writer: borrowing ValueWriter) throws { throw unsupported }

  /// Throws `UNIMPLEMENTED`: only a bridge decodes a function.
  public init(from decoder: any Decoder) throws {
    reference = nil
    if decoder is any DescribingDecoder { return }
    throw BridgeError(.unimplemented, "A Callback can be decoded only from a value that crosses a bridge.")
  }

  /// Throws `UNIMPLEMENTED`: functions cross from JavaScript only.
  public func encode(to encoder: any Encoder) throws { throw unsupported }

  private var unsupported: BridgeError {
    BridgeError(.unimplemented, "\(name): a Callback cannot be sent: functions cross from JavaScript to Swift only.")
  }
}

extension Callback: TypeDescribing {
  /// `(value: Input) => Output | Promise<Output>`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    .function(catalog.describe(Input.self), result: catalog.describe(Output.self))
  }
}
