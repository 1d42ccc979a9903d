public import FoundationEssentials

/// Any value that can cross the bridge.
///
/// Handlers usually have specific parameter types; this one is for handlers that accept any value.
///
/// | JavaScript | here |
/// | --- | --- |
/// | `undefined`, `null`, `true`, `1.5`, `"text"` | `.undefined`, `.null`, `.bool`, `.number`, `.string` |
/// | `10n` | `.bigInt("10")` |
/// | `Date` | `.date`; an invalid date has a NaN time |
/// | `ArrayBuffer`, typed arrays, `DataView` | `.bytes` |
/// | `[1, 2]`, `{ a: 1 }`, `Map`, `Set` | `.array`, `.object`, `.map`, `.set` |
/// | `Error` | `.error` |
public enum BridgeValue: Sendable, Equatable {
  case undefined
  case null
  case bool(Bool)
  case number(Double)
  /// Decimal digits, with a minus sign where needed.
  case bigInt(String)
  case string(String)
  case date(Date)
  case bytes(BridgeBytes)
  case array([BridgeValue])
  /// Members in order; no name occurs twice.
  case object(BridgeObject)
  case map([BridgePair])
  case set([BridgeValue])
  indirect case error(BridgeError)
}

/// One entry of a JavaScript `Map`.
public struct BridgePair: Sendable, Equatable {
  /// The entry's key: any value.
  public var key: BridgeValue
  /// The entry's value.
  public var value: BridgeValue

  /// A key with its value.
  public init(_ key: BridgeValue, _ value: BridgeValue) {
    self.key = key
    self.value = value
  }
}

/// Bytes, with the JavaScript class of their view.
public struct BridgeBytes: Sendable, Equatable {
  /// The bytes, in memory order.
  public var data: [UInt8]
  /// `ArrayBuffer`, `DataView`, or a typed array's name.
  public var view: String

  /// Bytes with the JavaScript class `view`; unknown names become `Uint8Array`.
  public init(_ data: [UInt8], view: String = "Uint8Array") {
    self.data = data
    self.view = BridgeBytes.views.contains(view) ? view : "Uint8Array"
  }

  static let views: Set<String> = [
    "ArrayBuffer", "DataView", "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array",
    "Int32Array", "Uint32Array", "Float16Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array",
  ]
}

extension BridgeValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
  /// An array.
  public init(arrayLiteral elements: BridgeValue...) { self = .array(elements) }
  /// An object; if a name occurs twice, the last value counts.
  public init(dictionaryLiteral elements: (String, BridgeValue)...) {
    var object = BridgeObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }

  /// The member of this name, if this is an object that has it.
  public subscript(key: String) -> BridgeValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The element at this index, if this is an array that has it.
  public subscript(index: Int) -> BridgeValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The string, if this is one.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The number, if this is one.
  public var number: Double? { if case .number(let value) = self { value } else { nil } }
  /// The boolean, if this is one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
}
