/// The part of an HTTP/1 response that a probe needs: untrusted bytes, at most the first 16 KiB.
struct ProbeAnswer: Equatable {
  let status: Int
  /// The address that a redirection names; `nil` if it is not an absolute HTTP address.
  let location: String?
  /// The body as far as it has arrived.
  let body: [UInt8]
  /// Whether this is the whole body.
  let isComplete: Bool

  /// The longest response that is read, in octets.
  static let limit = 16_384

  /// The result of parsing the first bytes of a response.
  enum Parsed: Equatable {
    case incomplete
    case malformed
    case answer(ProbeAnswer)
  }

  /// Parses the bytes that have arrived so far; `hasEnded` if the server has closed the connection.
  static func parse(_ bytes: [UInt8], hasEnded: Bool = false) -> Parsed {
    var rest = bytes[...]
    while true {
      guard let status = statusCode(rest) else {
        return "HTTP/1.".utf8.starts(with: rest.prefix(7)) && rest.count < 12 ? .incomplete : .malformed
      }
      guard let end = endOfHead(rest) else { return rest.count < limit ? .incomplete : .malformed }
      // Interim responses precede the final one.
      if (100..<200).contains(status) {
        guard status != 101 else { return .malformed }
        rest = rest[end...]
        if rest.isEmpty { return .incomplete }
        continue
      }
      return .answer(ProbeAnswer(status, fields(rest[..<end]), Array(rest[end...]), hasEnded))
    }
  }

  private init(_ status: Int, _ fields: [(name: String, value: String)], _ received: [UInt8], _ hasEnded: Bool) {
    func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    self.status = status
    location = field("location").flatMap(Self.webAddress)
    let isChunked = field("transfer-encoding").map { $0.lowercased().hasSuffix("chunked") } ?? false
    if status == 204 || status == 304 {
      (body, isComplete) = ([], true)
    } else if isChunked {
      (body, isComplete) = Self.unchunked(received)
    } else if let length = field("content-length").flatMap({ Int($0) }), length >= 0 {
      (body, isComplete) = (Array(received.prefix(length)), received.count >= length)
    } else {
      (body, isComplete) = (received, hasEnded)
    }
  }

  private static func statusCode(_ bytes: ArraySlice<UInt8>) -> Int? {
    // HTTP/1.1 204
    guard bytes.starts(with: "HTTP/1.".utf8), bytes.count >= 12, bytes[bytes.startIndex + 8] == UInt8(ascii: " ") else {
      return nil
    }
    return Int(String(decoding: bytes.dropFirst(9).prefix(3), as: UTF8.self)).flatMap { $0 >= 100 ? $0 : nil }
  }

  /// The index after the empty line.
  private static func endOfHead(_ bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex
    while let newline = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) {
      index = newline + 1
      let next = bytes[index...]
      if next.first == UInt8(ascii: "\n") { return index + 1 }
      if next.starts(with: "\r\n".utf8) { return index + 2 }
    }
    return nil
  }

  private static func fields(_ head: ArraySlice<UInt8>) -> [(name: String, value: String)] {
    head.split(separator: UInt8(ascii: "\n")).dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let value = line[(colon + 1)...].drop { isBlank($0) }
      let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? value.startIndex
      return (
        String(decoding: line[..<colon], as: UTF8.self).lowercased(), String(decoding: value[..<end], as: UTF8.self)
      )
    }
  }

  private static func isBlank(_ octet: UInt8) -> Bool { octet == 32 || octet == 9 || octet == 13 }

  private static func unchunked(_ bytes: [UInt8]) -> (body: [UInt8], isComplete: Bool) {
    var body: [UInt8] = []
    var rest = bytes[...]
    while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let digits = rest[..<newline].prefix { $0 != UInt8(ascii: ";") && !isBlank($0) }
      guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0 else { break }
      if size == 0 { return (body, true) }
      rest = rest[(newline + 1)...]
      body += rest.prefix(size)
      guard rest.count > size else { break }
      // The line end after the data.
      rest = rest.dropFirst(size).drop { $0 == 13 }.dropFirst()
    }
    return (body, false)
  }

  /// An absolute HTTP address of printable characters; `nil` for anything else.
  static func webAddress(_ text: String) -> String? {
    let lower = text.lowercased()
    guard lower.hasPrefix("http://") || lower.hasPrefix("https://"), text.utf8.count <= ProbeAddress.limit,
      text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return nil }
    return text
  }
}
