#if Plugins
/// The path and the query of an `http:` or `https:` URL, as the URL Standard parses them.
///
/// Source: the basic URL parser, https://url.spec.whatwg.org/#concept-basic-url-parser, from its path start state on.
struct URLPath {
  private var segments: [[UInt8]]
  /// Nil if there is no `?`.
  private var query: [UInt8]?

  /// Parses what follows the authority; the fragment is dropped.
  init(_ text: ArraySlice<UInt8>, below directory: [[UInt8]]) {
    segments = directory
    let rest = text.prefix { $0 != UInt8(ascii: "#") }
    let path = rest.prefix { $0 != UInt8(ascii: "?") }
    if path.endIndex < rest.endIndex { query = URLPath.escaped(rest[(path.endIndex + 1)...], URLPath.isEscapedInQuery) }
    let isAbsolute = directory.isEmpty && path.first.map(URLPath.isSlash) == true
    let names = path.dropFirst(isAbsolute ? 1 : 0)
      .split(omittingEmptySubsequences: false, whereSeparator: URLPath.isSlash)
    for (index, name) in names.enumerated() {
      switch URLPath.dots(name) {
      case 1: if index == names.count - 1 { segments.append([]) }
      case 2:
        _ = segments.popLast()
        if index == names.count - 1 { segments.append([]) }
      default: segments.append(URLPath.escaped(name, URLPath.isEscapedInPath))
      }
    }
  }

  /// Parses a text that does not start with a slash.
  init(_ text: ArraySlice<UInt8>, relativeTo base: URLPath) {
    switch text.first {
    case nil, UInt8(ascii: "#"): self = base
    case UInt8(ascii: "?"):
      self = base
      query = URLPath(text, below: []).query
    default: self = URLPath(text, below: Array(base.segments.dropLast()))
    }
  }

  var text: String {
    var bytes: [UInt8] = []
    for segment in segments {
      bytes.append(UInt8(ascii: "/"))
      bytes += segment
    }
    if let query {
      bytes.append(UInt8(ascii: "?"))
      bytes += query
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Grammar

  /// Without control characters and spaces at both ends, and without tabs and line breaks.
  static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    let isBlank = { (byte: UInt8) in byte <= 0x20 }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return [] }
    return bytes[first...last].filter { ![0x09, 0x0A, 0x0D].contains($0) }
  }

  /// The index of the colon behind a scheme; nil for a text that has none.
  static func endOfScheme(_ text: [UInt8]) -> Int? {
    guard let first = text.first, isLetter(first) else { return nil }
    let end = text.firstIndex { byte in
      !isLetter(byte) && !isDigit(byte) && !"+-.".utf8.contains(byte)
    }
    return end.flatMap { text[$0] == UInt8(ascii: ":") ? $0 : nil }
  }

  static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// 1 for `.`, 2 for `..`, also when they are escaped; otherwise 0.
  private static func dots(_ name: ArraySlice<UInt8>) -> Int {
    var count = 0
    var rest = name
    while let first = rest.first {
      if first == UInt8(ascii: ".") {
        rest = rest.dropFirst()
      } else if rest.prefix(3).map({ $0 | 0x20 }).elementsEqual("%2e".utf8) {
        // `%` and `2` have the bit of lower case anyway.
        rest = rest.dropFirst(3)
      } else {
        return 0
      }
      count += 1
    }
    return count <= 2 ? count : 0
  }

  /// Escapes bytes; what is escaped already stays so.
  private static func escaped(_ bytes: ArraySlice<UInt8>, _ isEscaped: (UInt8) -> Bool) -> [UInt8] {
    guard bytes.contains(where: isEscaped) else { return Array(bytes) }
    return bytes.flatMap { isEscaped($0) ? escape($0) : [$0] }
  }

  private static func isEscapedInPath(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte > 0x7E || "\"#<>?^`{}".utf8.contains(byte)
  }

  private static func isEscapedInQuery(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte > 0x7E || "\"#<>'".utf8.contains(byte)
  }

  /// Escapes a part of a query or a form, as `encodeURIComponent` does.
  static func escaped(_ part: String) -> String {
    let bytes = part.utf8.flatMap { byte in
      isLetter(byte) || isDigit(byte) || "-_.~".utf8.contains(byte) ? [byte] : escape(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func escape(_ byte: UInt8) -> [UInt8] {
    [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
  }

  private static let hexadecimal = Array("0123456789ABCDEF".utf8)
}
#endif
