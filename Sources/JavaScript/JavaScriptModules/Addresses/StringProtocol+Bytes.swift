/// Parts of a text by its bytes: a combining character behind a slash would hide it from functions on characters.
extension StringProtocol {
  func begins(with prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  func ends(with suffix: String) -> Bool {
    utf8.count >= suffix.utf8.count && utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  func has(_ byte: Unicode.Scalar) -> Bool { utf8.contains(UInt8(ascii: byte)) }

  /// The text between occurrences of a byte, empty parts as well.
  func parts(between byte: Unicode.Scalar, maximum: Int = .max) -> [String] {
    utf8.split(separator: UInt8(ascii: byte), maxSplits: maximum - 1, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The text without its first bytes.
  func from(byte count: Int) -> String { String(decoding: utf8.dropFirst(count), as: UTF8.self) }

  /// The text without its last bytes.
  func without(lastBytes count: Int) -> String { String(decoding: utf8.dropLast(count), as: UTF8.self) }

  /// With `replacement` in the place of each occurrence of an ASCII text.
  func replacing(_ part: String, by replacement: String) -> String {
    guard let first = part.utf8.first, utf8.contains(first) else { return String(self) }
    var result: [UInt8] = []
    var rest = Array(utf8)[...]
    while !rest.isEmpty {
      if rest.starts(with: part.utf8) {
        result += Array(replacement.utf8)
        rest.removeFirst(part.utf8.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
