import BridgeValues

/// A decoder that asks a type what it consists of: the value that it decodes is used for nothing else.
package protocol DescribingDecoder: Decoder {}

/// Describes a `Decodable` type by giving it sample values and recording its requests.
///
/// It works for types that read members by name, and for those that read one value; not for types whose decoding
/// depends on the input, such as enums with associated values.
final class RecordingDecoder: DescribingDecoder, SingleValueDecodingContainer {
  /// The requests of the type.
  enum Shape {
    case nothing
    case single(TypeDescription)
    case object([FieldDescription])
    case list(TypeDescription?)
  }

  /// The catalog is moved here while a type is described, and back afterwards.
  var catalog: TypeCatalog
  var shape = Shape.nothing

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ catalog: TypeCatalog) { self.catalog = catalog }

  /// Stops a type for which there is no sample value; its requests until then are recorded.
  struct NoSample: Error {}

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    if case .object = shape {} else { shape = .object([]) }
    return KeyedDecodingContainer(RecordingKeyedContainer<Key>(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    shape = .list(nil)
    return RecordingUnkeyedContainer(decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func add(_ field: FieldDescription) {
    guard case .object(var fields) = shape, !fields.contains(where: { $0.name == field.name }) else { return }
    fields.append(field)
    shape = .object(fields)
  }

  /// Describes a type, and makes a value of it.
  func sample<Value: Decodable>(_ type: Value.Type) throws -> (TypeDescription, Value) {
    let description = catalog.describe(any: type)
    return (description, try Sample.make(type, in: catalog))
  }

  // MARK: Single values

  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    shape = .single(catalog.describe(any: type))
    return try Sample.make(type, in: catalog)
  }
}

/// Sample values, with which decoding can continue; their content has no meaning.
enum Sample {
  static func make<Value: Decodable>(_ type: Value.Type, in catalog: TypeCatalog) throws -> Value {
    let reader = try TapeSource(EncodedValue(text: Array(text(for: catalog, type).utf8)), limits: Limits())
    if let value = try? reader.decode(type, at: 0, root: 0) { return value }
    if let iterable = type as? any CaseIterable.Type, let value = first(iterable) as? Value { return value }
    return try Value(from: RecordingDecoder(catalog))
  }

  private static func first<Value: CaseIterable>(_ type: Value.Type) -> Any? { type.allCases.first }

  private static func text(for catalog: TypeCatalog, _ type: Any.Type) -> String {
    var catalog = catalog
    switch catalog.describe(any: type) {
    case .boolean: return "true"
    case .number, .integer: return "0"
    case .string: return "\"\""
    case .date: return #"{"$date":0}"#
    case .list: return "[]"
    case .optional, .any: return "null"
    case .bytes: return #"{"$bytes":["","Uint8Array"]}"#
    case .error: return #"{"$error":{"message":""}}"#
    default: return "{}"
    }
  }
}

struct RecordingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: RecordingDecoder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    decoder.add(FieldDescription(key.stringValue, decoder.catalog.describe(any: type)))
    return try Sample.make(type, in: decoder.catalog)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
    decoder.add(FieldDescription(key.stringValue, .optional(decoder.catalog.describe(any: type))))
    return nil
  }

  // The standard library asks for each primitive by an overload of its own.
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? { optional(type, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? { optional(type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) -> Double? { optional(type, key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) -> Float? { optional(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? { optional(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) -> Int8? { optional(type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) -> Int16? { optional(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) -> Int32? { optional(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) -> Int64? { optional(type, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) -> UInt? { optional(type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) -> UInt8? { optional(type, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) -> UInt16? { optional(type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) -> UInt32? { optional(type, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) -> UInt64? { optional(type, key) }

  private func optional<Value>(_ type: Value.Type, _ key: Key) -> Value? {
    decoder.add(FieldDescription(key.stringValue, .optional(decoder.catalog.describe(any: type))))
    return nil
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw RecordingDecoder.NoSample() }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw RecordingDecoder.NoSample()
  }
  func superDecoder() throws -> any Decoder { throw RecordingDecoder.NoSample() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw RecordingDecoder.NoSample() }
}

struct RecordingUnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: RecordingDecoder
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  var currentIndex: Int { 0 }

  func decodeNil() -> Bool { false }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    decoder.shape = .list(decoder.catalog.describe(any: type))
    return try Sample.make(type, in: decoder.catalog)
  }
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    throw RecordingDecoder.NoSample()
  }
  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw RecordingDecoder.NoSample() }
  func superDecoder() throws -> any Decoder { throw RecordingDecoder.NoSample() }
}

extension TypeCatalog {
  /// Describes a type that is only `Decodable`.
  mutating func describe<Value: Decodable>(recording type: Value.Type) -> TypeDescription {
    if let literals = TypeCatalog.literals(of: type) {
      return define(type) { _ in TypeDefinition(.literals(literals)) }
    }
    if let unknown = unknowns[ObjectIdentifier(type)] { return unknown }
    let before = self
    let known = gaps.count
    var failure: TypeDescription?
    let described = define(type) { catalog in
      let decoder = RecordingDecoder(catalog)
      let value = try? Value(from: decoder)
      catalog = decoder.catalog
      switch decoder.shape {
      case .object(let fields) where value != nil: return TypeDefinition(.object(fields))
      case .single(let single) where value != nil || single != .string && !(type is any RawRepresentable.Type):
        return TypeDefinition(.alias(single))
      case .list(let element?): return TypeDefinition(.alias(.list(element)))
      default:
        let isMember = catalog.gaps.count > known
        failure = catalog.unknown(
          type, isMember ? "one of its members cannot be described" : "its decoding depends on the input")
        return TypeDefinition(.alias(.any))
      }
    }
    guard let failure else { return described }
    let (found, tried) = (gaps, unknowns)
    self = before
    gaps = found
    unknowns = tried
    unknowns[ObjectIdentifier(type)] = failure
    return failure
  }

  /// The values of an enum that lists its cases; nil for any other type.
  private static func literals(of type: Any.Type) -> [LiteralDescription]? {
    guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return nil }
    return rawValues(type)
  }

  private static func rawValues<Value: CaseIterable & RawRepresentable>(_ type: Value.Type) -> [LiteralDescription]? {
    let values = type.allCases.map { $0.rawValue as Any }
    if let texts = values as? [String] { return texts.map { LiteralDescription($0) } }
    if let numbers = values as? [any FixedWidthInteger & Sendable] { return numbers.map { LiteralDescription($0) } }
    return nil
  }
}
