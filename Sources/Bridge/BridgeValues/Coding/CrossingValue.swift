/// A type that reads and writes itself when it crosses the bridge, without `Codable`'s containers.
///
/// `@Crossing` of CausewayExport generates the conformance. The text is the same as with the type's `Codable`
/// conformance, which all other coders use.
public protocol CrossingValue: Codable {
  /// The value of a member that is not there; nil when that is an error.
  static var missing: Self? { get }

  /// Reads a value.
  init(reading value: borrowing ValueReader) throws

  /// Writes the value.
  func write(to writer: borrowing ValueWriter) throws
}

extension CrossingValue {
  /// Members must be present.
  public static var missing: Self? { nil }
}
