// What the code that `@Plugin` writes finds for a type that cannot cross: a sentence that says what to do, instead of the
// conformance that is missing.

extension PluginArguments {
  /// Says what to do about a parameter's type.
  @_disfavoredOverload
  @available(*, unavailable, message: "this type cannot cross the bridge: mark it @Crossing, or make it Codable")
  public func value<Value>(_ type: Value.Type = Value.self) throws -> Value { throw ValueMismatch("") }

  /// Says what to do about a parameter's type.
  @_disfavoredOverload
  @available(*, unavailable, message: "this type cannot cross the bridge: mark it @Crossing, or make it Codable")
  public func value<Value>(
    _ type: Value.Type = Value.self, default value: @autoclosure () -> Value
  ) throws -> Value { value() }

  /// Says what to do about a result's type.
  @_disfavoredOverload
  @available(*, unavailable, message: "this type cannot cross the bridge: mark it @Crossing, or make it Codable")
  public func answer<Value>(_ result: Value) throws -> Payload { .undefined }
}

extension ObjectReader {
  /// Says what to do about a parameter's type.
  @_disfavoredOverload
  @available(*, unavailable, message: "this type cannot cross the bridge: mark it @Crossing, or make it Codable")
  public func member<Value>(_ position: Int, as type: Value.Type = Value.self) throws -> Value {
    throw ValueMismatch("")
  }

  /// Says what to do about a parameter's type.
  @_disfavoredOverload
  @available(*, unavailable, message: "this type cannot cross the bridge: mark it @Crossing, or make it Codable")
  public func member<Value>(
    _ position: Int, as type: Value.Type = Value.self, default value: @autoclosure () -> Value
  ) throws -> Value { value() }
}

extension PluginRegistrar {
  /// Says what to do about the type of a sequence's items.
  @_disfavoredOverload
  @available(
    *, unavailable, message: "these items cannot cross the bridge: mark their type @Crossing, or make it Codable"
  )
  public func stream<Items: AsyncSequence & Sendable>(
    _ member: MemberDeclaration, timeout: Timeout = .never,
    _ body: @escaping @Sendable (PluginArguments, CallContext) async throws -> Items
  ) {}

  /// Says what to do about a constant's type.
  @_disfavoredOverload
  @available(*, unavailable, message: "this type cannot cross the bridge: mark it @Crossing, or make it Codable")
  public func constant<Value>(_ member: MemberDeclaration, _ value: @escaping @Sendable () -> Value) {}
}
