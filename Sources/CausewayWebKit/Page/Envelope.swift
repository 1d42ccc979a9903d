#if WebView
import FoundationEssentials

/// A message on its way to or from a page: its text, and the bytes that the text refers to by their index.
///
/// As one text it is described in `bridge-js/client/page/page-bytes.js`.
struct Envelope: Sendable, Equatable {
  /// Bytes of at most so many stay in the message's own text.
  static let fewBytes = 32_768

  var text: [UInt8]
  var attachments: [[UInt8]] = []

  init(text: [UInt8], attachments: [[UInt8]] = []) {
    self.text = text
    self.attachments = attachments
  }

  /// All bytes of it.
  var count: Int { attachments.reduce(text.count) { $0 + $1.count } }

  /// What stands before the attachments: the lengths that they have in base64.
  ///
  /// Nothing for a parcel without.
  var head: String {
    attachments.isEmpty ? "" : attachments.map { "\(($0.count + 2) / 3 * 4)" }.joined(separator: ",") + ";"
  }

  /// The parcel as one text, in UTF-8.
  var packed: [UInt8] {
    attachments.isEmpty ? text : Array(head.utf8) + attachments.flatMap { Data($0).base64EncodedData() } + text
  }

  /// Reads what stands from here on in a text; nil if the lengths do not fit, or what should be base64 is none.
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

  /// What stands before the semicolon: a few lengths, or some thousands.
  private static func sizes(_ packed: MessageText, from start: Int) -> ArraySlice<UInt8>? {
    for length in [256, 65_536] {
      let head = packed.utf8(start..<start + length)
      if let end = head.firstIndex(of: UInt8(ascii: ";")) { return head[..<end] }
    }
    return nil
  }
}
#endif
