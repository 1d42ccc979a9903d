/// Splits the bytes of a Debug Adapter Protocol connection into messages: a header with `Content-Length`, then JSON.
package struct DebugMessageReader {
  /// Bytes of the longest message.
  static let maximumLength = 8 << 20
  /// Bytes of the longest header.
  static let maximumHeader = 4096

  private var bytes = ReceivedBytes()
  /// How many bytes of the header were searched for its end.
  private var searched = 0
  /// Where the body is that the header announces.
  private var body: Range<Int>?

  package init() {}

  /// Adds bytes that have arrived.
  package mutating func append(_ more: [UInt8]) { bytes.append(more) }

  /// The next complete message; nil if its bytes have not all arrived.
  ///
  /// - Throws: if the bytes are not of this protocol, or the message is not JSON. The connection cannot continue after
  ///   that.
  package mutating func next() throws -> JSON? {
    if body == nil { body = try readHeader() }
    guard let body, bytes.count >= body.upperBound else { return nil }
    defer {
      bytes.removeFirst(body.upperBound)
      (searched, self.body) = (0, nil)
    }
    do { return try JSON(text: bytes[body]) } catch { throw InspectorError.badMessage("the body is not JSON") }
  }

  /// The place of the body; nil if the bytes of the header have not all arrived.
  private mutating func readHeader() throws -> Range<Int>? {
    guard let end = headerEnd() else {
      guard bytes.count < DebugMessageReader.maximumHeader else {
        throw InspectorError.badMessage("the header is too long")
      }
      return nil
    }
    var length: Int?
    for line in bytes[0..<end].split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      guard parts.count == 2 else { throw InspectorError.badMessage("a header line has no colon") }
      guard String(decoding: parts[0], as: UTF8.self).lowercased() == "content-length" else { continue }
      length = Int(String(decoding: parts[1].drop { $0 == 32 }, as: UTF8.self))
    }
    guard let length, (0...DebugMessageReader.maximumLength).contains(length) else {
      throw InspectorError.badMessage("Content-Length is missing or exceeds \(DebugMessageReader.maximumLength)")
    }
    return end..<end + length
  }

  /// The place behind the empty line that ends the header; nil if it has not arrived.
  private mutating func headerEnd() -> Int? {
    let last = min(bytes.count, DebugMessageReader.maximumHeader)
    while searched + 4 <= last {
      if bytes[searched] == 13, bytes[searched + 1] == 10, bytes[searched + 2] == 13, bytes[searched + 3] == 10 {
        return searched + 4
      }
      searched += 1
    }
    return nil
  }

  /// A message with its header.
  package static func encode(_ message: JSON) -> [UInt8] {
    let text = message.text
    return Array("Content-Length: \(text.count)\r\n\r\n".utf8) + text
  }
}
