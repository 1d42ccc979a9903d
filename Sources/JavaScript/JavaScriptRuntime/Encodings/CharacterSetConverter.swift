import CGLib

/// Reads characters of an older encoding by the C library's `iconv`.
@safe struct CharacterSetConverter: ~Copyable {
  private let handle: GIConv

  /// Nil if the C library has no such encoding, or may not load it.
  init?(_ name: String) {
    guard let handle = unsafe g_iconv_open("UTF-32LE", name), Int(bitPattern: handle) != -1 else { return nil }
    unsafe self.handle = handle
  }

  deinit { _ = unsafe g_iconv_close(handle) }

  /// The character of which these are all bytes; nil if they are another number of characters, or none.
  func character(_ bytes: [UInt8]) -> Unicode.Scalar? { convert(bytes, count: 1).flatMap { Unicode.Scalar($0[0]) } }

  /// The characters of which these are the bytes; nil where they are another number of characters, or none.
  func characters(_ bytes: ArraySlice<[UInt8]>) -> [Unicode.Scalar?] {
    if let codes = convert(Array(bytes.joined()), count: bytes.count) { return codes.map(Unicode.Scalar.init) }
    if bytes.count == 1 { return [nil] }
    // Most tables have few gaps, so a half without one is soon found.
    let middle = bytes.startIndex + bytes.count / 2
    return characters(bytes[..<middle]) + characters(bytes[middle...])
  }

  /// The code points of bytes; nil unless they are so many.
  private func convert(_ bytes: [UInt8], count: Int) -> [UInt32]? {
    var input = bytes.map { CChar(bitPattern: $0) }
    // Room for one more, which is then too many.
    var output = [UInt32](repeating: 0, count: count + 1)
    let isWhole = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe output.withUnsafeMutableBytes { output in
        var inputStart = input.baseAddress
        var inputCount = gsize(input.count)
        var outputStart = unsafe output.baseAddress?.assumingMemoryBound(to: CChar.self)
        var outputCount = gsize(output.count)
        // Without this, the rest of an earlier character comes first.
        _ = unsafe g_iconv(handle, nil, nil, nil, nil)
        let status = unsafe g_iconv(handle, &inputStart, &inputCount, &outputStart, &outputCount)
        // Some encodings hold a character back until they know that no combining mark follows.
        let flushed = unsafe g_iconv(handle, nil, nil, &outputStart, &outputCount)
        return status == 0 && flushed == 0 && inputCount == 0 && outputCount == 4
      }
    }
    return isWhole ? output.dropLast().map { UInt32(littleEndian: $0) } : nil
  }
}

/// The legacy encodings of the C library, each in a separate file that is loaded when it is first used.
package enum CharacterSets {
  /// Loads all of them for the lifetime of a process that will not be allowed to open files.
  ///
  /// Takes about 1.5 ms.
  package static func loadAll() {
    // Never closed, because the C library unloads unused converters.
    for name in DecodingTable.characterSets { _ = unsafe g_iconv_open("UTF-32LE", name) }
  }
}
