import FoundationEssentials

/// Decodes `Decodable` types from a scanned text.
struct TapeDecoder: Decoder, SingleValueDecodingContainer {
  let source: TapeSource
  let index: Int
  let path: ValuePath?

  var codingPath: [any CodingKey] { path?.codingPath ?? [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .plain(let node, let index) = source.resolve(index), node.kind == .object else {
      throw mismatch([String: Any].self, "an object")
    }
    return KeyedDecodingContainer(TapeKeyedContainer<Key>(source: source, object: index, path: path))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch source.resolve(index) {
    case .plain(let node, let index) where node.kind == .array:
      return TapeUnkeyedContainer(source: source, array: index, path: path)
    case .tagged("$set", let inner) where source.tape.nodes[inner].kind == .array:
      return TapeUnkeyedContainer(source: source, array: inner, path: path)
    default: throw mismatch([Any].self, "an array")
    }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    .typeMismatch(
      type,
      .init(codingPath: codingPath, debugDescription: "expected \(expected), got \(source.noun(index))"))
  }

  // MARK: Single values

  func decodeNil() -> Bool { source.isNil(index) }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let value = source.bool(index) else { throw mismatch(type, "a boolean") }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    guard let value = source.string(index) else { throw mismatch(type, "a string") }
    return value
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard let value = source.double(index) else { throw mismatch(type, "a number") }
    return value
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

  private func integer<Integer: FixedWidthInteger>() throws -> Integer {
    guard let value = source.integer(index, as: Integer.self) else {
      throw mismatch(Integer.self, "an integer from \(Integer.min) to \(Integer.max)")
    }
    return value
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try source.decode(type, at: index, path: path)
  }
}

extension TapeSource {
  /// Decodes any type: those with a row of their own in the table of values first.
  func decode<Value: Decodable>(_ type: Value.Type, at index: Int, path: ValuePath?) throws -> Value {
    let decoder = TapeDecoder(source: self, index: index, path: path)
    func required<Special>(_ value: Special?, _ expected: String) throws -> Value {
      guard let value else { throw decoder.mismatch(type, expected) }
      return value as! Value  // swift-format-ignore: NeverForceUnwrap; the types were compared by the caller.
    }
    if let list = primitiveList(type, at: index) { return list.cast() }
    if type == Date.self { return try required(date(index), "a Date") }
    if type == PrimitiveLists.bytes, let bytes = bytes(index) { return try required(bytes.data, "bytes") }
    if type == Data.self { return try required(bytes(index).map { Data($0.data) }, "bytes") }
    if type == BridgeBytes.self { return try required(bytes(index), "bytes") }
    if type == BridgeValue.self { return try required(value(index), "a value") }
    if type == URL.self { return try required(string(index).flatMap { URL(string: $0) }, "a URL") }
    if type == BridgeError.self {
      guard case .error(let error) = value(index) else { throw decoder.mismatch(type, "an Error") }
      return try required(error, "an Error")
    }
    if CrossingTypes.contains(type), let crossing = type as? any CrossingValue.Type {
      return try read(crossing, at: index, path: path) as! Value
    }
    return try Value(from: decoder)
  }

  /// Reads a type by its own code; its errors become `Codable`'s.
  private func read<Value: CrossingValue>(_ type: Value.Type, at index: Int, path: ValuePath?) throws -> Value {
    do {
      return try Value(reading: ValueReader(source: self, index: index))
    } catch let error as ValueMismatch {
      throw error.decodingError(within: path?.codingPath ?? [])
    }
  }
}
