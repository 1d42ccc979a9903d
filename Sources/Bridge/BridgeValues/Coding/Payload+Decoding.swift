import FoundationEssentials

extension Payload {
  /// Decodes the value into a type.
  ///
  /// - Parameter root: the name of the value in error messages: `params`, `result`.
  /// - Throws: an error with the path, the expected and the actual value, `INVALID_ARGUMENT` for `params` and
  ///   `INTERNAL` for answers; or the type's own error.
  @inlinable
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, root: String = "params", limits: Limits = Limits()
  ) throws(BridgeError) -> Value {
    if let value = primitive(type) { return value }
    return try decodeText(type, root: root, limits: limits)
  }

  @usableFromInline
  func decodeText<Value: Decodable>(_ type: Value.Type, root: String, limits: Limits) throws(BridgeError) -> Value {
    let value: Value
    do {
      let source = try TapeSource(encodedValue, limits: limits)
      value = try source.decode(type, at: 0, root: 0)
    } catch {
      throw BridgeError(decoding: error, root: root)
    }
    try references?.requireAllRead(root: root)
    return value
  }

  /// The value, whatever it is.
  ///
  /// - Throws: `UNIMPLEMENTED` for one with functions or objects that cross by reference, which a `BridgeValue` cannot hold.
  public func value(limits: Limits = Limits()) throws(BridgeError) -> BridgeValue {
    if hasSentReferences || hasReferences {
      throw BridgeError(.unimplemented, "A function or an object that crosses by reference is not a value.")
    }
    return switch self {
    case .undefined: .undefined
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let value): .number(value)
    case .string(let value): .string(value)
    case .encoded(let encoded): try TapeSource(encoded, limits: limits).value(0)
    }
  }

  /// The value when both it and the type are primitive: no text, no decoder.
  @inlinable @inline(__always)
  func primitive<Value>(_ type: Value.Type) -> Value? {
    switch self {
    case .number(let number):
      if type == Double.self { return unsafe unsafeBitCast(number, to: Value.self) }
      if type == Int.self, let integer = Int(exactly: number) { return unsafe unsafeBitCast(integer, to: Value.self) }
    case .string(let string):
      if type == String.self { return unsafe unsafeBitCast(string, to: Value.self) }
    case .bool(let bool):
      if type == Bool.self { return unsafe unsafeBitCast(bool, to: Value.self) }
    case .undefined, .null, .encoded: break
    }
    return nil
  }

  /// The value as text, for decoders.
  private var encodedValue: EncodedValue {
    if case .encoded(let encoded) = self { return encoded }
    let writer = JSONWriter()
    writer.write(self)
    return writer.finish()
  }
}

extension BridgeError {
  /// Describes which part of a value did not match.
  package init(decoding error: any Error, root: String) {
    let context: DecodingError.Context
    var path: [any CodingKey]
    switch error {
    case DecodingError.typeMismatch(_, let given), DecodingError.valueNotFound(_, let given),
      DecodingError.dataCorrupted(let given):
      context = given
      path = given.codingPath
    case DecodingError.keyNotFound(let key, let given):
      context = given
      path = given.codingPath + [key]
    case let mismatch as ValueMismatch:
      self.init(at: mismatch.path, of: root, mismatch.message)
      return
    default:
      self.init(refusing: error, root: root)
      return
    }
    self.init(at: path, of: root, context.debugDescription)
  }

  /// The error for a part of a value that did not match; its code blames the caller only for the params.
  init(at path: [any CodingKey], of root: String, _ message: String) {
    let place = ValuePath.text(path, root: root)
    self.init(BridgeError.code(of: root), "\(place): \(BridgeError.short(message))", data: ["path": .string(place)])
  }

  private static func code(of root: String) -> Code { root == "params" ? .invalidArgument : .internal }

  /// An error that a type threw while it was read or written: in the form in which it crosses, if it defines one.
  init(refusing error: any Error, root: String) {
    switch error {
    case is BridgeError, is any BridgeErrorConvertible: self.init(error)
    case let error as any LocalizedError where error.errorDescription != nil:
      self.init(at: [], of: root, BridgeError(error).message)
    default:
      self.init(private: error, BridgeError.code(of: root), at: "\(root): ", data: ["path": .string(root)])
    }
  }
}
