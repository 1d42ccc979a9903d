import FoundationEssentials

/// Encodes one value of an `Encodable` type straight into a writer.
///
/// `encode(_:forKey:)` of a nested value runs to its end before the next begins, so everything streams. A container
/// that the type asks for by itself (`nestedContainer`, `superEncoder`) may be filled at any later time: it writes to a
/// writer of its own, which is put in its place when the value is finished.
final class ValueEncoder: Encoder {
  enum Shape { case none, scalar, object, array }

  let writer: JSONWriter
  /// What the value lies in, and under which key; nil for the outermost, and for a deferred one: its parent holds it.
  private let parent: ValueEncoder?
  private let key: (any CodingKey)?
  /// The path of a deferred one; empty for others.
  private let place: [any CodingKey]
  private let start: Int
  private var shape = Shape.none
  private var count = 0
  private var firstKeyLooksTagged = false
  private var deferred: [(offset: Int, encoder: ValueEncoder)] = []

  init(_ writer: JSONWriter, in parent: ValueEncoder?, key: (any CodingKey)?, at place: [any CodingKey] = []) {
    self.writer = writer
    self.parent = parent
    self.key = key
    self.place = place
    start = writer.count
  }

  var codingPath: [any CodingKey] { place + (parent?.codingPath ?? []) + (key.map { [$0] } ?? []) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    open(.object, "{")
    return KeyedEncodingContainer(ValueKeyedContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    open(.array, "[")
    return ValueUnkeyedContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { ValueSingleContainer(encoder: self) }

  private func open(_ shape: Shape, _ bracket: StaticString) {
    if self.shape == shape { return }  // The same container again, as a subclass asks for its superclass's.
    precondition(self.shape == .none, "A type encodes itself as an object and as something else, which cannot be.")
    self.shape = shape
    writer.append(bracket)
  }

  // MARK: For the containers

  var elementCount: Int { count }

  func beginMember(_ key: some CodingKey) {
    let name = key.stringValue
    if count > 0 {
      writer.append(UInt8(ascii: ","))
    } else {
      firstKeyLooksTagged = name.utf8.first == UInt8(ascii: "$")
    }
    count += 1
    writer.write(name)
    writer.append(UInt8(ascii: ":"))
  }

  func beginElement() {
    if count > 0 { writer.append(UInt8(ascii: ",")) }
    count += 1
  }

  func beginScalar() {
    precondition(shape == .none, "A type encodes itself as one value and as something else, which cannot be.")
    shape = .scalar
  }

  /// An encoder whose text is put here when this value is finished.
  func makeDeferred(_ key: any CodingKey) -> ValueEncoder {
    let encoder = ValueEncoder(writer.makeSibling(), in: nil, key: nil, at: codingPath + [key])
    deferred.append((writer.count, encoder))
    return encoder
  }

  func encode<Value: Encodable>(_ value: Value, key: @autoclosure () -> any CodingKey) throws {
    try writer.encode(value, in: self, key: key())
  }

  func finish() {
    for (offset, encoder) in deferred.reversed() {
      encoder.finish()
      writer.insert(encoder.writer, at: offset)
    }
    switch shape {
    case .none: writer.append("{}")
    case .scalar: break
    case .array: writer.append("]")
    case .object:
      writer.append("}")
      if count == 1, firstKeyLooksTagged {
        writer.insert(Array(#"{"$object":"#.utf8), at: start)
        writer.append("}")
        writer.noteTag()
      }
    }
  }
}

extension JSONWriter {
  /// Writes any value, by its type's own code where it has some.
  func encode<Value: Encodable>(
    _ value: Value, in parent: ValueEncoder? = nil, key: @autoclosure () -> (any CodingKey)? = nil
  ) throws {
    switch CrossingTypes.way(of: Value.self) {
    case .doubles: return unsafe writeValue(list: unsafeBitCast(value, to: [Double].self)) { write($0) }
    case .strings: return unsafe writeValue(list: unsafeBitCast(value, to: [String].self)) { write($0) }
    case .integers: return unsafe writeValue(list: unsafeBitCast(value, to: [Int].self)) { write(integer: $0) }
    case .own(let type): return try write(value, as: type)
    case .codable: break
    }
    defer { ascend() }
    guard descend() else { return }
    let encoder = ValueEncoder(self, in: parent, key: key())
    try value.encode(to: encoder)
    encoder.finish()
  }

  /// Writes a value by its type's own code.
  private func write<Value, Own: CrossingValue>(_ value: Value, as type: Own.Type) throws {
    // The same type by another name, where it lies: a copy would retain all that is in it.
    try unsafe withUnsafePointer(to: value) {
      try unsafe UnsafeRawPointer($0).assumingMemoryBound(to: type).pointee.write(to: ValueWriter(writer: self))
    }
  }
}

struct ValueKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) {
    encoder.beginMember(key)
    encoder.writer.writeNull()
  }

  func encode(_ value: Bool, forKey key: Key) { member(key) { $0.write(value) } }
  func encode(_ value: String, forKey key: Key) { member(key) { $0.write(value) } }
  func encode(_ value: Double, forKey key: Key) { member(key) { $0.write(value) } }
  func encode(_ value: Float, forKey key: Key) { member(key) { $0.write(Double(value)) } }
  func encode(_ value: Int, forKey key: Key) { member(key) { $0.write(integer: value) } }
  func encode(_ value: Int8, forKey key: Key) { member(key) { $0.write(integer: value) } }
  func encode(_ value: Int16, forKey key: Key) { member(key) { $0.write(integer: value) } }
  func encode(_ value: Int32, forKey key: Key) { member(key) { $0.write(integer: value) } }
  func encode(_ value: Int64, forKey key: Key) { member(key) { $0.write(integer: value) } }
  func encode(_ value: UInt, forKey key: Key) { member(key) { $0.write(integer: value) } }
  func encode(_ value: UInt8, forKey key: Key) { member(key) { $0.write(integer: value) } }
  func encode(_ value: UInt16, forKey key: Key) { member(key) { $0.write(integer: value) } }
  func encode(_ value: UInt32, forKey key: Key) { member(key) { $0.write(integer: value) } }
  func encode(_ value: UInt64, forKey key: Key) { member(key) { $0.write(integer: value) } }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    encoder.beginMember(key)
    try encoder.encode(value, key: key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.beginMember(key)
    return encoder.makeDeferred(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.beginMember(key)
    return encoder.makeDeferred(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    let key = PathKey(stringValue: "super")
    encoder.beginMember(key)
    return encoder.makeDeferred(key)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    encoder.beginMember(key)
    return encoder.makeDeferred(key)
  }

  private func member(_ key: Key, _ write: (JSONWriter) -> Void) {
    encoder.beginMember(key)
    write(encoder.writer)
  }
}

struct ValueUnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.elementCount }

  func encodeNil() { element { $0.writeNull() } }
  func encode(_ value: Bool) { element { $0.write(value) } }
  func encode(_ value: String) { element { $0.write(value) } }
  func encode(_ value: Double) { element { $0.write(value) } }
  func encode(_ value: Float) { element { $0.write(Double(value)) } }
  func encode(_ value: Int) { element { $0.write(integer: value) } }
  func encode(_ value: Int8) { element { $0.write(integer: value) } }
  func encode(_ value: Int16) { element { $0.write(integer: value) } }
  func encode(_ value: Int32) { element { $0.write(integer: value) } }
  func encode(_ value: Int64) { element { $0.write(integer: value) } }
  func encode(_ value: UInt) { element { $0.write(integer: value) } }
  func encode(_ value: UInt8) { element { $0.write(integer: value) } }
  func encode(_ value: UInt16) { element { $0.write(integer: value) } }
  func encode(_ value: UInt32) { element { $0.write(integer: value) } }
  func encode(_ value: UInt64) { element { $0.write(integer: value) } }

  func encode<Value: Encodable>(_ value: Value) throws {
    encoder.beginElement()
    try encoder.encode(value, key: PathKey(intValue: count - 1))
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    nested().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
  func superEncoder() -> any Encoder { nested() }

  private func nested() -> ValueEncoder {
    encoder.beginElement()
    return encoder.makeDeferred(PathKey(intValue: count - 1))
  }

  private func element(_ write: (JSONWriter) -> Void) {
    encoder.beginElement()
    write(encoder.writer)
  }
}

struct ValueSingleContainer: SingleValueEncodingContainer {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { scalar { $0.writeNull() } }
  func encode(_ value: Bool) { scalar { $0.write(value) } }
  func encode(_ value: String) { scalar { $0.write(value) } }
  func encode(_ value: Double) { scalar { $0.write(value) } }
  func encode(_ value: Float) { scalar { $0.write(Double(value)) } }
  func encode(_ value: Int) { scalar { $0.write(integer: value) } }
  func encode(_ value: Int8) { scalar { $0.write(integer: value) } }
  func encode(_ value: Int16) { scalar { $0.write(integer: value) } }
  func encode(_ value: Int32) { scalar { $0.write(integer: value) } }
  func encode(_ value: Int64) { scalar { $0.write(integer: value) } }
  func encode(_ value: UInt) { scalar { $0.write(integer: value) } }
  func encode(_ value: UInt8) { scalar { $0.write(integer: value) } }
  func encode(_ value: UInt16) { scalar { $0.write(integer: value) } }
  func encode(_ value: UInt32) { scalar { $0.write(integer: value) } }
  func encode(_ value: UInt64) { scalar { $0.write(integer: value) } }

  func encode<Value: Encodable>(_ value: Value) throws {
    encoder.beginScalar()
    try encoder.writer.encode(value, in: encoder)
  }

  private func scalar(_ write: (JSONWriter) -> Void) {
    encoder.beginScalar()
    write(encoder.writer)
  }
}
