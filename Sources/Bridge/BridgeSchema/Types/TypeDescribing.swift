public import BridgeValues
public import FoundationEssentials

/// A type that describes itself for declarations.
///
/// `@Crossing` of CausewayExport generates the conformance.
public protocol TypeDescribing {
  /// What values of the type look like in JavaScript.
  ///
  /// - Parameter catalog: describes other types, and takes the definition of one that has a name.
  static func describe(in catalog: inout TypeCatalog) -> TypeDescription
}

// MARK: Containers

extension Optional: TypeDescribing {
  /// `T | null`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    .optional(catalog.describe(Wrapped.self))
  }
}

extension Array: TypeDescribing {
  /// `T[]`; `Uint8Array` for bytes.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    Element.self == UInt8.self ? .bytes : .list(catalog.describe(Element.self))
  }
}

extension Set: TypeDescribing {
  /// `T[]`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    .list(catalog.describe(Element.self))
  }
}

extension Dictionary: TypeDescribing {
  /// `Record<string, T>`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    guard Key.self == String.self || Key.self == Int.self else {
      return catalog.unknown(self, "the keys of an object are strings")
    }
    return .dictionary(catalog.describe(Value.self))
  }
}

// MARK: Standard types

extension Bool: TypeDescribing {
  /// `boolean`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .boolean }
}

extension String: TypeDescribing {
  /// `string`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .string }
}

extension Double: TypeDescribing {
  /// `number`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .number }
}

extension Float: TypeDescribing {
  /// `number`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .number }
}

extension FixedWidthInteger where Self: TypeDescribing {
  /// `number`; also `bigint` for types with 64 bits in their name.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    .integer(
      minimum: String(Self.min), maximum: String(Self.max), isBig: Self.self == Int64.self || Self.self == UInt64.self)
  }
}

extension Int: TypeDescribing {}
extension Int8: TypeDescribing {}
extension Int16: TypeDescribing {}
extension Int32: TypeDescribing {}
extension Int64: TypeDescribing {}
extension UInt: TypeDescribing {}
extension UInt8: TypeDescribing {}
extension UInt16: TypeDescribing {}
extension UInt32: TypeDescribing {}
extension UInt64: TypeDescribing {}

extension Date: TypeDescribing {
  /// `Date`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .date }
}

extension Data: TypeDescribing {
  /// `Uint8Array`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .bytes }
}

extension URL: TypeDescribing {
  /// `string`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .string }
}

extension BridgeBytes: TypeDescribing {
  /// `Uint8Array`, or another view of the bytes.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .bytes }
}

extension BridgeValue: TypeDescribing {
  /// `unknown`: any value that can cross.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .any }
}

extension BridgeObject: TypeDescribing {
  /// `Record<string, unknown>`: any object that can cross.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .dictionary(.any) }
}

extension RawJSON: TypeDescribing {
  /// `unknown`: any value that can cross.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .any }
}

extension Decimal: TypeDescribing {
  /// `string`: the digits.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .string }
}

extension Int128: TypeDescribing {
  /// `string`: the digits.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .string }
}

extension UInt128: TypeDescribing {
  /// `string`: the digits.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .string }
}

extension Duration: TypeDescribing {
  /// `number`: milliseconds.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .number }
}
