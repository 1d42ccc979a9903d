/// A value on its way across: a primitive as it is, anything else as bridge JSON.
///
/// Bridge JSON is JSON in which an object with exactly one key that begins with `$` stands for a value that JSON has not
/// (`{"$date":0}`, `{"$bigint":"1"}`, …) and `{"$object":{…}}` for a plain object that only looks like one; docs/wire.md
/// has the table.
public enum Payload: Sendable {
  case undefined
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case encoded(EncodedValue)
}

/// Bridge JSON with the bytes that it refers to.
public struct EncodedValue: Sendable {
  /// The text, in UTF-8.
  public var text: [UInt8]
  /// Whether the text may hold tagged objects; a text without is plain JSON.
  public var hasTags: Bool
  /// The bytes that `{"$bytes":[index,"View"]}` refers to; empty where bytes are in the text, in base64.
  public var attachments: [[UInt8]]

  /// A text with its attachments.
  public init(text: [UInt8], hasTags: Bool = true, attachments: [[UInt8]] = []) {
    self.text = text
    self.hasTags = hasTags
    self.attachments = attachments
  }
}
