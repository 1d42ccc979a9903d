import FoundationEssentials

extension Payload {
  /// Decodes the value into a type.
  ///
  /// - Parameter root: what the value is called in error messages: `params`, `result`.
  /// - Throws: `INVALID_ARGUMENT` with the path, what was expected and what was there.
  @inlinable
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, root: String = "params", limits: Limits = Limits()
  ) throws(BridgeError) -> Value {
    if let value = primitive(type) { return value }
    return try decodeText(type, root: root, limits: limits)
  }

  @usableFromInline
  func decodeText<Value: Decodable>(_ type: Value.Type, root: String, limits: Limits) throws(BridgeError) -> Value {
    do {
      let source = try TapeSource(encodedValue, limits: limits)
      return try source.decode(type, at: 0, root: 0)
    } catch let error as BridgeError {
      throw error
    } catch {
      throw BridgeError(decoding: error, root: root)
    }
  }

  /// The value, whatever it is.
  public func value(limits: Limits = Limits()) throws(BridgeError) -> BridgeValue {
    switch self {
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
  /// Tells a person which part of a value did not fit.
  init(decoding error: any Error, root: String) {
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
      self.init(.invalidArgument, at: mismatch.path, of: root, mismatch.message)
      return
    default:
      self.init(.invalidArgument, "\(root): \(error)")
      return
    }
    self.init(.invalidArgument, at: path, of: root, context.debugDescription)
  }

  private init(_ code: Code, at path: [any CodingKey], of root: String, _ message: String) {
    let place = ValuePath.text(path, root: root)
    self.init(code, "\(place): \(message)", data: ["path": .string(place)])
  }
}
