#if WebView
import CWebKitGTK
import FoundationEssentials

/// The text of a script message, converted in parts on demand.
///
/// A conversion to UTF-8 takes the engine 3 ns for each character; it decodes base64 within its own string. Ranges are
/// in JavaScript characters: all characters before the payload are ASCII, so they have the same offsets in UTF-8.
struct MessageText {
  let count: Int
  private let content: Content

  private enum Content {
    case utf8([UInt8])
    case engine(NativeObject)
  }

  /// A text of at most this many characters is converted at once.
  private static let short = 4096

  /// A text that is available in UTF-8.
  init(_ utf8: [UInt8]) {
    count = utf8.count
    content = .utf8(utf8)
  }

  /// The value of a script message, valid during the signal; nil if it is not a string.
  @GTKActor init?(_ value: NativeObject) {
    let length = unsafe cw_text_length(value.pointer)
    guard length >= 0 else { return nil }
    if length > MessageText.short {
      count = length
      content = .engine(value)
    } else {
      let text = unsafe MessageText.take(cw_text(value.pointer))
      count = text.count
      content = .utf8(text)
    }
  }

  /// A part in UTF-8, clamped to the text.
  func utf8(_ places: Range<Int>) -> [UInt8] {
    switch content {
    case .utf8(let text): Array(text[places.clamped(to: 0..<text.count)])
    case .engine(let value): unsafe MessageText.take(cw_text_part(value.pointer, places.lowerBound, places.upperBound))
    }
  }

  /// The decoded base64 of a part; nil if it is not base64.
  func bytes(_ places: Range<Int>) -> [UInt8]? {
    if case .engine(let value) = content,
      let decoded = unsafe cw_from_base64(value.pointer, places.lowerBound, places.upperBound)
    {
      defer { unsafe cw_unref(decoded) }
      var count = 0
      let bytes = unsafe cw_buffer_bytes(decoded, &count)
      return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
    return Data(base64Encoded: Data(utf8(places))).map { [UInt8]($0) }
  }

  private static func take(_ text: UnsafeMutableRawPointer?) -> [UInt8] {
    guard let text = unsafe text else { return [] }
    defer { unsafe cw_release_text(text) }
    var count = 0
    let start = unsafe cw_text_bytes(text, &count)
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
#endif
