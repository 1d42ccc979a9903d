#if WebView
import FoundationEssentials

/// A message to or from a page: its text, and byte attachments, to which the text refers by index.
///
/// Its text form is described in `bridge-js/client/page/page-bytes.js`.
struct Envelope: Sendable, Equatable {
  /// The maximum number of bytes that stay in the message's text.
  static let inlineBytes = 32_768

  var text: [UInt8]
  var attachments: [[UInt8]] = []

  init(text: [UInt8], attachments: [[UInt8]] = []) {
    self.text = text
    self.attachments = attachments
  }

  /// The total number of bytes.
  var count: Int { attachments.reduce(text.count) { $0 + $1.count } }

  /// The header of the text form: the base64 lengths of the attachments.
  ///
  /// Empty without attachments.
  var head: String {
    attachments.isEmpty ? "" : attachments.map { "\(($0.count + 2) / 3 * 4)" }.joined(separator: ",") + ";"
  }

  /// The envelope in its text form, in UTF-8.
  var packed: [UInt8] {
    attachments.isEmpty ? text : Array(head.utf8) + attachments.flatMap { Data($0).base64EncodedData() } + text
  }

  /// Parses the text form from an offset; nil if the lengths are wrong, or an attachment is not base64.
  init?(_ packed: MessageText, from start: Int) {
    guard let first = packed.utf8(start..<start + 1).first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first else {
      text = packed.utf8(start..<packed.count)
      return
    }
    guard let sizes = Envelope.sizes(packed, from: start) else { return nil }
    var at = start + sizes.count + 1
    for size in sizes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let size = Int(String(decoding: size, as: UTF8.self)), size >= 0, size <= packed.count - at,
        let bytes = packed.bytes(at..<at + size)
      else { return nil }
      attachments.append(bytes)
      at += size
    }
    text = packed.utf8(at..<packed.count)
  }

  /// The header before the semicolon: first searched in a few, then in many characters.
  private static func sizes(_ packed: MessageText, from start: Int) -> ArraySlice<UInt8>? {
    for length in [256, 65_536] {
      let head = packed.utf8(start..<start + length)
      if let end = head.firstIndex(of: UInt8(ascii: ";")) { return head[..<end] }
    }
    return nil
  }
}
#endif
