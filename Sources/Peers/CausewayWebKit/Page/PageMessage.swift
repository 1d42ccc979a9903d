#if WebView
/// A message of a page's relay, which starts with the page's secret name.
struct PageMessage {
  enum Content: Equatable {
    /// A page has started.
    case pageOpened
    /// A page of this origin has started in a frame.
    case frameOpened(WebOrigin)
    /// The page has a frame whose page has this name.
    case frameAnnounced(String)
    /// The frame waits for texts.
    case poll
    /// The page of the frame is unloaded.
    case frameClosed
    /// A bridge message with its number.
    case message(Int, Envelope)
  }

  let name: String
  let content: Content

  private static let nameLength = 32
  private static let longestNumber = 20
  private static let longestLine = 4096

  /// Parses a script message: the name alone, or followed by a number, a space and an envelope, or by a mark; nil if it
  /// is not from a relay.
  init?(_ text: MessageText) {
    let head = text.utf8(0..<PageMessage.nameLength + PageMessage.longestNumber)
    guard head.count >= PageMessage.nameLength, let content = PageMessage.content(text, head) else { return nil }
    name = String(decoding: head.prefix(PageMessage.nameLength), as: UTF8.self)
    self.content = content
  }

  private static func content(_ text: MessageText, _ head: [UInt8]) -> Content? {
    guard head.count > nameLength else { return .pageOpened }
    func line() -> String {
      String(decoding: text.utf8(nameLength + 1..<nameLength + 1 + longestLine), as: UTF8.self)
    }
    switch head[nameLength] {
    case UInt8(ascii: "@"): return WebOrigin(line()).map { .frameOpened($0) }
    case UInt8(ascii: "^"): return .frameAnnounced(line())
    case UInt8(ascii: "="): return .poll
    case UInt8(ascii: "~"): return .frameClosed
    default:
      let rest = head[nameLength...]
      guard let space = rest.firstIndex(of: UInt8(ascii: " ")),
        let number = Int(String(decoding: rest[..<space], as: UTF8.self)), number > 0,
        let envelope = Envelope(text, from: space + 1)
      else { return nil }
      return .message(number, envelope)
    }
  }
}
#endif
