package import CJavaScriptCore

/// A JavaScript string: UTF-16, reference-counted, usable on any thread.
///
/// The engine's UTF-8 functions lose data, because a lone surrogate ends the copy, so all text is passed as UTF-16.
///
/// `@unchecked Sendable`: immutable, and the engine's reference count of a string is atomic.
@safe package final class JSText: @unchecked Sendable {
  package let ref: JSStringRef

  package init(owned ref: JSStringRef) { unsafe self.ref = ref }

  package convenience init(_ string: String) {
    var string = string
    let ref: JSStringRef = string.withUTF8 { utf8 in
      unsafe JSText.make(utf8: utf8)
    }
    unsafe self.init(owned: ref)
  }

  deinit { unsafe JSStringRelease(ref) }

  /// Makes a string from well-formed UTF-8.
  ///
  /// ASCII is widened, other text is transcoded.
  static func make(utf8: UnsafeBufferPointer<UInt8>) -> JSStringRef {
    EngineMainThread.isReserved
    return unsafe create(utf8)
  }

  private static func create(_ utf8: UnsafeBufferPointer<UInt8>) -> JSStringRef {
    unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: max(1, utf8.count)) { buffer in
      var count = 0
      if unsafe isASCII(utf8) {
        for index in utf8.indices { unsafe buffer[index] = UInt16(utf8[index]) }
        count = utf8.count
      } else {
        // A UTF-8 sequence gives at most as many UTF-16 units as it has bytes.
        _ = unsafe transcode(
          utf8.makeIterator(), from: UTF8.self, to: UTF16.self, stoppingOnError: false
        ) { unit in
          unsafe buffer[count] = unit
          count += 1
        }
      }
      return unsafe JSStringCreateWithCharacters(buffer.baseAddress, count)
    }
  }

  /// The number of UTF-16 units.
  package var utf16Count: Int { unsafe JSStringGetLength(ref) }

  /// The text as a Swift string; a lone surrogate becomes U+FFFD.
  package var string: String {
    unsafe JSText.withUTF16(ref) { units in
      if unsafe JSText.isASCII(units) {
        return unsafe String(unsafeUninitializedCapacity: units.count) { bytes in
          for index in units.indices { unsafe bytes[index] = UInt8(truncatingIfNeeded: units[index]) }
          return units.count
        }
      }
      return unsafe String(decoding: units, as: UTF16.self)
    }
  }

  /// The text as UTF-8; a lone surrogate becomes U+FFFD.
  package var utf8: [UInt8] { unsafe JSText.utf8(ref) }

  /// The UTF-8 of a string; a lone surrogate becomes U+FFFD.
  static func utf8(_ ref: JSStringRef) -> [UInt8] {
    unsafe withUTF16(ref) { units in
      guard unsafe isASCII(units) else { return unsafe [UInt8](String(decoding: units, as: UTF16.self).utf8) }
      // Initialized with zeros: the initializer for uninitialized memory is not specialized.
      var utf8 = [UInt8](repeating: 0, count: units.count)
      unsafe utf8.withUnsafeMutableBufferPointer { utf8 in
        for index in units.indices { unsafe utf8[index] = UInt8(truncatingIfNeeded: units[index]) }
      }
      return utf8
    }
  }

  static func withUTF16<Result>(_ ref: JSStringRef, _ body: (UnsafeBufferPointer<UInt16>) -> Result) -> Result {
    let count = unsafe JSStringGetLength(ref)
    guard count > 0, let units = unsafe JSStringGetCharactersPtr(ref) else {
      return unsafe body(UnsafeBufferPointer(start: nil, count: 0))
    }
    return unsafe body(UnsafeBufferPointer(start: units, count: count))
  }

  static func isASCII<Unit: FixedWidthInteger & UnsignedInteger>(_ units: UnsafeBufferPointer<Unit>) -> Bool {
    var bits: Unit = 0
    for index in units.indices { unsafe bits |= units[index] }
    return bits < 0x80
  }
}
