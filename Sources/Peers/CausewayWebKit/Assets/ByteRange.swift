#if WebView
/// The part of a file that a `Range` header requests.
///
/// Source: RFC 9110, section 14. Several ranges are answered with the whole file, as the standard allows.
enum ByteRange: Equatable {
  case all
  case part(Range<Int>)
  case outside

  init(_ header: String?, of size: Int) {
    guard let header, header.hasPrefix("bytes=") else {
      self = .all
      return
    }
    let ends = header.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = ByteRange.number(ends[0]), let last = ByteRange.number(ends[1]) else {
      self = .all
      return
    }
    switch (first, last) {
    case (nil, nil): self = .all
    case (nil, let count?): self = count == 0 || size == 0 ? .outside : .part(max(0, size - count)..<size)
    case (let first?, nil): self = first < size ? .part(first..<size) : .outside
    case (let first?, let last?) where last < first: self = .all
    case (let first?, let last?): self = first < size ? .part(first..<min(last, size - 1) + 1) : .outside
    }
  }

  /// A number; `.some(nil)` for an empty text, and nil for any other text.
  private static func number(_ text: Substring) -> Int?? {
    if text.isEmpty { return .some(nil) }
    guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    return .some(Int(text) ?? Int.max - 1)
  }
}
#endif
