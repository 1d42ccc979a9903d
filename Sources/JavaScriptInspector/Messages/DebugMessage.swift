/// Cuts the bytes of a Debug Adapter Protocol connection into messages: a header with `Content-Length`, then JSON.
package struct DebugMessageReader {
  /// Bytes of the longest message.
  static let maximumLength = 8 << 20
  /// Bytes of the longest header.
  static let maximumHeader = 4096

  private var bytes: [UInt8] = []

  package init() {}

  /// Adds bytes that have arrived.
  package mutating func append(_ more: [UInt8]) { bytes += more }

  /// The next whole message; nil if its bytes have not all arrived.
  ///
  /// - Throws: if the bytes are not of this protocol, or the message is not JSON. The connection cannot go on then.
  package mutating func next() throws -> JSON? {
    let end: [UInt8] = [13, 10, 13, 10]
    let searched = bytes.prefix(DebugMessageReader.maximumHeader)
    guard let header = searched.firstRange(of: end) else {
      guard bytes.count < DebugMessageReader.maximumHeader else { throw InspectorError.badMessage("too long a header") }
      return nil
    }
    var length: Int?
    for line in bytes[..<header.lowerBound].split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      guard parts.count == 2 else { throw InspectorError.badMessage("a header line has no colon") }
      guard String(decoding: parts[0], as: UTF8.self).lowercased() == "content-length" else { continue }
      length = Int(String(decoding: parts[1].drop { $0 == 32 }, as: UTF8.self))
    }
    guard let length, (0...DebugMessageReader.maximumLength).contains(length) else {
      throw InspectorError.badMessage("Content-Length is missing or over \(DebugMessageReader.maximumLength)")
    }
    guard bytes.count - header.upperBound >= length else { return nil }
    let body = bytes[header.upperBound..<(header.upperBound + length)]
    defer { bytes.removeFirst(header.upperBound + length) }
    do { return try JSON(text: body) } catch { throw InspectorError.badMessage("the body is not JSON") }
  }

  /// A message with its header.
  package static func encode(_ message: JSON) -> [UInt8] {
    let text = message.text
    return Array("Content-Length: \(text.count)\r\n\r\n".utf8) + text
  }
}
