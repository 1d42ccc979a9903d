import Glibc

extension [UInt8] {
  /// The JSON text on one line.
  ///
  /// Line breaks between values become spaces; a JSON string cannot contain any.
  package var oneLine: [UInt8] {
    let newline = UInt8(ascii: "\n")
    return has(newline) ? map { $0 == newline ? UInt8(ascii: " ") : $0 } : self
  }

  /// Whether one of the bytes is this one: `contains`, a hundred at a time.
  func has(_ byte: UInt8) -> Bool {
    unsafe withUnsafeBytes { unsafe !$0.isEmpty && memchr($0.baseAddress!, CInt(byte), $0.count) != nil }
  }
}

/// Bytes of JSON texts, many at a time.
enum JSONBytes {
  /// The index of the first byte from `start` on that a JSON string cannot hold as it is: a quote, a backslash, a control
  /// character; the count of the bytes when there is none.
  @inline(__always)
  static func special(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index + 8 <= bytes.count {
      let marks = unsafe marks(word(bytes, at: index))
      if marks != 0 { return index + marks.trailingZeroBitCount / 8 }
      index += 8
    }
    let rest = bytes.count - index
    if rest > 0, bytes.count >= 8 {
      // The rest with zeros behind it, which are control characters: found where there is nothing else.
      let word = unsafe word(bytes, at: bytes.count - 8) >> UInt64(8 * (8 - rest))
      return index + marks(word).trailingZeroBitCount / 8
    }
    while index < bytes.count, unsafe !isSpecial(bytes[index]) { index += 1 }
    return index
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt64 {
    unsafe UInt64(
      littleEndian: UnsafeRawPointer(bytes.baseAddress!).loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// The highest bit of each of eight bytes that is special; those above the lowest mark may be wrong.
  ///
  /// `(x - n) & ~x` has the highest bit of a byte set where the byte is less than n, if no lower byte borrowed from it.
  private static func marks(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let controls = (word &- ones &* 0x20) & ~word
    return (controls | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes) & (ones &* 0x80)
  }
}
