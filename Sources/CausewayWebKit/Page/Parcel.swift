import FoundationEssentials

/// A message on its way to or from a page: its text, and the bytes that the text refers to by their index.
///
/// As one text it is described in `bridge-js/src/page-bytes.js`.
struct Parcel: Sendable, Equatable {
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

  /// Reads such a text; nil if the lengths do not fit, or what should be base64 is none.
  ///
  /// - Parameter decode: decodes the base64 at these places of `packed`.
  init?(
    _ packed: Slice<UnsafeRawBufferPointer>,
    decode: (Range<Int>, UnsafeRawBufferPointer) -> [UInt8]? = { unsafe Parcel.decode($1) }
  ) {
    guard let first = unsafe packed.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first else {
      text = unsafe Array(packed)
      return
    }
    guard let end = unsafe packed.prefix(Parcel.longestHead).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let sizes = unsafe packed[..<end].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
      unsafe Int(String(decoding: $0, as: UTF8.self))
    }
    var at = unsafe packed.index(after: end)
    for size in sizes {
      guard let size, size >= 0, unsafe size <= packed.endIndex - at else { return nil }
      let range = at..<at + size
      guard let bytes = unsafe decode(range, UnsafeRawBufferPointer(rebasing: packed[range])) else { return nil }
      attachments.append(bytes)
      at += size
    }
    text = unsafe Array(packed[at...])
  }

  private static let longestHead = 65_536

  /// The bytes that are here in base64; nil if it is none.
  static func decode(_ base64: UnsafeRawBufferPointer) -> [UInt8]? {
    unsafe Data(base64Encoded: Data(base64)).map { [UInt8]($0) }
  }
}
