public import JavaScriptCore

extension JSValue {
  /// Decodes a Swift type from the value.
  ///
  /// Objects are keyed containers, arrays unkeyed containers; `Date`, bytes and BigInt (up to 64 bits) decode as
  /// themselves. Numbers must be exactly representable in the requested type. It throws a `JSConversionError` with
  /// the path.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try core.decode(type, from: local)
  }
}
