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
  func character(_ bytes: [UInt8]) -> Unicode.Scalar? {
    var input = bytes.map { CChar(bitPattern: $0) }
    var output: [UInt32] = [0, 0]
    let isWhole = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe output.withUnsafeMutableBytes { output in
        var inputStart = input.baseAddress
        var inputCount = gsize(input.count)
        var outputStart = unsafe output.baseAddress?.assumingMemoryBound(to: CChar.self)
        var outputCount = gsize(output.count)
        // Without this, what is left of an earlier character comes first.
        _ = unsafe g_iconv(handle, nil, nil, nil, nil)
        let status = unsafe g_iconv(handle, &inputStart, &inputCount, &outputStart, &outputCount)
        // Some encodings hold a character back until they know that no combining mark follows.
        let flushed = unsafe g_iconv(handle, nil, nil, &outputStart, &outputCount)
        return status == 0 && flushed == 0 && inputCount == 0 && outputCount == output.count - 4
      }
    }
    return isWhole ? Unicode.Scalar(UInt32(littleEndian: output[0])) : nil
  }
}

/// The older encodings of the C library, each a file of its own that is loaded when it is first used.
package enum CharacterSets {
  /// Loads them for the life of the process, which may open no file later.
  ///
  /// About 1.5 ms.
  package static func loadAll() {
    // Never closed, since the C library unloads what is not in use.
    for name in DecodingTable.characterSets { _ = unsafe g_iconv_open("UTF-32LE", name) }
  }
}
