/// A value that could not be decoded into, or encoded from, a Swift type.
public struct JSConversionError: Error, Sendable, CustomStringConvertible {
  /// Where in the value: `items[3].price`; empty for the value itself.
  public let path: String
  /// What was wanted and what was found.
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

/// The place of an element in an array.
struct JSIndexKey: CodingKey {
  let intValue: Int?
  var stringValue: String { "\(intValue!)" }
  init(_ index: Int) { intValue = index }
  init?(intValue: Int) { self.intValue = intValue }
  init?(stringValue: String) { nil }
}
