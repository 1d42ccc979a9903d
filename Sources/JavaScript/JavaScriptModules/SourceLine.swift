/// Finds a line of a text, for the report of an error.
enum SourceLine {
  /// How many bytes of a line are kept: of a longer one the report shows nothing.
  private static let maximumLength = 1 << 16

  /// - Parameter number: counted from 1, by ECMA-262's ends of lines.
  /// - Returns: the line without its end; nil if there is none, or it is too long. Invalid UTF-8 in it is replaced.
  static func text(of number: Int, in bytes: [UInt8]) -> String? {
    var line = 1
    var start = 0
    var index = 0
    while index < bytes.count {
      let length = endLength(at: index, in: bytes)
      if length > 0, line == number { break }
      index += max(length, 1)
      if length > 0 {
        line += 1
        start = index
      }
    }
    guard !bytes.isEmpty, line == number, index - start <= maximumLength else { return nil }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// The length of an end of a line; 0 if there is none.
  private static func endLength(at index: Int, in bytes: [UInt8]) -> Int {
    switch bytes[index] {
    case 0x0A: 1
    case 0x0D: index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
    case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8: 3
    default: 0
    }
  }
}
