/// A value of a format with the types of YAML's core schema: it tells integers from other numbers, and has no dates and bytes.
enum StrictNode: Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case real(Double)
  case text(String)
  case list([StrictNode])
  case map([String: StrictNode])
}

/// Encodes to ``StrictNode``.
final class StrictEncoder: Encoder {
  private enum Content {
    case scalar(StrictNode)
    case list([StrictEncoder])
    case map([String: StrictEncoder])
  }

  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  private var content = Content.map([:])

  init(codingPath: [any CodingKey] = []) { self.codingPath = codingPath }

  static func encode(_ value: some Encodable) throws -> StrictNode {
    let encoder = StrictEncoder()
    try encoder.write(value)
    return encoder.node
  }

  var node: StrictNode {
    switch content {
    case .scalar(let node): node
    case .list(let elements): .list(elements.map(\.node))
    case .map(let members): .map(members.mapValues(\.node))
    }
  }

  fileprivate func write<Value: Encodable>(_ value: Value) throws {
    switch value {
    case let value as Bool: content = .scalar(.bool(value))
    case let value as String: content = .scalar(.text(value))
    case let value as Double: content = .scalar(.real(value))
    case let value as UInt64: content = .scalar(.unsigned(value))
    case let value as any FixedWidthInteger: content = .scalar(.integer(Int64(value)))
    default: try value.encode(to: self)
    }
  }

  fileprivate func writeNull() { content = .scalar(.null) }

  fileprivate func member(_ key: any CodingKey) -> StrictEncoder {
    let encoder = StrictEncoder(codingPath: codingPath + [key])
    guard case .map(var members) = content else { preconditionFailure("This is no map.") }
    members[key.stringValue] = encoder
    content = .map(members)
    return encoder
  }

  fileprivate func element() -> StrictEncoder {
    let encoder = StrictEncoder(codingPath: codingPath)
    guard case .list(let elements) = content else { preconditionFailure("This is no list.") }
    content = .list(elements + [encoder])
    return encoder
  }

  fileprivate var count: Int { if case .list(let elements) = content { elements.count } else { 0 } }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(StrictMapWriter<Key>(encoder: self))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    content = .list([])
    return StrictListWriter(encoder: self)
  }
  func singleValueContainer() -> any SingleValueEncodingContainer { StrictScalarWriter(encoder: self) }
}

private struct StrictMapWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: StrictEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) { encoder.member(key).writeNull() }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder.member(key).write(value) }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { encoder.member(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.member(key).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { encoder }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key) }
}

private struct StrictListWriter: UnkeyedEncodingContainer {
  let encoder: StrictEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.count }

  func encodeNil() { encoder.element().writeNull() }
  func encode<Value: Encodable>(_ value: Value) throws { try encoder.element().write(value) }
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder.element().container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.element().unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder.element() }
}

private struct StrictScalarWriter: SingleValueEncodingContainer {
  let encoder: StrictEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.writeNull() }
  func encode<Value: Encodable>(_ value: Value) throws { try encoder.write(value) }
}

/// Decodes from ``StrictNode``: an integer is no other number, and a text is no date.
struct StrictDecoder: Decoder {
  let node: StrictNode
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  static func decode<Value: Decodable>(_ type: Value.Type, from node: StrictNode) throws -> Value {
    try StrictDecoder(node: node).read(type)
  }

  fileprivate func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let scalar: Any? =
      switch node {
      case .bool(let value): value
      case .text(let value): value
      case .real(let value): value
      case .integer(let value): StrictDecoder.integer(value, as: type)
      case .unsigned(let value): StrictDecoder.integer(value, as: type)
      case .null, .list, .map: nil
      }
    if let value = scalar as? Value { return value }
    let scalars: [any Decodable.Type] = [Bool.self, String.self, Double.self, Float.self]
    guard !scalars.contains(where: { $0 == type }), !(type is any FixedWidthInteger.Type) else { throw mismatch(type) }
    return try type.init(from: self)
  }

  private static func integer(_ value: some FixedWidthInteger, as type: Any.Type) -> Any? {
    (type as? any FixedWidthInteger.Type).flatMap { $0.exactly(value) }
  }

  fileprivate func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "the node is \(node)"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .map(let members) = node else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(StrictMapReader<Key>(members: members, codingPath: codingPath))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let elements) = node else { throw mismatch([Any].self) }
    return StrictListReader(elements: elements, codingPath: codingPath)
  }
  func singleValueContainer() -> any SingleValueDecodingContainer { StrictScalarReader(decoder: self) }
}

extension FixedWidthInteger {
  fileprivate static func exactly(_ value: some FixedWidthInteger) -> Any? { Self(exactly: value) }
}

private struct StrictScalarReader: SingleValueDecodingContainer {
  let decoder: StrictDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.node == .null }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.read(type) }
}

private struct StrictMapReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: StrictNode]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }
  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  private func decoder(_ key: Key) throws -> StrictDecoder {
    guard let node = members[key.stringValue] else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "there is no such member"))
    }
    return StrictDecoder(node: node, codingPath: codingPath + [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).node == .null }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decoder(key).read(type) }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try decoder(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }
  func superDecoder() -> any Decoder { StrictDecoder(node: .map(members), codingPath: codingPath) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

private struct StrictListReader: UnkeyedDecodingContainer {
  let elements: [StrictNode]
  let codingPath: [any CodingKey]
  var currentIndex = 0

  init(elements: [StrictNode], codingPath: [any CodingKey]) {
    (self.elements, self.codingPath) = (elements, codingPath)
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  private mutating func next() -> StrictDecoder {
    currentIndex += 1
    return StrictDecoder(node: elements[currentIndex - 1], codingPath: codingPath)
  }

  mutating func decodeNil() -> Bool {
    guard elements[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().read(type) }
  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try next().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
  mutating func superDecoder() throws -> any Decoder { next() }
}
