import CWebKitGTK

/// A text from the isolated world of a page: the page's name, and what it says.
struct PageMessage {
  let name: String
  /// Empty for the greeting of a page that has just begun.
  let text: [UInt8]

  private static let nameLength = 32

  /// Reads the value of a message; nil if it is none of a relay's.
  @GTKActor init?(_ value: NativeObject) {
    guard let text = unsafe cw_message_text(value.pointer) else { return nil }
    defer { unsafe cw_release_text(text) }
    var count = 0
    guard let start = unsafe cw_text_bytes(text, &count), count >= PageMessage.nameLength else { return nil }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
    name = unsafe String(decoding: bytes.prefix(PageMessage.nameLength), as: UTF8.self)
    self.text = unsafe Array(bytes.dropFirst(PageMessage.nameLength))
  }
}
