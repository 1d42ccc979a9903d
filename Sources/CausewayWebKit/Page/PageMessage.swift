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
    unsafe self.init(text: UnsafeRawBufferPointer(start: start, count: count)) { range, base64 in
      // The engine is faster. What stands before is ASCII, so places in the text are places in its string.
      var count = 0
      guard let decoded = unsafe cw_from_base64(value.pointer, range.lowerBound, range.upperBound) else {
        return unsafe Parcel.decode(base64)
      }
      defer { unsafe cw_unref(decoded) }
      let bytes = unsafe cw_buffer_bytes(decoded, &count)
      return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
  }

  /// Reads a script message: the name alone, or with a number, a space and a parcel, or what a mark stands before.
  ///
  /// - Parameter decode: decodes the base64 at these places of the text, which are handed over as well.
  init?(text: UnsafeRawBufferPointer, decode: (Range<Int>, UnsafeRawBufferPointer) -> [UInt8]?) {
    guard let name = unsafe PageMessage.name(text) else { return nil }
    let rest = unsafe text.dropFirst(PageMessage.nameLength)
    guard let content = unsafe PageMessage.content(rest, decode) else { return nil }
    self.name = name
    self.content = content
  }

  private static func content(
    _ rest: Slice<UnsafeRawBufferPointer>, _ decode: (Range<Int>, UnsafeRawBufferPointer) -> [UInt8]?
  ) -> Content? {
    guard let mark = unsafe rest.first else { return .greeting }
    func text() -> String { unsafe String(decoding: rest.dropFirst().prefix(longestLine), as: UTF8.self) }
    switch mark {
    case UInt8(ascii: "@"): return WebOrigin(text()).map { .frameGreeting($0) }
    case UInt8(ascii: "^"): return .introduction(text())
    case UInt8(ascii: "="): return .listening
    case UInt8(ascii: "~"): return .farewell
    default:
      guard let space = unsafe rest.prefix(20).firstIndex(of: UInt8(ascii: " ")),
        let number = unsafe Int(String(decoding: rest[..<space], as: UTF8.self)), number > 0,
        let parcel = unsafe Parcel(rest[(space + 1)...], decode: decode)
      else { return nil }
      return .parcel(number, parcel)
    }
  }

  private static func name(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.count >= nameLength else { return nil }
    return unsafe String(decoding: bytes.prefix(nameLength), as: UTF8.self)
  }
}
