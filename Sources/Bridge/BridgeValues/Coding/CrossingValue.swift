/// A type that reads and writes itself when it crosses the bridge, without `Codable`'s containers.
///
/// `@Crossing` of CausewayExport writes the conformance. The text is the one that the type's `Codable` conformance makes;
/// every other coder uses that conformance.
public protocol CrossingValue: Codable {
  /// The value of a member that is not there; nil when that is an error.
  static var missing: Self? { get }

  /// Reads a value.
  init(reading value: borrowing ValueReader) throws

  /// Writes the value.
  func write(to writer: borrowing ValueWriter) throws
}

extension CrossingValue {
  /// Members must be there.
  public static var missing: Self? { nil }
}
