/// The comment in which a text names its source map.
package enum SourceMapReference {
  /// The value of the last `//# sourceMappingURL=`, in one of the last lines of a text; nil if it has none.
  package static func find(in text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      var end = bytes.count
      // Behind it may stand blank lines, and comments of other tools.
      for _ in 0..<20 {
        while end > 0, unsafe bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        var start = end
        while start > 0, unsafe bytes[start - 1] != 0x0A, unsafe bytes[start - 1] != 0x0D { start -= 1 }
        if let value = unsafe value(in: UnsafeBufferPointer(rebasing: bytes[start..<end])) { return value }
        if start == 0 { return nil }
        end = start
      }
      return nil
    }
  }

  /// The bytes of a `data:` URL; nil for any other URL, and for a malformed one.
  package static func data(of url: String) -> [UInt8]? {
    guard url.utf8.count <= SourceMap.maximumBytes * 2, url.begins(with: "data:"),
      let comma = url.utf8.firstIndex(of: UInt8(ascii: ","))
    else { return nil }
    let payload = url.utf8[url.utf8.index(after: comma)...]
    if String(decoding: url.utf8[..<comma], as: UTF8.self).ends(with: ";base64") { return Base64.decoded(payload) }
    return percentDecoded(payload)
  }

  /// The value in a line that is such a comment.
  private static func value(in line: UnsafeBufferPointer<UInt8>) -> String? {
    let mark = Array("sourceMappingURL=".utf8)
    // Most lines are long or no comments; the comment of a minified text may stand behind code.
    guard line.count >= mark.count + 3 else { return nil }
    var start = 0
    var found: Int?
    while start + mark.count + 4 <= line.count {
      let isComment =
        unsafe line[start] == UInt8(ascii: "/") && line[start + 1] == UInt8(ascii: "/")
        && (line[start + 2] == UInt8(ascii: "#") || line[start + 2] == UInt8(ascii: "@"))
        && (line[start + 3] == 0x20 || line[start + 3] == 0x09)
      if isComment, unsafe line[(start + 4)...].starts(with: mark) { found = start + 4 + mark.count }
      start += 1
    }
    guard let found else { return nil }
    let rest = unsafe Array(line[found...])
    let value = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
    return value.isEmpty ? nil : String(validating: value, as: UTF8.self)
  }

  private static func percentDecoded(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 else {
        return nil
      }
      bytes.append(value)
      rest.removeFirst(2)
    }
    return bytes
  }
}
