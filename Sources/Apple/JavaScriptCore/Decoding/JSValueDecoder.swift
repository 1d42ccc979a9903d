import Foundation
package import JavaScriptEngine

extension JSContextCore {
  /// Decodes a Swift type from a value; throws a ``JSConversionError``.
  package func decode<Value: Decodable>(_ type: Value.Type, from value: JSLocal) throws -> Value {
    try JSValueDecoder(value: object(of: value), codingPath: []).decode(type)
  }
}

/// Decodes from the result of `toObject()`.
struct JSValueDecoder: Decoder, SingleValueDecodingContainer {
  /// Nil is `undefined`.
  let value: Any?
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let entries = value as? [String: Any] else { throw mismatch("an object") }
    return KeyedDecodingContainer(Keyed(entries: entries, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value as? [Any] else { throw mismatch("an array") }
    return Unkeyed(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  // MARK: One value

  func decodeNil() -> Bool { value == nil || value is NSNull }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let number = value as? NSNumber, number.isBoolean else { throw mismatch("a boolean") }
    return number.boolValue
  }

  func decode(_ type: String.Type) throws -> String {
    guard let string = value as? String else { throw mismatch("a string") }
    return string
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard let number = value as? NSNumber, !number.isBoolean else { throw mismatch("a number") }
    return number.doubleValue
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    guard let number = value as? NSNumber, !number.isBoolean else { throw mismatch("a number") }
    let text = unsafe String(cString: unsafe number.objCType)
    let exact: Integer? =
      switch text {
      case "d", "f": Integer(exactly: number.doubleValue)
      case "Q": Integer(exactly: number.uint64Value)
      default: Integer(exactly: number.int64Value)
      }
    guard let exact else { throw JSConversionError(codingPath, "\(number) is not an \(type)") }
    return exact
  }

  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // JavaScript has its own representation of these types; their `Decodable` conformance is for other formats.
    switch type {
    case is Date.Type:
      guard let date = value as? Date else { throw mismatch("a Date") }
      return date as! Value
    case is Data.Type:
      guard let data = value as? Data else { throw mismatch("an ArrayBuffer or Uint8Array") }
      return data as! Value
    case is URL.Type:
      guard let text = value as? String, let url = URL(string: text) else { throw mismatch("a URL") }
      return url as! Value
    case is Decimal.Type:
      let text = try value as? String ?? "\(decode(Double.self))"
      guard let decimal = Decimal(string: text) else { throw mismatch("a number") }
      return decimal as! Value
    default:
      do {
        return try Value(from: self)
      } catch let error as DecodingError {
        throw JSConversionError(codingPath, error.debugText)
      }
    }
  }

  func mismatch(_ wanted: String) -> JSConversionError {
    JSConversionError(codingPath, "expected \(wanted), found \(JSValueDecoder.name(of: value))")
  }

  static func name(of value: Any?) -> String {
    switch value {
    case nil: "undefined"
    case is NSNull: "null"
    case let number as NSNumber: number.isBoolean ? "a boolean" : "a number"
    case is String: "a string"
    case is [Any]: "an array"
    case is [String: Any]: "an object"
    case is JSValue: "a symbol, or an object that contains itself"
    case let value?: "a Swift \(Swift.type(of: value))"
    }
  }
}

extension DecodingError {
  fileprivate var debugText: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.debugDescription
    @unknown default: "\(self)"
    }
  }
}
