import Foundation
public import JavaScriptCore
import JavaScriptEngine

extension JSValue {
  /// Encodes a Swift value: keyed containers as objects, unkeyed containers as arrays, `Date` as `Date`, `Data` as
  /// `Uint8Array`.
  ///
  /// Integers beyond 2^53 become BigInts. It throws the error of the type's `encode(to:)`, or a `JSConversionError`.
  public convenience init<Value: Encodable>(encoding value: Value, in context: JSContext) throws {
    let core = context.core
    let tree = try JSValueEncoder.tree(value, [])
    do throws(JSThrow) {
      self.init(try core.local(of: tree), in: core)
    } catch {
      throw core.error(error)
    }
  }
}

/// Encodes to the input of `JSValue(object:in:)`.
final class JSValueEncoder: Encoder, SingleValueEncodingContainer {
  /// The content of an encoder: a value, or a container that is being filled.
  enum Slot {
    case nothing
    case value(Any?)
    case keyed(Entries)
    case unkeyed(Elements)
  }
  final class Entries { var slots: [(key: String, encoder: JSValueEncoder)] = [] }
  final class Elements { var slots: [JSValueEncoder] = [] }

  let codingPath: [any CodingKey]
  var slot = Slot.nothing
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ codingPath: [any CodingKey]) { self.codingPath = codingPath }

  static func tree<Value: Encodable>(_ value: Value, _ path: [any CodingKey]) throws -> Any? {
    let encoder = JSValueEncoder(path)
    try encoder.encode(value)
    return encoder.tree
  }

  var tree: Any? {
    switch slot {
    case .nothing: [String: Any]()
    case .value(let value): value
    case .keyed(let entries):
      Dictionary(entries.slots.map { ($0.key, $0.encoder.tree ?? NSNull()) }, uniquingKeysWith: { $1 })
    case .unkeyed(let elements): elements.slots.map { $0.tree ?? NSNull() }
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .keyed = slot {} else { slot = .keyed(Entries()) }
    guard case .keyed(let entries) = slot else { fatalError("It was just made.") }
    return KeyedEncodingContainer(Keyed(entries: entries, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .unkeyed = slot {} else { slot = .unkeyed(Elements()) }
    guard case .unkeyed(let elements) = slot else { fatalError("It was just made.") }
    return Unkeyed(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  // MARK: One value

  func encodeNil() { slot = .value(NSNull()) }
  func encode(_ value: Bool) { slot = .value(value) }
  func encode(_ value: String) { slot = .value(value) }
  func encode(_ value: Double) { slot = .value(value) }
  func encode(_ value: Float) { slot = .value(Double(value)) }

  private func integer(_ value: some FixedWidthInteger) {
    slot = .value(
      Double(exactly: value) != nil && value.magnitude <= 1 << 53 ? Double(value) : JSBigInteger("\(value)"))
  }
  func encode(_ value: Int) { integer(value) }
  func encode(_ value: Int8) { slot = .value(Double(value)) }
  func encode(_ value: Int16) { slot = .value(Double(value)) }
  func encode(_ value: Int32) { slot = .value(Double(value)) }
  func encode(_ value: Int64) { integer(value) }
  func encode(_ value: UInt) { integer(value) }
  func encode(_ value: UInt8) { slot = .value(Double(value)) }
  func encode(_ value: UInt16) { slot = .value(Double(value)) }
  func encode(_ value: UInt32) { slot = .value(Double(value)) }
  func encode(_ value: UInt64) { integer(value) }

  func encode<Value: Encodable>(_ value: Value) throws {
    switch value {
    case is Date, is Data, is URL, is Decimal: slot = .value(value)
    default: try value.encode(to: self)
    }
  }

  // MARK: Containers

  struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let entries: Entries
    let codingPath: [any CodingKey]

    private func encoder(_ key: some CodingKey) -> JSValueEncoder {
      let encoder = JSValueEncoder(codingPath + [key])
      entries.slots.append((key.stringValue, encoder))
      return encoder
    }

    func encodeNil(forKey key: Key) { encoder(key).encodeNil() }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder(key).encode(value) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<
      Nested
    > { encoder(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }
    func superEncoder() -> any Encoder {
      let encoder = JSValueEncoder(codingPath)
      entries.slots.append(("super", encoder))
      return encoder
    }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
  }

  struct Unkeyed: UnkeyedEncodingContainer {
    let elements: Elements
    let codingPath: [any CodingKey]
    var count: Int { elements.slots.count }

    private func encoder() -> JSValueEncoder {
      let encoder = JSValueEncoder(codingPath + [JSIndexKey(count)])
      elements.slots.append(encoder)
      return encoder
    }

    func encodeNil() { encoder().encodeNil() }
    func encode<Value: Encodable>(_ value: Value) throws { try encoder().encode(value) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      encoder().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder() }
  }
}
