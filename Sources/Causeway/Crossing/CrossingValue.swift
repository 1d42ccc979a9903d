/// A type that crosses the bridge by code of its own: described, read and written without `Codable`'s containers.
///
/// `@Crossing` of CausewayExport writes the conformance. Text and meaning are those of the type's `Codable`
/// conformance, which remains for every other coder.
public protocol CrossingValue: Codable {
  /// What the type looks like in JavaScript.
  static func describe(in catalog: inout TypeCatalog) -> TypeDescription

  /// The value of a member that is not there; nil when that is an error.
  static var missing: Self? { get }

  /// Reads a value.
  init(reading value: ValueReader) throws

  /// Writes the value.
  func write(to writer: ValueWriter) throws
}

extension CrossingValue {
  /// Members must be there.
  public static var missing: Self? { nil }
}
