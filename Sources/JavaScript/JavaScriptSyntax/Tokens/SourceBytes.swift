/// The bytes of a text, followed by zeros, so that a scanner may look a few bytes ahead without asking for the end.
///
/// The memory belongs to a `SourceBuffer`, which its `Parser` keeps.
@safe struct SourceBytes {
  private let base: UnsafePointer<UInt8>
  let count: Int

  /// How many zeros follow the text.
  ///
  /// No scanner looks further ahead than that from a position inside of the text.
  static let padding = 16

  init(_ base: UnsafePointer<UInt8>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  subscript(index: Int) -> UInt8 {
    @inline(__always) get {
      assert(index >= 0 && index < count + SourceBytes.padding)
      return unsafe base[index]
    }
  }

  /// Eight bytes from `index` on, the first one lowest.
  @inline(__always) func word(at index: Int) -> UInt64 {
    assert(index >= 0 && index + 8 <= count + SourceBytes.padding)
    return unsafe UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self).littleEndian
  }

  /// The scalar at `index`, where a sequence of UTF-8 that is known to be well-formed begins, and its length in bytes.
  func scalar(at index: Int) -> (value: Unicode.Scalar, length: Int) {
    let first = UInt32(self[index])
    let second = UInt32(self[index + 1] & 0x3F)
    if first < 0x80 { return (Unicode.Scalar(UInt8(first)), 1) }
    if first < 0xE0 { return (Unicode.Scalar((first & 0x1F) << 6 | second) ?? "\u{FFFD}", 2) }
    let third = UInt32(self[index + 2] & 0x3F)
    if first < 0xF0 { return (Unicode.Scalar((first & 0x0F) << 12 | second << 6 | third) ?? "\u{FFFD}", 3) }
    let fourth = UInt32(self[index + 3] & 0x3F)
    let value = (first & 0x07) << 18 | second << 12 | third << 6 | fourth
    return (Unicode.Scalar(value) ?? "\u{FFFD}", 4)
  }

  /// The text of a range of bytes.
  func string(_ range: Range<Int>) -> String {
    unsafe String(decoding: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count), as: UTF8.self)
  }

  /// Appends a range of the bytes to an output.
  @inline(__always) func append(_ range: Range<Int>, to output: inout [UInt8]) {
    unsafe output.append(contentsOf: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  /// Whether the bytes at `index` are those of `text`, which must be ASCII.
  func has(_ text: StaticString, at index: Int) -> Bool {
    guard index + text.utf8CodeUnitCount <= count else { return false }
    for offset in 0..<text.utf8CodeUnitCount where unsafe base[index + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }
}

/// The owner of the memory behind `SourceBytes`.
@safe final class SourceBuffer {
  private let storage: UnsafeMutablePointer<UInt8>
  let bytes: SourceBytes

  init(_ source: Span<UInt8>) {
    let count = source.count
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count + SourceBytes.padding)
    unsafe source.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { unsafe memory.initialize(from: base, count: count) }
    }
    unsafe (memory + count).initialize(repeating: 0, count: SourceBytes.padding)
    unsafe storage = memory
    bytes = unsafe SourceBytes(memory, count: count)
  }

  deinit { unsafe storage.deallocate() }
}
