/// A value that could not be decoded into, or encoded from, a Swift type.
public struct JSConversionError: Error, Sendable, CustomStringConvertible {
  /// The location in the value, such as `items[3].price`; empty for the value itself.
  public let path: String
  /// The expected and the actual kind of value.
  public let message: String

  init(_ path: [any CodingKey], _ message: String) {
    var text = ""
    for key in path {
      if let index = key.intValue { text += "[\(index)]" } else { text += (text.isEmpty ? "" : ".") + key.stringValue }
    }
    self.path = text
    self.message = message
  }

  /// `path: message`.
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// The key of an array element.
package struct JSIndexKey: CodingKey {
  package let intValue: Int?
  package var stringValue: String { "\(intValue!)" }
  package init(_ index: Int) { intValue = index }
  package init?(intValue: Int) { self.intValue = intValue }
  package init?(stringValue: String) { nil }
}
