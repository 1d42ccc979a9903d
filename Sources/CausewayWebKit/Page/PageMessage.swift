#if WebView
/// What the relay of a page says: the page's name first, which nobody else knows.
struct PageMessage {
  enum Content: Equatable {
    /// A page has just begun.
    case greeting
    /// A page of this origin has just begun in a frame.
    case frameGreeting(WebOrigin)
    /// The page has a frame whose page has this name.
    case introduction(String)
    /// The frame is there to be told something.
    case listening
    /// The page of the frame goes.
    case farewell
    /// A message, by its number.
    case parcel(Int, Envelope)
  }

  let name: String
  let content: Content

  private static let nameLength = 32
  private static let longestNumber = 20
  private static let longestLine = 4096

  /// Reads the text of a script message: the name alone, or with a number, a space and a parcel, or what a mark stands
  /// before; nil if it is none of a relay's.
  init?(_ text: MessageText) {
    let head = text.utf8(0..<PageMessage.nameLength + PageMessage.longestNumber)
    guard head.count >= PageMessage.nameLength, let content = PageMessage.content(text, head) else { return nil }
    name = String(decoding: head.prefix(PageMessage.nameLength), as: UTF8.self)
    self.content = content
  }

  private static func content(_ text: MessageText, _ head: [UInt8]) -> Content? {
    guard head.count > nameLength else { return .greeting }
    func line() -> String {
      String(decoding: text.utf8(nameLength + 1..<nameLength + 1 + longestLine), as: UTF8.self)
    }
    switch head[nameLength] {
    case UInt8(ascii: "@"): return WebOrigin(line()).map { .frameGreeting($0) }
    case UInt8(ascii: "^"): return .introduction(line())
    case UInt8(ascii: "="): return .listening
    case UInt8(ascii: "~"): return .farewell
    default:
      let rest = head[nameLength...]
      guard let space = rest.firstIndex(of: UInt8(ascii: " ")),
        let number = Int(String(decoding: rest[..<space], as: UTF8.self)), number > 0,
        let parcel = Envelope(text, from: space + 1)
      else { return nil }
      return .parcel(number, parcel)
    }
  }
}
#endif
