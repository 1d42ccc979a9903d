import CWebKitGTK

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
    case parcel(Int, Parcel)
    /// Asks for the message of this number, which has bytes.
    case collection(Int)
    /// That message has come.
    case confirmation(Int)
  }

  let name: String
  let content: Content

  private static let nameLength = 32
  private static let longestLine = 4096

  /// Reads the value of a script message; nil if it is none of a relay's.
  @GTKActor init?(_ value: NativeObject) {
    guard let text = unsafe cw_message_text(value.pointer) else { return nil }
    defer { unsafe cw_release_text(text) }
    var count = 0
    guard let start = unsafe cw_text_bytes(text, &count) else { return nil }
    unsafe self.init(text: UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Reads a script message: the name alone, or with a number, a space and a text, or what a mark stands before.
  init?(text: UnsafeRawBufferPointer) {
    guard let name = unsafe PageMessage.name(text) else { return nil }
    let rest = unsafe text.dropFirst(PageMessage.nameLength)
    guard let content = unsafe PageMessage.content(rest) else { return nil }
    self.name = name
    self.content = content
  }

  private static func content(_ rest: Slice<UnsafeRawBufferPointer>) -> Content? {
    guard let mark = unsafe rest.first else { return .greeting }
    func text() -> String { unsafe String(decoding: rest.dropFirst().prefix(longestLine), as: UTF8.self) }
    switch mark {
    case UInt8(ascii: "!"): return Int(text()).flatMap { $0 > 0 ? .confirmation($0) : nil }
    case UInt8(ascii: "@"): return WebOrigin(text()).map { .frameGreeting($0) }
    case UInt8(ascii: "^"): return .introduction(text())
    case UInt8(ascii: "="): return .listening
    case UInt8(ascii: "~"): return .farewell
    default:
      guard let space = unsafe rest.prefix(20).firstIndex(of: UInt8(ascii: " ")),
        let number = unsafe Int(String(decoding: rest[..<space], as: UTF8.self)), number > 0
      else { return nil }
      return .parcel(number, unsafe Parcel(text: Array(rest[(space + 1)...])))
    }
  }

  /// Takes the body of a request, whose last line is the name, then `+` and the numbers of a parcel, or `?` and a number.
  init?(body: inout [UInt8]) {
    guard let start = body.suffix(PageMessage.longestLine).lastIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = Array(body[(start + 1)...])
    guard let name = unsafe line.withUnsafeBytes({ unsafe PageMessage.name($0) }) else { return nil }
    let rest = line.dropFirst(PageMessage.nameLength)
    let texts = rest.dropFirst().split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    let numbers = texts.map { Int(String(decoding: $0, as: UTF8.self)) }
    guard let first = numbers.first, let number = first, number > 0, !numbers.contains(nil) else { return nil }
    self.name = name
    switch rest.first {
    case UInt8(ascii: "?"): content = .collection(number)
    case UInt8(ascii: "+"):
      let sizes = numbers.dropFirst().compactMap(\.self)
      guard let parcel = Parcel(&body, length: start, sizes: sizes) else { return nil }
      content = .parcel(number, parcel)
    default: return nil
    }
  }

  private static func name(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.count >= nameLength else { return nil }
    return unsafe String(decoding: bytes.prefix(nameLength), as: UTF8.self)
  }
}
