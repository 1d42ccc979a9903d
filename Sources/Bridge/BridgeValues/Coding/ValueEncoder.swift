import FoundationEssentials

/// Encodes one value of an `Encodable` type straight onto a tape.
///
/// `encode(_:forKey:)` of a nested value runs to its end before the next begins, so everything streams. A container
/// that the type asks for by itself (`nestedContainer`, `superEncoder`) may be filled at any later time: it writes to a
/// tape of its own, which is put in its place when the value is finished.
final class ValueEncoder: Encoder {
  enum Shape { case none, scalar, object, array }

  let tape: SlotTape
  /// The encoder of the enclosing value, and the key; nil for the outermost value, and for a deferred one, which its
  /// parent holds.
  private let parent: ValueEncoder?
  private let key: (any CodingKey)?
  /// The path of a deferred one; empty for others.
  private let path: [any CodingKey]
  // Unchecked: no access to these calls code of a type, and a check would take longer than most of the accesses.
  @exclusivity(unchecked) private var shape = Shape.none
  @exclusivity(unchecked) private var members: MemberWriter?
  /// Where an array began.
  private var start = 0
  private var count = 0
  private var deferred: [(place: SlotTape.Place, encoder: ValueEncoder)] = []

  init(_ tape: SlotTape, in parent: ValueEncoder?, key: (any CodingKey)?, at path: [any CodingKey] = []) {
    self.tape = tape
    self.parent = parent
    self.key = key
    self.path = path
  }

  var codingPath: [any CodingKey] { path + (parent?.codingPath ?? []) + (key.map { [$0] } ?? []) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if open(.object) { unsafe members = MemberWriter(tape) }
    return KeyedEncodingContainer(ValueKeyedContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if open(.array) { start = tape.beginContainer() }
    return ValueUnkeyedContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { ValueSingleContainer(encoder: self) }

  /// False for the same container again, as a subclass asks for its superclass's.
  private func open(_ shape: Shape) -> Bool {
    if unsafe self.shape == shape { return false }
    let isNew = unsafe self.shape == .none
    precondition(isNew, "A type asked its encoder for containers of two kinds: use only one kind.")
    unsafe self.shape = shape
    return true
  }

  // MARK: For the containers

  var elementCount: Int { count }

  func beginMember(_ key: some CodingKey) {
    let name = key.stringValue
    unsafe members?.begin(name)
  }

  func beginElement() { count += 1 }

  func beginScalar() {
    unsafe precondition(shape == .none, "A type encoded a single value and something else: encode only one of them.")
    unsafe shape = .scalar
  }

  /// An encoder whose slots are put here when this value is finished.
  func makeDeferred(_ key: any CodingKey) -> ValueEncoder {
    let encoder = ValueEncoder(tape.makeSibling(), in: nil, key: nil, at: codingPath + [key])
    deferred.append((tape.place, encoder))
    return encoder
  }

  func encode<Value: Encodable>(_ value: Value, key: @autoclosure () -> any CodingKey) throws {
    try tape.encode(value, in: self, key: key())
  }

  func finish() {
    if !deferred.isEmpty {
      for (_, encoder) in deferred.reversed() { encoder.finish() }
      tape.insert(deferred.map { ($0.place, $0.encoder.tape) })
    }
    switch unsafe shape {
    case .none: MemberWriter(tape).end()
    case .scalar: break
    case .array: tape.endArray(at: start, count: count)
    case .object: unsafe members?.end()
    }
  }
}

extension SlotTape {
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
    defer { extendLifetime(self) }
    // The same type by another name, where it lies: a copy would retain all that is in it.
    try unsafe withUnsafePointer(to: value) {
      try unsafe UnsafeRawPointer($0).assumingMemoryBound(to: type).pointee.write(
        to: ValueWriter(.passUnretained(self)))
    }
  }
}

struct ValueKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) {
    encoder.beginMember(key)
    encoder.tape.writeNull()
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

  private func member(_ key: Key, _ write: (SlotTape) -> Void) {
    encoder.beginMember(key)
    write(encoder.tape)
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

  private func element(_ write: (SlotTape) -> Void) {
    encoder.beginElement()
    write(encoder.tape)
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
    try encoder.tape.encode(value, in: encoder)
  }

  private func scalar(_ write: (SlotTape) -> Void) {
    encoder.beginScalar()
    write(encoder.tape)
  }
}
