/// Swift's layout of a value inside `Any`: three words that hold the value if it fits, then its type.
///
/// With it, an argument of `call(withArguments:)` is read without copying the `Any` or casting it: a call with two numbers
/// takes 0.36 µs instead of 0.44. Swift guarantees this layout only on Apple's systems, so samples are compared first, and
/// casts are used if one differs.
@safe enum AnyLayout {
  private static let typeOffset = unsafe 3 * MemoryLayout<UnsafeRawPointer>.size

  static let isCurrent: Bool = {
    let samples: [Any] = [42, 0.5, 7 as UInt8]
    return unsafe MemoryLayout<Any>.size == 4 * MemoryLayout<UnsafeRawPointer>.size
      && samples.withUnsafeBufferPointer { samples in
        unsafe number(at: samples.baseAddress!) == 42 && number(at: samples.baseAddress! + 1) == 0.5
          && number(at: samples.baseAddress! + 2) == nil
      }
  }()

  /// The `Int` or `Double` in an `Any`; nil for another type.
  @inline(__always)
  static func number(at place: UnsafePointer<Any>) -> Double? {
    let raw = unsafe UnsafeRawPointer(place)
    let type = unsafe raw.load(fromByteOffset: typeOffset, as: UnsafeRawPointer.self)
    if unsafe type == Swift.unsafeBitCast(Double.self as Any.Type, to: UnsafeRawPointer.self) {
      return unsafe raw.load(as: Double.self)
    }
    if unsafe type == Swift.unsafeBitCast(Int.self as Any.Type, to: UnsafeRawPointer.self) {
      return Double(unsafe raw.load(as: Int.self))
    }
    return nil
  }
}
