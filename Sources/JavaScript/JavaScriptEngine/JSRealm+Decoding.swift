import CJavaScriptCore

extension JSRealm {
  /// Shares the bytes of a view; nil for any other value and for an empty view.
  ///
  /// The engine pins a buffer when its address is requested: it is neither moved nor resized, and a transfer does not
  /// detach it. So a script must not share the buffers of other scripts.
  package func share(_ view: JSLocal) -> SharedBytes? {
    unsafe withBytes(view) { bytes in
      bytes.isEmpty ? nil : unsafe SharedBytes(keep(view), UnsafeMutableBufferPointer(mutating: bytes))
    }
  }

  /// Decodes the first bytes as UTF-8, as the Encoding Standard specifies; a byte order mark is kept.
  ///
  /// - Parameter fatal: whether invalid UTF-8 is an error instead of becoming U+FFFD.
  /// - Returns: nil for such an error, and if there are fewer bytes.
  package func decode(utf8 shared: SharedBytes, count: Int, fatal: Bool) -> JSLocal? {
    guard let bytes = unsafe shared.first(count) else { return nil }
    // A UTF-8 sequence gives at most as many units as it has bytes.
    return unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: max(1, count)) { units -> JSLocal? in
      guard let count = unsafe UTF8Decoder.decode(bytes, into: units, fatal: fatal) else { return nil }
      return unsafe make(units: units.baseAddress, count: count)
    }
  }

  /// The text whose characters have the first bytes as codes; nil if there are fewer bytes.
  package func decode(latin1 shared: SharedBytes, count: Int) -> JSLocal? {
    guard let bytes = unsafe shared.first(count) else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: max(1, count)) { units -> JSLocal? in
      for index in bytes.indices { unsafe units[index] = UInt16(bytes[index]) }
      return unsafe make(units: units.baseAddress, count: count)
    }
  }

  /// Writes the codes of the text's characters to the first bytes.
  ///
  /// - Parameter maximum: the largest code, at most 255.
  /// - Returns: false if the value is not a string, a code is larger or there are too few bytes; some bytes may have
  ///   been written.
  package func write(_ text: JSLocal, to shared: SharedBytes, maximum: UInt16) -> Bool {
    guard unsafe JSValueIsString(context, text.ref),
      let copy = unsafe JSValueToStringCopy(context, text.ref, nil)
    else {
      return false
    }
    defer { unsafe JSStringRelease(copy) }
    return unsafe JSText.withUTF16(copy) { units in
      let bytes = unsafe shared.bytes
      guard units.count <= bytes.count else { return false }
      var bits: UInt16 = 0
      for index in units.indices {
        let unit = unsafe units[index]
        bits |= unit
        unsafe bytes[index] = UInt8(truncatingIfNeeded: unit)
      }
      return bits <= maximum
    }
  }

  private func make(units: UnsafePointer<UInt16>?, count: Int) -> JSLocal {
    let text: JSStringRef = unsafe JSStringCreateWithCharacters(units, count)
    defer { unsafe JSStringRelease(text) }
    return unsafe JSLocal(JSValueMakeString(context, text))
  }
}

/// UTF-8 to UTF-16, as the Encoding Standard specifies it.
enum UTF8Decoder {
  /// Writes the units; `units` has room for one of each byte.
  ///
  /// - Parameter fatal: whether to return nil for bytes that are not UTF-8. Otherwise U+FFFD stands for each longest
  ///   beginning of a character, and for each other byte.
  /// - Returns: the number of units.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, into units: UnsafeMutableBufferPointer<UInt16>, fatal: Bool
  ) -> Int? {
    var bits: UInt8 = 0
    for index in bytes.indices {
      let byte = unsafe bytes[index]
      bits |= byte
      unsafe units[index] = UInt16(byte)
    }
    // The units of ASCII are the bytes.
    if bits < 0x80 { return bytes.count }
    var (at, count) = (0, 0)
    while at < bytes.count {
      let byte = unsafe bytes[at]
      if byte < 0x80 {
        unsafe units[count] = UInt16(byte)
        at += 1
        count += 1
        continue
      }
      let (length, code) = unsafe character(bytes, at)
      at += length
      if let code, code > 0xffff {
        unsafe units[count] = UInt16(truncatingIfNeeded: 0xd7c0 + code >> 10)
        unsafe units[count + 1] = UInt16(truncatingIfNeeded: 0xdc00 | code & 0x3ff)
        count += 2
      } else {
        if code == nil, fatal { return nil }
        unsafe units[count] = UInt16(truncatingIfNeeded: code ?? 0xfffd)
        count += 1
      }
    }
    return count
  }

  /// The character that begins at an index, which is not ASCII.
  ///
  /// - Returns: the number of its bytes, and its code point; nil if it is not complete.
  private static func character(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> (length: Int, code: UInt32?) {
    let first = unsafe bytes[start]
    // The bounds of the second byte exclude overlong forms, surrogates and code points above U+10FFFF.
    var (lower, upper): (UInt8, UInt8) = (0x80, 0xbf)
    let length: Int
    var code: UInt32
    switch first {
    case 0xc2...0xdf: (length, code) = (2, UInt32(first & 0x1f))
    case 0xe0...0xef:
      (length, code) = (3, UInt32(first & 0xf))
      if first == 0xe0 { lower = 0xa0 }
      if first == 0xed { upper = 0x9f }
    case 0xf0...0xf4:
      (length, code) = (4, UInt32(first & 0x7))
      if first == 0xf0 { lower = 0x90 }
      if first == 0xf4 { upper = 0x8f }
    default: return (1, nil)
    }
    for index in 1..<length {
      guard start + index < bytes.count else { return (index, nil) }
      let byte = unsafe bytes[start + index]
      guard byte >= lower, byte <= upper else { return (index, nil) }
      (lower, upper) = (0x80, 0xbf)
      code = code << 6 | UInt32(byte & 0x3f)
    }
    return (length, code)
  }
}
