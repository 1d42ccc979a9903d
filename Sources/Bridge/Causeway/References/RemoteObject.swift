public import BridgeSchema

/// An object of JavaScript's that crosses by reference: Swift calls its methods.
///
///     class Counter extends bridge.RemoteObject {
///       #total = 0;
///       add(count) { return (this.#total += count); }
///     }
///     bridge.handle("counter.make", () => new Counter());
///
///     let counter: RemoteObject = try await runtime.call("counter.make")
///     let total: Int = try await counter.call("add", 3)
///
/// `bridge.remote(object)` does the same for an object without a class. The methods are called with their object as `this`, with one
/// value and the context that handlers have; a promise is awaited. The methods of its class can be called, and no fields or accessors:
/// any other name is `UNIMPLEMENTED`. Calls begin in the order in which they are made.
///
/// A parameter of a call from JavaScript can be called until its call ends: ``keep()`` makes one that lasts. A result lasts until the
/// last copy in Swift is gone, or until ``release()``. Sent back, it arrives as the object that it is. Two are equal if they stand for
/// the same object.
///
/// Only a bridge to a runtime, a child process or a web view decodes and encodes it. It can be called on any thread. Observers and
/// errors name the place where it was received, and the method: `counter.make#result.add`.
public struct RemoteObject: Sendable {
  /// Nil for a value that stands for the type only.
  let reference: ImportedReference?

  /// Where the object was received: `counter.make#result`.
  public var name: String { reference?.name ?? "object" }

  /// Calls a method and awaits its result.
  ///
  /// - Parameters:
  ///   - params: the method's parameter; `undefined` by default.
  ///   - timeout: no longer than the time that the current call has left.
  ///   - onProgress: receives the progress that the method reports by its context.
  /// - Throws: `BridgeError`: the method's error; `UNIMPLEMENTED` if there is no such method; `NOT_FOUND` after the end of the
  ///   object, `UNAVAILABLE` after the end of the connection and `ABORTED` after a reload.
  public func call<Result: Decodable & Sendable>(
    _ method: String, _ params: some Encodable & Sendable = BridgeValue.undefined, timeout: Timeout = .standard,
    onProgress: (@Sendable (BridgeValue) -> Void)? = nil, returning type: Result.Type = Result.self
  ) async throws -> Result {
    let reference = try requireReference()
    let limits = reference.limits
    var report: (@Sendable (Payload) -> Void)?
    if let onProgress {
      report = { payload in if let value = try? payload.value(limits: limits) { onProgress(value) } }
    }
    let answer = try await reference.connection.call(
      reference, method, encoded(params, for: method, of: reference), timeout: timeout, onProgress: report)
    do throws(BridgeError) {
      return try answer.decode(type, root: "result", limits: limits)
    } catch {
      throw error.of(reference.name(of: method))
    }
  }

  /// Calls a method, awaits its end and discards its result.
  public func call(
    _ method: String, _ params: some Encodable & Sendable = BridgeValue.undefined, timeout: Timeout = .standard
  ) async throws {
    let reference = try requireReference()
    _ = try await reference.connection.call(
      reference, method, encoded(params, for: method, of: reference), timeout: timeout)
  }

  /// Returns the items that a method yields: see ``Connection/stream(_:_:of:timeout:buffer:)``.
  public func stream<Element: Decodable & Sendable>(
    _ method: String, _ params: some Encodable & Sendable = BridgeValue.undefined,
    of type: Element.Type = Element.self, timeout: Timeout = .never, buffer: Int = 16
  ) -> BridgeStream<Element> {
    let source = Result { () throws(BridgeError) in
      let reference = try requireReference()
      return BridgeStream<Element>.Source(
        connection: reference.connection, params: try encoded(params, for: method, of: reference),
        object: (reference, method))
    }
    return BridgeStream(
      source: source, method: reference?.name(of: method) ?? method, timeout: timeout, buffer: max(1, buffer))
  }

  /// A reference to the same object that can be called after the end of the call.
  ///
  /// - Throws: `NOT_FOUND` if the call has ended already, or the code with which it failed.
  public func keep() throws(BridgeError) -> RemoteObject {
    RemoteObject(reference: try requireReference().keep())
  }

  /// Ends this reference: calls under way and later ones fail with `NOT_FOUND`.
  ///
  /// Other references to the same object are not affected. A second time it has no effect.
  public func release() { reference?.release() }

  private func requireReference() throws(BridgeError) -> ImportedReference {
    guard let reference else {
      throw BridgeError(.unimplemented, "This object describes a type: it has no methods.")
    }
    return reference
  }

  private func encoded(
    _ params: some Encodable, for method: String, of reference: ImportedReference
  ) throws(BridgeError) -> Payload {
    try reference.connection.encoded(params, for: reference.name(of: method))
  }
}

extension RemoteObject: Hashable {
  /// Whether both stand for the same object.
  public static func == (left: RemoteObject, right: RemoteObject) -> Bool {
    left.reference?.identity == right.reference?.identity
  }

  /// Hashes what identifies the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(reference?.identity) }
}

extension RemoteObject: CrossingValue {
  /// Reads an object.
  ///
  /// - Throws: an error if the value is not an object of JavaScript's that crosses by reference.
  public init(reading value: borrowing ValueReader) throws {
    guard let reference = try? value.reference() as? ImportedReference, reference.typeName != nil else {
      throw value.isNot("an object that crosses by reference (see bridge.remote)")
    }
    self.reference = reference
  }

  /// Writes the object.
  public func write(to writer: borrowing ValueWriter) throws {
    let reference = try requireReference()
    // One of its own, so that an object that was lent to a call goes back with the call's result.
    writer.write((try? reference.keep()) ?? reference)
  }

  /// Throws `UNIMPLEMENTED`: only a bridge decodes an object by reference.
  public init(from decoder: any Decoder) throws {
    reference = nil
    if decoder is any DescribingDecoder { return }
    throw BridgeError(.unimplemented, "A RemoteObject can be decoded only from a value that crosses a bridge.")
  }

  /// Throws `UNIMPLEMENTED`: only a bridge encodes an object by reference.
  public func encode(to encoder: any Encoder) throws {
    throw BridgeError(.unimplemented, "\(name): a RemoteObject can be encoded only into a value that crosses a bridge.")
  }
}

extension RemoteObject: TypeDescribing {
  /// `object`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .remoteObject }
}
